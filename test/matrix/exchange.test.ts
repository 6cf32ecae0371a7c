import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertToModelMessages, validateUIMessages } from 'ai';
import { expect, it } from 'vitest';
import { wantedAnswers } from '../exchange/wanted-order.ts';
import { writtenAs } from '../exchange/written-as.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { keptSessions, RECORDED } from './kept-sessions.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** What runs printed, and all sessions that they left, also those in databases. */
async function* recorded(): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const name of globSync('*/*/*/stdout*.jsonl', { cwd: shared }).sort())
    yield { name, bytes: readFileSync(join(shared, name)) };
  for (const agent of RECORDED)
    for await (const { name, bytes } of keptSessions(agent)) yield { name: `${agent}/${name}`, bytes };
}

it('UI messages of every shared recording are taken by the AI SDK', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  let taken = 0;
  for await (const { bytes } of recorded()) {
    const messages = JSON.parse(writtenAs('ui-messages', bytes, { agents: true }));
    if (messages.length === 0) continue;
    await convertToModelMessages(await validateUIMessages({ messages }));
    taken += 1;
  }
  expect(taken).toBeGreaterThan(1500);
});

it('messages for trainers have the texts and calls of each request, and answer every call', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const wrong: string[] = [];
  let compared = 0;
  for await (const { name, bytes } of recorded()) {
    const wanted = wantedAnswers(bytes)?.filter(({ texts, calls }) => texts.length + calls.length > 0);
    if (!wanted) continue;
    const [line = ''] = writtenAs('openai', bytes).split('\n');
    const messages: { role: string; content: unknown; tool_calls?: object[] }[] = JSON.parse(line).messages;
    const answers = messages.filter(({ role, content, tool_calls }) => role === 'assistant' && (content || tool_calls));
    const found = answers.map(({ content, tool_calls }) => [content ?? '', tool_calls?.length ?? 0]);
    const told = wanted.map(({ texts, calls }) => [texts.join('\n\n'), calls.length]);
    const results = messages.filter(({ role }) => role === 'tool').length;
    const calls = answers.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0);
    if (JSON.stringify(found) !== JSON.stringify(told) || results !== calls) wrong.push(name);
    compared += 1;
  }
  process.stdout.write(`${compared - wrong.length} of ${compared} files\n`);
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(300);
});
