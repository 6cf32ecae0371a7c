#!/usr/bin/env node
// A stand-in for Codex: prints what the real one once printed, one recording for a new thread and one for a resumed one.
// A message that comes from a chat, as an argument or by stdin, it leaves behind as an artifact.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const args = process.argv.slice(2);
const recording = args.includes('resume') ? '0.55.0/s8-resume-1-id' : '0.98.0/s2-shell';
const lines = readFileSync(new URL(`../fixtures/codex/${recording}/stdout.jsonl`, import.meta.url), 'utf8').split(
  /(?<=\n)/,
);

// As the real one does: stdin is read to its end before anything is done.
let stdin = '';
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) stdin += text;

const isChat = args.includes('--dangerously-bypass-approvals-and-sandbox') || args.includes('workspace-write');
const end = args.indexOf('--');
const message = end < 0 ? stdin : args[end + 1];
if (isChat) {
  mkdirSync('artifacts', { recursive: true });
  writeFileSync('artifacts/message.md', message);
}
// Whoever says this wants to see what becomes of an agent that never ends.
if (message === 'never end') {
  process.stderr.write(`pid ${process.pid}\n`);
  await delay(60_000);
}
for (const line of lines) process.stdout.write(line);
