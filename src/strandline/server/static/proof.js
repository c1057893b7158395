/* What this browser can prove of the dice: they were fixed before it added its part, which was used. */

/** Compare a finished record with what was kept: which sentence tells what comes of it? */
export async function checked(record, { commitment, salt }) {
  const lines = (await (await fetch(record)).text()).split("\n\n")[0].split("\n");
  const header = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)));
  if (header.commitment !== commitment) return "other_commitment";
  if (sha256(`strandline ${JSON.parse(header.seed)}`) !== commitment) return "other_seed";
  return JSON.parse(header.salts ?? "[]").includes(salt) ? "proved" : "salt_unused";
}

/* SHA-256 (FIPS 180-4): browsers offer theirs only over TLS. */

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (number) => ((number % 1) * 2 ** 32) | 0;
const FIRST = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const turned = (word, ...by) => by.reduce((mixed, n) => mixed ^ ((word >>> n) | (word << (32 - n))), 0);

export function sha256(text) {
  const bytes = [...new TextEncoder().encode(text), 0x80];
  const bits = 8 * (bytes.length - 1);
  while (bytes.length % 64 !== 56) bytes.push(0);
  bytes.push(0, 0, 0, 0, bits >>> 24, bits >>> 16, bits >>> 8, bits);
  let hash = FIRST;
  for (let at = 0; at < bytes.length; at += 64) hash = mixed(hash, new DataView(Uint8Array.from(bytes).buffer, at, 64));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function next(words, n) {
  const [early, late] = [words[n - 15], words[n - 2]];
  return (words[n - 16] + (turned(early, 7, 18) ^ (early >>> 3)) + words[n - 7] + (turned(late, 17, 19) ^ (late >>> 10))) | 0;
}

function mixed(hash, block) {
  const words = [];
  let [a, b, c, d, e, f, g, h] = hash;
  for (let n = 0; n < 64; n++) {
    words[n] = n < 16 ? block.getInt32(4 * n) : next(words, n);
    const one = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n];
    const two = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + hash[n]) | 0);
}
