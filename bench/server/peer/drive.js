// The load, for ours and for the peer alike: tables with two sockets each, in one process, over the same WebSocket client.
// `node drive.js '{"side": "ours", "port": 8411, "pid": 1, "tables": 200, "warm": 2, "seconds": 10, "rate": 400}'`
// First as fast as it goes (every table moves as soon as both its sockets have seen the last move), then at a given rate.
'use strict';

const fs = require('node:fs');
const { performance } = require('node:perf_hooks');
const sides = { ours: require('./ours'), peer: require('./peer') };

const wish = JSON.parse(process.argv[2]);
const TICKS = 100; // of the processor's clock in a second, as /proc counts
const LOST = 30_000; // ms without any move: something is wrong

/** One table: whose sockets have seen what, and when the move under way was due. */
class Table {
  constructor() {
    this.ply = -1; // of the last position that both sockets have seen
    this.seen = [-1, -1];
    this.due = null; // null: no move under way
    this.move = null; // sends a random legal move of whoever is to move
  }

  /** A socket has the position after so many moves; `over`: there will be no more here. */
  saw(seat, ply, over) {
    this.seen[seat] = ply;
    if (this.seen[0] !== this.seen[1] || ply === this.ply) return undefined;
    this.ply = ply;
    if (this.due !== null) load.finished(performance.now() - this.due);
    this.due = null;
    if (!over) return load.ready(this);
    this.ply = -1;
    this.seen = [-1, -1];
    return this.again();
  }

  play(due) {
    this.due = due;
    this.move();
  }
}

const load = {
  waiting: [], // tables where a move can be made
  full: false, // as fast as it goes
  taken: null, // latencies, while measured
  last: performance.now(),
  bytes: 0,

  ready(table) {
    if (this.full) table.play(performance.now());
    else this.waiting.push(table);
  },

  release() {
    this.full = true;
    for (const table of this.waiting.splice(0)) table.play(performance.now());
  },

  finished(latency) {
    this.last = performance.now();
    if (this.taken !== null) this.taken.push(latency);
  },

  /** Make moves when they are due; one that comes late because no table was ready counts from when it was due. */
  async pace(rate, seconds) {
    const start = performance.now();
    const total = Math.round(rate * seconds);
    let made = 0;
    while (made < total) {
      await new Promise((resume) => setTimeout(resume, 1));
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * rate) + 1);
      while (made < due && this.waiting.length > 0) this.waiting.shift().play(start + (1000 * made++) / rate);
      check();
    }
  },
};

function check() {
  if (performance.now() - load.last > LOST) fail(`no move for ${LOST / 1000} seconds`);
}

function fail(reason) {
  console.error(`drive: ${reason}`);
  process.exit(1);
}

/** Processor seconds of a process, all its threads, and of those that it has started, also of those that have ended. */
function cpu(pid) {
  if (pid === null || pid === undefined) return 0;
  let fields;
  let children;
  try {
    fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
    children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    return 0; // it has ended meanwhile
  }
  const mine = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  return children.reduce((sum, child) => sum + cpu(Number(child)), mine);
}

function own() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const sleep = (seconds) => new Promise((resume) => setTimeout(resume, 1000 * seconds));

/** Take latencies while something goes on. */
async function measured(goes_on) {
  const before = { at: performance.now(), cpu: cpu(wish.pid), database: cpu(wish.database), own: own(), bytes: load.bytes };
  load.taken = [];
  await goes_on();
  const taken = load.taken.sort((a, b) => a - b);
  load.taken = null;
  const seconds = (performance.now() - before.at) / 1000;
  const share = (part) => taken[Math.min(taken.length - 1, Math.floor(part * taken.length))];
  return {
    moves: taken.length,
    seconds,
    rate: taken.length / seconds,
    cpu_ms: (1000 * (cpu(wish.pid) - before.cpu)) / taken.length,
    server_load: (cpu(wish.pid) - before.cpu) / seconds,
    database_load: (cpu(wish.database) - before.database) / seconds,
    driver_load: (own() - before.own) / seconds,
    bytes: (load.bytes - before.bytes) / taken.length,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    worst: taken[taken.length - 1],
  };
}

async function main() {
  const side = sides[wish.side];
  const tables = Array.from({ length: wish.tables }, () => new Table());
  const context = { port: wish.port, fail, read: (frame) => (load.bytes += frame.length) };
  for (let k = 0; k < tables.length; k += 20) {
    await Promise.all(tables.slice(k, k + 20).map((table) => side.seat(table, context)));
  }
  while (load.waiting.length < tables.length) await sleep(0.05);
  load.release();
  const watch = setInterval(check, 1000);
  await sleep(wish.warm);
  const full = await measured(() => sleep(wish.seconds));
  load.full = false;
  await sleep(1); // what is under way comes to its end
  const paced = await measured(() => load.pace(wish.rate, wish.seconds));
  clearInterval(watch);
  process.stdout.write(JSON.stringify({ full, paced }) + '\n', () => process.exit(0));
}

main().catch((error) => fail(error.stack));
