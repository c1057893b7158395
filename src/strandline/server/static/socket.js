/* The line to a table: it reconnects, and keeps what was asked until it is answered. */

const SOON = 500;
const LATEST = 10_000;
const FINAL = [4003, 4004]; // wrong key, no such table
const RESTART = 1012; // another server, or the same one, is there in a moment: nobody need notice

export class Line {
  /** hello() gives the greeting; state, notice, talk and changed(open, code) hear what comes. */
  constructor(path, doors) {
    this.address = location.origin.replace("http", "ws") + path;
    Object.assign(this, doors, { asked: new Map(), number: 0, wait: SOON, ready: false });
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.socket.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.connect());
    this.connect();
  }

  connect(anyway) {
    clearTimeout(this.timer);
    if ((this.over && !anyway) || this.socket?.readyState <= WebSocket.OPEN) return;
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", ...this.hello() }));
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  lost(code) {
    this.ready = false;
    this.over = FINAL.includes(code);
    if (code !== RESTART) this.changed(false, code);
    if (!this.over) this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(2 * this.wait, LATEST);
  }

  receive(message) {
    this[message.is]?.(message);
    if (message.is === "state" && !this.ready) this.resume(message.all.ply);
    const waiting = this.asked.get(message.n);
    this.asked.delete(message.n);
    // A move sent twice may be refused because it was played.
    waiting?.answer(waiting.sent > 1 && waiting.message.ply ? { ok: true } : message);
  }

  /** Ask again what was not answered, unless the table has moved on since. */
  resume(ply) {
    this.ready = true;
    this.wait = SOON;
    this.changed(true);
    for (const [number, { message, sent, answer }] of this.asked) {
      if ((message.ply ?? ply) === ply) this.send(number);
      else {
        this.asked.delete(number);
        answer({ ok: sent > 0 }); // it may be what moved the table on
      }
    }
  }

  ask(message) {
    const number = ++this.number;
    return new Promise((answer) => {
      this.asked.set(number, { message, answer, sent: 0 });
      if (this.ready) this.send(number);
    });
  }

  send(number) {
    const waiting = this.asked.get(number);
    waiting.sent++;
    this.socket.send(JSON.stringify({ ...waiting.message, n: number }));
  }
}
