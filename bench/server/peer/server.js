// boardgame.io's server with a game about as big as ours: `node server.js PORT [FOLDER]`; in memory without a folder.
'use strict';

process.env.NODE_ENV = 'production';

const { FlatFile, Server } = require('boardgame.io/server');
const { game } = require('./game');

const [port, folder] = process.argv.slice(2);
const db = folder === undefined ? undefined : new FlatFile({ dir: folder }); // undefined: its own default, in memory

Server({ games: [game], db, origins: [] }).run({ port: { port: Number(port), host: '127.0.0.1' } });
