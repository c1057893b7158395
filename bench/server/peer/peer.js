// How boardgame.io's server is spoken to: what its own client sends, over a bare WebSocket (socket.io's frames by hand).
'use strict';

const http = require('node:http');
const WebSocket = require('ws');
const { allowed, game, near } = require('./game');

const EVENT = `42/${game.name},`;

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 }); // a busy node server is slow to accept new connections

function post(path, content, context) {
  const where = { port: context.port, path: `/games/${game.name}/${path}`, method: 'POST', agent };
  return new Promise((resolve) => {
    const request = http.request({ host: '127.0.0.1', headers: { 'content-type': 'application/json' }, ...where });
    request.on('error', (error) => context.fail(`${path}: ${error.message}`));
    request.on('response', async (answer) => {
      let text = '';
      for await (const piece of answer) text += piece;
      if (answer.statusCode !== 200) context.fail(`${path}: ${answer.statusCode} ${text}`);
      resolve(JSON.parse(text));
    });
    request.end(JSON.stringify(content));
  });
}

/** Set a match up, with one socket for each player. */
async function seat(table, context) {
  const sockets = await Promise.all([open(context), open(context)]);
  await begin(table, context, sockets);
}

/** Begin a match; sockets of an earlier one are taken over, as its own client does. */
async function begin(table, context, sockets) {
  const { matchID } = await post('create', { numPlayers: 2 }, context);
  const players = [];
  for (const playerID of ['0', '1']) {
    const joined = await post(`${matchID}/join`, { playerID, playerName: playerID }, context);
    players.push({ playerID, credentials: joined.playerCredentials });
  }
  listen(table, context, matchID, sockets, players);
}

function open(context) {
  return new Promise((opened) => {
    const url = `ws://127.0.0.1:${context.port}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const begin = (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40/${game.name},`);
      if (!text.startsWith(`40/${game.name},`)) return;
      socket.off('message', begin);
      opened(socket);
    };
    socket.on('message', begin);
    socket.on('error', (error) => context.fail(error.message));
    socket.on('close', (code) => context.fail(`closed: ${code}`));
  });
}

function listen(table, context, matchID, sockets, players) {
  const send = (socket, ...event) => socket.send(EVENT + JSON.stringify(event));
  sockets.forEach((socket, mine) => {
    const { playerID, credentials } = players[mine];
    socket.removeAllListeners('message');
    socket.on('message', (data) => {
      context.read(data);
      const text = data.toString();
      if (text === '2') socket.send('3');
      if (!text.startsWith(EVENT)) return;
      const [event, match, told] = JSON.parse(text.slice(EVENT.length));
      if (match !== matchID || (event !== 'update' && event !== 'sync')) return;
      const { G, ctx, _stateID } = event === 'sync' ? told.state : told;
      if (ctx.currentPlayer === playerID) {
        table.move = () => {
          const payload = { type: 'carry', args: legal(G.stacks), playerID, credentials };
          send(socket, 'update', { type: 'MAKE_MOVE', payload }, _stateID, matchID, playerID);
        };
      }
      table.saw(mine, _stateID, ctx.gameover !== undefined);
    });
    send(socket, 'sync', matchID, playerID, credentials, 2);
  });
  table.again = () => begin(table, context, sockets).catch((error) => context.fail(error.stack));
}

function legal(stacks) {
  for (;;) {
    const from = Math.floor(Math.random() * stacks.length);
    const to = near[from][Math.floor(Math.random() * near[from].length)];
    if (allowed(stacks, from, to)) return [from, to];
  }
}

module.exports = { seat };
