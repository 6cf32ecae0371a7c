import { answerChat, createCodexAgent, runChat } from 'threadline/chat';
import { expect, it } from 'vitest';
import { createPlace, lines, openFake, until } from './fake-session.ts';

/** Reads the lines of an answer as they come. */
function readLines(response: Response) {
  const said = { text: '', isOver: false };
  const over = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) said.text += decoder.decode(chunk, { stream: true });
    said.isOver = true;
  })();
  return { over, all: () => lines(said.text) };
}

const agent = createCodexAgent({ env: { CODEX_API_KEY: 'key' } });
const chat = (live: Awaited<ReturnType<typeof openFake>>, message: string, signal = new AbortController().signal) =>
  runChat({ agent, input: agent.requestSchema.parse({ message }), signal, live });

it('an approval is a line of the answer, and a route answers it by its id and its session', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const answer = readLines(await chat(session, 'run:made.txt'));
  await until(() => answer.all().some(({ type }) => type === 'approval'));
  const line = answer.all().find(({ type }) => type === 'approval');
  expect(line).toMatchObject({ session: session.id, kind: 'command', command: 'touch made.txt' });
  const id = String(line?.id);
  await expect(answerChat({ session: 'another', id, answer: { allow: 'once' } })).rejects.toMatchObject({
    code: 'not-possible',
  });
  await expect(
    answerChat({ session: session.id, id: '0'.repeat(32), answer: { allow: 'once' } }),
  ).rejects.toMatchObject({
    code: 'answered',
  });
  await expect(answerChat({ session: session.id, id, answer: { allow: 'always' } })).rejects.toMatchObject({
    code: 'not-possible',
  });
  await answerChat({ session: session.id, id, answer: { allow: 'once' } });
  await expect(answerChat({ session: session.id, id, answer: { allow: 'once' } })).rejects.toMatchObject({
    code: 'answered',
  });
  await answer.over;
  expect(place.made('made.txt')).toBe(true);
  expect(answer.all().map(({ type }) => type)).toEqual(expect.arrayContaining(['approval_resolved', 'result']));
  // The next request is the next turn of the same session.
  await readLines(await chat(session, 'text:again')).over;
  expect(session.state).toBe('idle');
});

it('a request that ends denies what it left open', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const leaving = new AbortController();
  const answer = readLines(await chat(session, 'run:made.txt', leaving.signal));
  await until(() => session.open.length === 1);
  const [ask] = session.open;
  leaving.abort();
  await until(() => session.state === 'idle');
  await answer.over;
  expect(place.made('made.txt')).toBe(false);
  await expect(answerChat({ session: session.id, id: ask?.id ?? '', answer: { allow: 'once' } })).rejects.toMatchObject(
    { code: expect.stringMatching(/answered|not-possible/) },
  );
});
