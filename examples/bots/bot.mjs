// A bot for Stolik in JavaScript, for Node, without any package: it plays the last of its moves.
// docs/bot-protocol.md describes the protocol. Check it, then let it play:
//
//   stolik bot-check "cmd:node bot.mjs"
//   stolik arena pickomino "cmd:node bot.mjs" random

import { createInterface } from "node:readline";

const answers = {
  hello: () => "stolik 1",
  start: () => "ok",
  move: ({ view }) => view.moves.at(-1),
};

// Node writes to a pipe at once. The loop ends with the input.
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.do === "quit") break;
  process.stdout.write(`${answers[request.do](request)}\n`);
}
process.exit();
