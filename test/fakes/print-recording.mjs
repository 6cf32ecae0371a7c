// What the stand-ins for real agents have in common: they print what the agent once printed, when stdin has ended.
import { readFileSync } from 'node:fs';

export async function printRecording(path) {
  for await (const _ of process.stdin);
  process.stdout.write(readFileSync(new URL(`../fixtures/${path}/stdout.jsonl`, import.meta.url)));
}
