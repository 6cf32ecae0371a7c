import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { extractText } from 'threadline';
import { listSessions, loadSession } from 'threadline/sessions';
import { findUsageFiles, scanUsage } from 'threadline/usage';
import { describe, expect, it } from 'vitest';
import { resolveSession } from '../../src/machine/sessions/resolve-session.ts';
import { tempArchive, tempFolder } from '../archive/temp-archive.ts';

const ID = '1359fca9-0000-4000-8000-000000000001';
const tokens = (total: number) => ({ input: total - 5, output: 5, cached: 0, thoughts: 0, tool: 0, total });

function chat(time: string, names: string, ask: string, answer: string, total: number) {
  return {
    sessionId: ID,
    projectHash: 'aaaa',
    startTime: `2026-01-26T${time}:27.706Z`,
    lastUpdated: `2026-01-26T${time}:59.000Z`,
    messages: [
      { id: `${names}1`, timestamp: `2026-01-26T${time}:27.706Z`, type: 'user', content: ask },
      {
        id: `${names}2`,
        timestamp: `2026-01-26T${time}:40.000Z`,
        type: 'gemini',
        content: answer,
        model: 'gemini-2.5-pro',
        tokens: tokens(total),
      },
    ],
  };
}

/** A home with a thread whose CLI was restarted: two files of one id, of different turns. */
function restarted(asText: (value: object) => string) {
  const home = join(tempFolder('home'), '.gemini');
  const path = (minute: string, end: string) =>
    join(home, 'tmp', 'proj', 'chats', `session-2026-01-26T${minute}-1359fca9.${end}`);
  mkdirSync(dirname(path('15-45', 'json')), { recursive: true });
  const first = chat(
    '15:45',
    'm',
    'rename the widget everywhere in the project',
    'Renamed it in all of the files.',
    110,
  );
  const second = chat('22:09', 'n', 'stage it', 'Staged walrusfile.', 55);
  const { messages, ...header } = second;
  writeFileSync(path('15-45', 'json'), asText(first));
  const isLines = asText(second).split('\n').length < 3;
  const lines = [header, ...messages].map((record) => `${JSON.stringify(record)}\n`).join('');
  writeFileSync(path('22-09', isLines ? 'jsonl' : 'json'), isLines ? lines : asText(second));
  return { home, second: path('22-09', isLines ? 'jsonl' : 'json') };
}

describe.each([
  ['documents', (value: object) => JSON.stringify(value, undefined, 2)],
  ['a document and lines', (value: object) => JSON.stringify(value)],
])('two chats of one id with different turns, %s', (_, asText) => {
  const texts = [
    'rename the widget everywhere in the project',
    'Renamed it in all of the files.',
    'stage it',
    'Staged walrusfile.',
  ];

  it('are one session for lists, by id, by number and by path', async () => {
    const { home } = restarted(asText);
    const options = { homes: [home], agent: 'gemini' };
    const sessions = await listSessions(options);
    expect(sessions).toMatchObject([{ id: ID, firstPrompt: texts[0] }]);
    for (const key of [ID, `gemini:${ID}`, { path: sessions[0]?.path ?? '' }]) {
      expect((await loadSession(key, options)).map(extractText)).toEqual(texts);
    }
    for (const word of ['1', ID, `gemini:${ID}`]) {
      expect(await resolveSession(word, options)).toMatchObject({ info: { path: sessions[0]?.path } });
    }
  });

  it('are found by a search, also after one of them changed or went', async () => {
    const { home, second } = restarted(asText);
    const archive = await tempArchive({ homes: [home] });
    await archive.refresh();
    const hits = async (text: string) => (await archive.search({ text, mode: 'exact' }, { limit: 9 })).hits.length;
    expect([await hits('walrusfile'), await hits('rename the widget')]).toEqual([1, 1]);
    expect(await archive.refresh()).toMatchObject({ files: 0 });
    rmSync(second);
    await archive.refresh();
    expect(await hits('rename the widget')).toBe(1);
  });

  it('count each request once', async () => {
    const { home } = restarted(asText);
    const rows = [];
    for await (const row of scanUsage(findUsageFiles({ homes: [home], agent: 'gemini' }))) rows.push(row);
    expect(rows.map(({ input, output }) => input + output).sort()).toEqual([110, 55]);
    const archive = await tempArchive({ homes: [home] });
    await archive.refresh();
    const used = await archive.usage({ by: 'session' });
    expect(used).toHaveLength(1);
    expect(used[0]).toMatchObject({ key: expect.stringContaining(ID) });
    expect((used[0]?.input ?? 0) + (used[0]?.output ?? 0)).toBe(165);
  });
});
