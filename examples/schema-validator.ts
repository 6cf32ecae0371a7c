// A validator: which lines of standard input are events, what is wrong with the others, and the thread of those that are.
//   codex exec --json "fix the tests" | node schema-validator.ts
import { createInterface } from 'node:readline';
import { createThread } from 'threadline';
import { safeParseThreadEvent, ThreadEventSchema } from 'threadline/schema';

const thread = createThread();
let number = 0;
for await (const line of createInterface({ input: process.stdin })) {
  number += 1;
  const event = safeParseThreadEvent(line);
  if (event) thread.push(event);
  else print({ line: number, wrong: whatIsWrong(line) });
}
print({ thread: thread.id, turns: thread.turns.length, items: thread.items.length, answer: thread.finalResponse });

function whatIsWrong(line: string): string[] {
  try {
    const { error } = ThreadEventSchema.safeParse(JSON.parse(line));
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  } catch {
    return ['not JSON'];
  }
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
