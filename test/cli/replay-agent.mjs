// A fake Codex: notes what it was given, prints a recording, and ends or stays as it is told by its environment.
import { appendFileSync, readFileSync } from 'node:fs';

let stdin = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) stdin += chunk;
const { REPLAY_NOTES: notes, REPLAY_RECORDING: recording, REPLAY_STAYS: stays, REPLAY_EXIT: exitCode } = process.env;
if (notes) appendFileSync(notes, `${JSON.stringify({ args: process.argv.slice(2), stdin, pid: process.pid })}\n`);
if (recording) process.stdout.write(readFileSync(recording));
if (stays === 'talking') setInterval(() => process.stdout.write('{"type":"error","message":"still here"}\n'), 50);
else if (stays) setInterval(() => {}, 1000);
else process.exitCode = Number(exitCode ?? 0);
