// Runs vectors: `node run_vectors.mjs village.jsonl COMMAND ...`. Public domain: copy it, and change it as you like.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, command, ...words] = process.argv.slice(2);
const [header, ...vectors] = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
if (header.vectors !== 1 || header.count !== vectors.length) throw new Error(`${file} is cut off, or needs a newer reader`);
const program = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();

/** The same text for the same JSON value. */
function text(value) {
  if (Array.isArray(value)) return `[${value.map(text)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${text(value[key])}`)}}`;
}

/** The result of a request, or "illegal". */
async function ask(method, params = {}) {
  program.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\n");
  const answer = JSON.parse((await lines.next()).value);
  const code = answer.error?.code ?? -32002;
  if (code !== -32002) throw Object.assign(new Error(text(answer)), { skipped: code === -32003 });
  return "result" in answer ? answer.result : "illegal";
}

/** Asks about one vector. Throws at the first answer that is not right. */
async function check(vector, can) {
  const need = (right, got, told) => {
    if (text(right) !== text(got)) throw new Error(`${told} should be ${text(right)}, and is ${text(got)}`);
  };
  for (const { action, state, legal } of [vector, ...vector.refuse.map(({ action }) => ({ action })), ...vector.steps]) {
    const answer = await (action ? ask("apply", { action }) : ask("new_game", { state }));
    need(state !== undefined, answer !== "illegal", `that ${text(action ?? null)} is legal`);
    for (const key in state) if (key in answer.state) need(state[key], answer.state[key], key);
    const listed = legal && can.includes("legal_actions") ? (await ask("legal_actions")).actions : [];
    if (legal && can.includes("legal_actions")) need(legal.map(text).sort(), listed.map(text).sort(), "what is legal");
  }
  const got = vector.outcome && can.includes("outcome") ? await ask("outcome") : {};
  for (const key in vector.outcome && can.includes("outcome") ? vector.outcome : {}) need(vector.outcome[key], got[key], key);
  for (const { player, state } of can.includes("observe") ? vector.views : []) {
    const look = async (each) => (await ask("new_game", { state: each }), ask("observe", { player }));
    need(await look(vector.state), await look(state), "a view");
  }
}

const about = await ask("initialize", { protocol: 1, game: header.game });
const follows = { ...header.defaults, ...about.readings };
const told = { right: 0, wrong: 0, skipped: 0 };
for (const vector of vectors.filter(({ readings }) => Object.keys(readings).every((key) => readings[key] === follows[key]))) {
  const error = await check(vector, about.capabilities).catch((problem) => problem);
  told[error ? (error.skipped ? "skipped" : "wrong") : "right"] += 1;
  if (error) console.log(`${vector.id}: ${error.message}`);
}
await ask("shutdown");
console.log(told);
process.exit(told.wrong ? 1 : told.right && !told.skipped ? 0 : 3);
