// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104). Browsers have them too, but only on pages that came over https:
// a table on the local network comes over plain http.

const BLOCK = 64;

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};

/** The first 32 bits of the fractional part of a number. */
const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32);

const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** Return the SHA-256 of some bytes. */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  words.setUint32(padded.length - 4, (message.length * 8) >>> 0);

  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) w[i] = words.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = w[i - 16]! + low + w[i - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = [...state] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + value;
  }

  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  state.forEach((value, i) => view.setUint32(4 * i, value));
  return digest;
}

/** Return the HMAC-SHA-256 of some bytes under a key. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = new Uint8Array(BLOCK + message.length);
  inner.set(padded.map((byte) => byte ^ 0x36));
  inner.set(message, BLOCK);
  const outer = new Uint8Array(BLOCK + 32);
  outer.set(padded.map((byte) => byte ^ 0x5c));
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}
