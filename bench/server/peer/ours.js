// How our server is spoken to.
'use strict';

const WebSocket = require('ws');

const WANTED = { game: 'high-tide-leiman', options: {}, seats: [{ player: 'me' }, { player: 'open' }], name: 'A', salt: 'a' };

let board; // its mark, once one was sent

/** Set a table up, with one socket for each seat. */
async function seat(table, context) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${context.port}/tables`, {
    method: 'POST',
    headers,
    body: JSON.stringify(WANTED),
  });
  if (answer.status !== 201) context.fail(`no table: ${await answer.text()}`);
  const { id, key, invites } = await answer.json();
  const keys = [key, null];
  const sockets = await Promise.all(keys.map((k) => open(id, k, context)));
  listen(table, context, id, sockets, keys);
  sockets[1].send(JSON.stringify({ do: 'sit', n: 0, invite: invites['1'], name: 'B', salt: 'b' }));
}

function open(id, key, context) {
  return new Promise((opened) => {
    const socket = new WebSocket(`ws://127.0.0.1:${context.port}/live/${id}`, { perMessageDeflate: false });
    socket.on('open', () => {
      socket.send(JSON.stringify({ do: 'hello', key, language: 'en', known: -1, board })); // a page has brought the board
      opened(socket);
    });
    socket.on('error', (error) => context.fail(error.message));
  });
}

function listen(table, context, id, sockets, keys) {
  let number = 1;
  let over = false;
  sockets.forEach((socket, mine) => {
    socket.on('close', (code) => over || context.fail(`closed: ${code}`));
    socket.on('message', (data) => {
      context.read(data);
      const message = JSON.parse(data);
      if (message.is === 'answer') {
        if (!message.ok) context.fail(message.says);
        if (message.key) keys[mine] = message.key;
        if (message.table) again(message.table);
        return;
      }
      const { all, you } = message;
      board = all.mark ?? board;
      if (you.applies.includes('salt')) socket.send(JSON.stringify({ do: 'salt', n: number++, salt: 'r' }));
      if (over || all.waiting || all.ply === table.seen[mine]) return;
      if (you.moves.length > 0) {
        table.move = () => {
          const move = you.moves[Math.floor(Math.random() * you.moves.length)][0];
          socket.send(JSON.stringify({ do: 'play', n: number++, ply: all.ply, move }));
        };
      }
      table.saw(mine, all.ply, all.over);
    });
  });
  table.again = () => sockets[0].send(JSON.stringify({ do: 'rematch', n: number++ }));

  async function again(next) {
    over = true;
    for (const socket of sockets) socket.close();
    listen(table, context, next, await Promise.all(keys.map((key) => open(next, key, context))), keys);
  }
}

module.exports = { seat };
