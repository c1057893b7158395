// boardgame.io's server with a game about as big as ours: `node server.js PORT [WHERE]`; WHERE is a folder, or the address
// of a PostgreSQL database. Without it matches are in memory.
'use strict';

process.env.NODE_ENV = 'production';

const { FlatFile, Server } = require('boardgame.io/server');
const { game } = require('./game');

const [port, where] = process.argv.slice(2);

function store() {
  if (where === undefined) return undefined; // its own default, in memory
  if (!where.includes('://')) return new FlatFile({ dir: where });
  const { PostgresStore } = require('bgio-postgres');
  return new PostgresStore(where, { logging: false, pool: { max: 10 } }); // it logs every statement unless told otherwise
}

const db = store();
Server({ games: [game], db, origins: [] }).run({ port: { port: Number(port), host: '127.0.0.1' } });
