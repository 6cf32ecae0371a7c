// An agent that takes messages by stdin, a line each, answers each with a turn, and ends when stdin does.
import { createInterface } from 'node:readline';
import { begin, end, message } from './say.mjs';

for await (const line of createInterface({ input: process.stdin })) {
  begin();
  message(`heard ${JSON.parse(line).text}`);
  end();
}
process.exitCode = Number(process.env.EXIT_CODE ?? 0);
