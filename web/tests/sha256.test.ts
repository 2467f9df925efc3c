import { expect, test } from "vitest";
import { hmac, sha256 } from "../src/lib/sha256";

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
])("the published SHA-256 of %j", (text, digest) => {
  expect(hex(sha256(bytes(text)))).toBe(digest);
});

// RFC 4231, cases 1, 2 and 6
test.each([
  [
    new Uint8Array(20).fill(0x0b),
    "Hi There",
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    bytes("Jefe"),
    "what do ya want for nothing?",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    new Uint8Array(131).fill(0xaa),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
])("the published HMAC-SHA-256 with key %#", (key, text, digest) => {
  expect(hex(hmac(key, bytes(text)))).toBe(digest);
});

test("every length up to three blocks, as the browser does it", async () => {
  for (let length = 0; length <= 192; length++) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 31 + length) & 255);
    expect(sha256(message)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", message)));
    const secret = message.slice(0, 100).fill(length, 0, 1);
    if (!secret.length) continue;
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    expect(hmac(secret, message)).toEqual(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
  }
});
