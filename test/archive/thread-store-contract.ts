import fc from 'fast-check';
import { ThreadlineError } from 'threadline';
import type {
  FoldedBlock,
  FoldedHead,
  SearchQuery,
  SessionKey,
  StoreUsageFilter,
  StoreUsageQuery,
  ThreadSink,
  ThreadStore,
} from 'threadline/archive';
import type { UsageRow } from 'threadline/usage';
import { describe, expect, it } from 'vitest';
import { makeSecret } from '../made-secrets.ts';
import { compiled, randomRegex, regexCharacter } from './random-regex.ts';

/** A store that is empty, and the side that writes to it. */
export interface StoreUnderTest {
  store: ThreadStore;
  sink: ThreadSink;
  /** Lists the words of all that was written, where that is done apart. */
  listWords?(): void;
}

/** Each starts a thread. */
const PATTERNS = Number(process.env.THREADLINE_PATTERNS ?? 40);
const HOME = '/home/user/.codex';
const key = (threadId: string, agent = 'codex') => ({ agent, threadId, home: HOME });

function head(threadId: string, more: Partial<FoldedHead> = {}): FoldedHead {
  return {
    key: key(threadId),
    path: `${HOME}/${threadId}.jsonl`,
    archived: false,
    startedAt: 1000,
    endedAt: 2000,
    status: { now: 'working', until: 0, later: 'done' },
    turns: 1,
    messages: 2,
    tools: 0,
    errors: 0,
    problems: 0,
    size: 10,
    ...more,
  };
}

function said(text: string, at: number, more: Partial<FoldedBlock> = {}): FoldedBlock {
  return { message: `m${at}`, role: 'user', kind: 'text', inherited: false, at, line: 1, text, ...more };
}

function request(key: string, more: Partial<UsageRow> = {}): UsageRow {
  const counts = { input: 100, cached: 40, cacheWrite: 10, output: 7, reasoning: 3 };
  const place = { source: `${HOME}/one.jsonl`, line: 3 };
  return { agent: 'codex', threadId: 'one', key, at: 90_000_000, model: 'gpt-5.5', ...counts, ...place, ...more };
}

/** What every `ThreadStore` does, wherever it keeps its rows. */
export function threadStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  async function filled(): Promise<StoreUnderTest> {
    const made = await open();
    const { sink } = made;
    await sink.putSession({
      head: head('one', { project: '/work/a', model: 'gpt-5.5', title: 'First', endedAt: 3000 }),
      blocks: [
        said('Where does parseConfig throw?', 1000),
        said('', 1500, {
          role: 'assistant',
          kind: 'tool_use',
          tool: 'Read',
          toolUse: 't1',
          text: '/work/a/src/config.ts',
          input: '{"file_path":"/work/a/src/config.ts"}',
          touched: [{ path: '/work/a/src/config.ts', how: 'read' }],
        }),
        said('Error: ENOENT in foo_bar.ts', 1500, {
          role: 'assistant',
          kind: 'tool_result',
          tool: 'Read',
          toolUse: 't1',
          error: true,
        }),
        said('It throws in 設定ファイルの読み込み, see foo_bar.ts', 3000, { role: 'assistant' }),
      ],
    });
    await sink.putSession({
      head: head('two', { key: key('two', 'claude'), project: '/work/abc', model: 'claude-opus-5', endedAt: 5000 }),
      blocks: [said('Another parseConfig question', 4000), said('naïve réponse', 5000, { role: 'assistant' })],
    });
    await sink.putSession({
      head: head('child', { parentThread: 'one', project: '/work/a/sub', endedAt: 2500 }),
      blocks: [said('parseConfig for a sub-agent', 2500)],
    });
    return made;
  }
  /** One for all tests that only read. */
  let shared: Promise<StoreUnderTest> | undefined;
  const toRead = () => {
    shared ??= filled();
    return shared;
  };
  const texts = async (store: ThreadStore, query: SearchQuery, limit = 10) =>
    (await store.search(query, { limit })).hits.map(({ before, match, after }) => `${before}[${match}]${after}`);

  describe(`${name}: sessions`, () => {
    it('are listed the newest first, page by page, without those that agents started', async () => {
      const { store } = await toRead();
      const first = await store.listSessions({}, { limit: 1 });
      expect(first.rows.map((row) => row.key.threadId)).toEqual(['two']);
      const second = await store.listSessions({}, { limit: 1, cursor: first.next });
      expect(second.rows.map((row) => row.key.threadId)).toEqual(['one']);
      expect(second.next).toBeUndefined();
    });

    it.each<[string, object, string[]]>([
      ['agent', { agent: 'claude' }, ['two']],
      ['folder, without one whose name only begins so', { project: '/work/a', subagents: true }, ['one', 'child']],
      ['time', { since: 4000 }, ['two']],
      ['end', { until: 900 }, []],
      ['model', { model: 'gpt-5.5' }, ['one']],
      ['parent', { parentThread: 'one' }, ['child']],
      ['title, if they have one', { titled: true }, ['one']],
      ['what is left of them', { gone: true }, []],
    ])('are told apart by their %s', async (_, filter, expected) => {
      const { store } = await toRead();
      const { rows } = await store.listSessions(filter, { limit: 10 });
      expect(rows.map((row) => row.key.threadId)).toEqual(expected);
    });

    it('are found by their whole key, with or without the home', async () => {
      const { store } = await toRead();
      expect(await store.getSession({ agent: 'codex', threadId: 'one' })).toMatchObject({
        title: 'First',
        blocks: 4,
        gone: false,
        status: 'done',
      });
      expect(await store.getSession(key('one'))).toMatchObject({ key: key('one') });
      for (const other of [key('on'), key('one', 'claude'), { ...key('one'), home: '/other' }] satisfies SessionKey[]) {
        expect(await store.getSession(other)).toBeUndefined();
      }
    });

    it('in a folder of any system and script are found by it, and by no other', async () => {
      const { store, sink } = await open();
      const folders = ['/home/me/🚀rocket/sub', '/home/me/🚀rocketry', 'C:\\work\\a', 'C:\\workshop', '/home/me/a\\b'];
      for (const [index, project] of folders.entries()) {
        await sink.putSession({ head: head(`${index}`, { project }), blocks: [said('a secret plan', 1000 + index)] });
      }
      for (const [project, expected] of [
        ['/home/me/🚀rocket', ['0']],
        ['/home/me/🚀rocket/', ['0']],
        ['/home/me/🚀rocket/sub/', ['0']],
        ['C:\\work', ['2']],
        ['C:\\work\\', ['2']],
        ['/home/me/a', []],
        ['/', ['0', '1', '4']],
      ] as const) {
        const { rows } = await store.listSessions({ project }, { limit: 9 });
        expect(rows.map((row) => row.key.threadId).sort(), project).toEqual(expected);
        const { hits } = await store.search({ text: 'secret', mode: 'words', projects: [project] }, { limit: 9 });
        expect(hits.map(({ session }) => session.threadId).sort(), project).toEqual(expected);
      }
    });

    it('of any time follow each other page by page', async () => {
      const { store, sink } = await open();
      // Go writes its zero for a time that is not set.
      const times = [Date.parse('0001-01-01'), Date.parse('0001-01-01'), -1, 0, undefined, 4000];
      for (const [index, endedAt] of times.entries()) {
        const blocks = [said('parseConfig', Math.max(0, endedAt ?? 0))];
        await sink.putSession({ head: head(`${index}`, { startedAt: endedAt, endedAt }), blocks });
      }
      const seen: string[] = [];
      for (let cursor: string | undefined, page = 0; page < 9; page += 1) {
        const { rows, next } = await store.listSessions({}, { limit: 1, cursor });
        seen.push(...rows.map((row) => row.key.threadId));
        if (next === undefined) break;
        cursor = next;
      }
      expect([...seen].sort()).toEqual(['0', '1', '2', '3', '4', '5']);
      expect(seen.slice(0, 1)).toEqual(['5']);
      expect(seen.slice(3, 4)).toEqual(['2']);
    });

    it('give their blocks in their order, any part of them, with what a call was given', async () => {
      const { store } = await toRead();
      const rows = await store.readBlocks(key('one'), { from: 1, count: 2 });
      expect(rows).toMatchObject([
        { seq: 1, kind: 'tool_use', tool: 'Read', input: { file_path: '/work/a/src/config.ts' } },
        { seq: 2, kind: 'tool_result', error: true, text: 'Error: ENOENT in foo_bar.ts' },
      ]);
      expect(await store.readBlocks(key('one'), { from: 4, count: 9 })).toEqual([]);
      expect(await store.readBlocks(key('none'), { from: 0, count: 9 })).toEqual([]);
    });

    it('that are written again keep what is the same, and lose what is no longer there', async () => {
      const { store, sink } = await filled();
      const same = {
        head: head('two', { key: key('two', 'claude'), endedAt: 5000 }),
        blocks: [said('Another parseConfig question', 4000)],
      };
      expect(await sink.putSession(same)).toMatchObject({ written: 1 });
      expect(await sink.putSession(same)).toMatchObject({ written: 0 });
      expect(await texts(store, { text: 'reponse', mode: 'words' })).toEqual([]);
      expect(await store.readBlocks(key('two', 'claude'), { from: 0, count: 9 })).toHaveLength(1);
    });

    it('that are dropped leave nothing', async () => {
      const { store, sink } = await filled();
      await sink.dropSession(key('one'));
      expect(await store.getSession(key('one'))).toBeUndefined();
      expect(await store.filesTouched({})).toEqual([]);
      expect(await texts(store, { text: 'ENOENT', mode: 'exact' })).toEqual([]);
      await sink.dropSession(key('one'));
    });

    it('say by a fault that their file is gone', async () => {
      const { store } = await toRead();
      const read = async () => {
        for await (const _ of store.openRaw(key('none')));
      };
      await expect(read()).rejects.toThrow(ThreadlineError);
    });
  });

  describe(`${name}: search`, () => {
    it.each<[string, SearchQuery, string[]]>([
      ['words without case and accents', { text: 'NAIVE reponse', mode: 'words' }, ['[naïve] réponse']],
      [
        'other forms of a word',
        { text: 'throwing', mode: 'words' },
        ['It [throws] in 設定ファイルの読み込み, see foo_bar.ts', 'Where does parseConfig [throw]?'],
      ],
      ['the plural of a word', { text: 'questions', mode: 'words' }, ['Another parseConfig [question]']],
      ['no other form in a phrase', { text: 'parseConfig questions', mode: 'phrase' }, []],
      ['no other form as characters', { text: 'questions', mode: 'exact' }, []],
      ['the beginning of a word', { text: 'anoth*', mode: 'words' }, ['[Another] parseConfig question']],
      [
        'an identifier as words',
        { text: 'foo_bar throws', mode: 'words' },
        ['It [throws] in 設定ファイルの読み込み, see foo_bar.ts'],
      ],
      ['a phrase', { text: 'parseConfig question', mode: 'phrase' }, ['Another [parseConfig question]']],
      ['no phrase in another order', { text: 'question parseConfig', mode: 'phrase' }, []],
      ['characters as they are', { text: 'seConfig th', mode: 'exact' }, ['Where does par[seConfig th]row?']],
      ['not in another case', { text: 'enoent', mode: 'exact' }, []],
      [
        'characters inside of a sentence without spaces',
        { text: 'ファイルの', mode: 'exact' },
        ['It throws in 設定[ファイルの]読み込み, see foo_bar.ts'],
      ],
      [
        'two of them as words',
        { text: '設定', mode: 'words' },
        ['It throws in [設定]ファイルの読み込み, see foo_bar.ts'],
      ],
      ['one of them', { text: '読', mode: 'words' }, ['It throws in 設定ファイルの[読]み込み, see foo_bar.ts']],
      ['a pattern', { text: 'EN[A-Z]+T in \\w+', mode: 'regex' }, ['Error: [ENOENT in foo_bar].ts']],
      ['a pattern without case', { text: 'enoent', mode: 'regex', flags: 'i' }, ['Error: [ENOENT] in foo_bar.ts']],
      [
        'either of two patterns, whichever stands first',
        { text: 'Error: ENOENT\\x20in|naïve', mode: 'regex' },
        ['[naïve] réponse', '[Error: ENOENT in] foo_bar.ts'],
      ],
      [
        'a pattern that may be empty where it first stands',
        { text: '(?:ENO|réponse)*', mode: 'regex' },
        ['naïve [réponse]', 'Error: [ENO]ENT in foo_bar.ts'],
      ],
      ['nothing of a pattern that is always empty', { text: '\\b', mode: 'regex' }, []],
      ['nothing that is not there', { text: 'zebra', mode: 'words' }, []],
    ])('finds %s', async (_, query, expected) => {
      const { store } = await toRead();
      expect(await texts(store, query)).toEqual(expected);
    });

    it('knows the words that are near to one that nobody said, and tells them to nobody else', async () => {
      const { store } = await filled();
      expect(await store.nearWords?.('qestion')).toEqual(['question']);
      expect(await store.nearWords?.('zebra')).toEqual([]);
      expect(store.redacted().nearWords).toBeUndefined();
    });

    it('knows the same near words with a list of words as without, and those that came or went after it', async () => {
      const { store, sink, listWords } = await filled();
      const typed = ['qestion', 'qustion', 'parsConfig', 'reponce', 'zebra', 'throws'];
      const near = () => Promise.all(typed.map((word) => store.nearWords?.(word)));
      const before = await near();
      expect(before[1]).toEqual(['question']);
      await listWords?.();
      expect(await near()).toEqual(before);
      const sayNew = (text: string) =>
        sink.putSession({ head: head('new', { endedAt: 9000 }), blocks: [said(text, 8000)] });
      await sayNew('a giraffe');
      expect(await store.nearWords?.('girafe')).toEqual(['giraffe']);
      await listWords?.();
      await sayNew('a crocodile');
      expect(await store.nearWords?.('girafe')).toEqual([]);
    });

    it('counts the sessions that a filter leaves, as a list of them has', async () => {
      const { store } = await toRead();
      if (!store.countSessions) return;
      for (const filter of [{}, { subagents: true }, { agent: 'claude' }, { since: 4000 }, { model: 'gpt-5.5' }]) {
        const { rows } = await store.listSessions(filter, { limit: 100 });
        expect(await store.countSessions(filter)).toBe(rows.length);
        const inFolder = rows.filter(({ project = '' }) => `${project}/`.startsWith('/work/a/'));
        expect(await store.countSessions(filter, ['/work/a'])).toBe(inFolder.length);
        expect(await store.countSessions(filter, [])).toBe(0);
      }
    });

    it('gives the newest first, page by page, to the end', async () => {
      const { store } = await toRead();
      const seen: string[] = [];
      for (let cursor: string | undefined, page = 0; page < 5; page += 1) {
        const { hits, next } = await store.search({ text: 'parseConfig', mode: 'words' }, { limit: 1, cursor });
        seen.push(...hits.map(({ session }) => session.threadId));
        if (next === undefined) break;
        cursor = next;
      }
      expect(seen).toEqual(['two', 'child', 'one']);
    });

    it.each<[string, Partial<SearchQuery>, string[]]>([
      ['agent', { agent: 'claude' }, ['two']],
      ['agents', { agents: ['claude', 'gemini'] }, ['two']],
      ['agents, all of them', { agents: ['claude', 'codex'] }, ['two', 'child', 'one']],
      ['no agent at all', { agents: [] }, []],
      ['folders', { projects: ['/work/a'] }, ['child', 'one']],
      ['no folder at all', { projects: [] }, []],
      ['sessions', { sessions: [key('one')] }, ['one']],
      ['other sessions', { notSessions: [key('one')] }, ['two', 'child']],
      ['time', { since: 2000, until: 4000 }, ['child']],
      ['role', { role: 'assistant' }, []],
      ['model', { model: 'claude' }, ['two']],
      ['file', { file: 'src/config.ts' }, ['one']],
      ['file, not a part of its name', { file: 'fig.ts' }, []],
    ])('looks only at the wanted %s', async (_, filter, expected) => {
      const { store } = await toRead();
      for (const mode of ['words', 'exact', 'regex'] as const) {
        const { hits } = await store.search({ text: 'parseConfig', mode, ...filter }, { limit: 10 });
        expect(
          hits.map(({ session }) => session.threadId),
          mode,
        ).toEqual(expected);
      }
    });

    it('looks only at results that failed, at a tool, at a kind', async () => {
      const { store } = await toRead();
      for (const filter of [{ errors: true }, { kind: 'tool_result' }, { tool: 'Read', role: 'assistant' }] as const) {
        expect(await texts(store, { text: 'ENOENT', mode: 'words', ...filter })).toHaveLength(1);
      }
      expect(await texts(store, { text: 'question', mode: 'words', errors: true })).toEqual([]);
    });

    it('ranks where it can, and says what it looked at', async () => {
      const { store } = await toRead();
      const page = await store.search({ text: 'parseConfig', mode: 'words', best: true }, { limit: 2 });
      if (store.capabilities().rank) expect(page.hits).toHaveLength(2);
      expect(page.rankedOf).toBeUndefined();
      expect(page.searched.sessions).toBe(3);
      expect(page.searched.of).toBeGreaterThanOrEqual(3);
    });

    it('ranks what says it oftener, in fewer words, before what does not', async () => {
      const { store, sink } = await open();
      const texts = ['config', 'config and config in a text about config', `config ${'other words '.repeat(50)}`];
      await sink.putSession({ head: head('one'), blocks: texts.map((text, index) => said(text, 1000 + index)) });
      const { hits } = await store.search({ text: 'config', mode: 'words', best: true }, { limit: 10 });
      if (store.capabilities().rank) expect(hits.map(({ seq }) => seq).at(-1)).toBe(2);
      expect(hits).toHaveLength(3);
      const two = await store.search({ text: 'config and', mode: 'phrase', best: true }, { limit: 10 });
      expect(two.hits.map(({ seq }) => seq)).toEqual([1]);
    });

    it('does not give what a fork was given while the thread that it was made of is there', async () => {
      const { store, sink } = await filled();
      const copy = [said('Where does parseConfig throw?', 6000, { inherited: true })];
      await sink.putSession({ head: head('fork', { forkedFrom: 'one' }), blocks: copy });
      const find = () => texts(store, { text: 'Where does', mode: 'exact' });
      expect(await find()).toHaveLength(1);
      await sink.dropSession(key('one'));
      expect(await find()).toHaveLength(1);
    });

    it('does not give what a copy was handed over while its origin is there, and names the origin', async () => {
      const { store, sink } = await filled();
      const origin = { agent: 'codex', thread_id: 'one' };
      const copy = [said('Where does parseConfig throw?', 6000, { inherited: true }), said('Where does it end?', 7000)];
      await sink.putSession({ head: head('copy', { origin }), blocks: copy });
      expect(await store.getSession(key('copy'))).toMatchObject({ origin });
      expect((await store.getSession(key('copy')))?.forkedFrom).toBeUndefined();
      const find = () => texts(store, { text: 'Where does', mode: 'exact' });
      expect(await find()).toHaveLength(2);
      await sink.dropSession(key('one'));
      expect(await find()).toHaveLength(2);
    });

    it('takes letters for the same without case that JavaScript does', async () => {
      const { store, sink, listWords } = await open();
      const all = ['we miſs the point', '5 \u212aelvin more', 'ÉTUDE ONE', 'Ა\u10d1 two', 'ϐ three', 'STRAẞE four'];
      await sink.putSession({ head: head('one'), blocks: all.map((text, index) => said(text, 1000 + index)) });
      listWords?.();
      for (const [index, pattern] of [
        'miss the',
        'iss',
        'kelvin more',
        'étude one',
        '\u10d0\u10d1 two',
        'β three',
        'straße four',
      ].entries()) {
        const { hits } = await store.search({ text: pattern, mode: 'regex', flags: 'i' }, { limit: 9 });
        expect(
          hits.map(({ seq }) => seq),
          pattern,
        ).toEqual([Math.max(0, index - 1)]);
      }
    });

    it('finds by any pattern what a look at every text finds', async () => {
      const { store, sink, listWords } = await open();
      const words = fc.array(fc.string({ unit: regexCharacter, minLength: 1, maxLength: 6 }), { maxLength: 8 });
      const all = fc.sample(words, { seed: 7, numRuns: 60 }).map((some) => some.join(' ').toWellFormed());
      const found = all.map((text, seq) => ({ text, seq })).filter(({ text }) => text !== '');
      await sink.putSession({ head: head('one'), blocks: all.map((text, index) => said(text, 1000 + index)) });
      listWords?.();
      let hits = 0;
      for (const { source, flags } of fc.sample(randomRegex, { seed: 11, numRuns: PATTERNS })) {
        const expected = found.flatMap(({ text, seq }) => {
          const [match] = [...text.matchAll(compiled(source, flags))].filter(([one]) => one !== '');
          return match ? `${seq}: ${match[0]}` : [];
        });
        const page = await store.search({ text: source, mode: 'regex', flags }, { limit: 100 });
        const got = page.hits.map(({ seq, match }) => `${seq}: ${match}`);
        expect(got.sort(), `/${source}/${flags}`).toEqual(expected.sort());
        hits += got.length;
      }
      expect(hits).toBeGreaterThan(3 * PATTERNS);
    });

    it.each<[string, unknown]>([
      ['an empty text', { text: '', mode: 'words' }],
      ['a mode that is none', { text: 'a', mode: 'best' }],
      ['a pattern that is none', { text: '(', mode: 'regex' }],
      ['flags that are none', { text: 'a', mode: 'regex', flags: 'g' }],
    ])('throws a TypeError for %s', async (_, query) => {
      const { store } = await toRead();
      // A caller without types.
      await expect(store.search(query as SearchQuery, { limit: 1 })).rejects.toThrow(TypeError);
      await expect(store.search({ text: 'a', mode: 'words' }, { limit: 1, cursor: 'x' })).rejects.toThrow(TypeError);
    });

    it.each([
      '"',
      "'",
      '*',
      'a OR',
      'NEAR(',
      '^',
      '-',
      '\0',
      'x'.repeat(100_000),
      '🤖',
      '""" AND "',
      '%',
      '\\',
      '\ud800',
    ])('takes %j for text, whatever it means elsewhere', async (text) => {
      const { store, sink } = await open();
      await sink.putSession({ head: head('odd'), blocks: [said(`before ${text} after`, 1000)] });
      for (const mode of ['words', 'phrase', 'exact'] as const) await store.search({ text, mode }, { limit: 1 });
      expect(await texts(store, { text, mode: 'exact' })).toHaveLength(1);
    });
  });

  describe(`${name}: what others see`, () => {
    const { secret, text } = makeSecret('github-token', 5);
    const path = `/work/${secret}.txt`;
    const call = { role: 'assistant', kind: 'tool_use', tool: 'Write', toolUse: 't.Write.hash' } as const;
    async function told(): Promise<StoreUnderTest> {
      const made = await open();
      await made.sink.putSession({
        head: head('one', { title: `about ${text}`, firstPrompt: `zebra ${text}`, project: '/work' }),
        blocks: [
          said(`zebra ${text} giraffe`, 1000),
          said('', 2000, {
            ...call,
            text: `${path}\nplain`,
            input: JSON.stringify({ file_path: path }),
            touched: [{ path, how: 'written' }],
          }),
          said('written', 2000, { role: 'assistant', kind: 'tool_result', tool: 'Write', toolUse: 't.Write.hash' }),
          said('zebra and nothing else', 3000),
        ],
      });
      made.listWords?.();
      return made;
    }
    const modes = ['words', 'phrase', 'exact', 'regex'] as const;

    it('is redacted: blocks, titles, first prompts and files', async () => {
      const { store } = await told();
      const others = store.redacted();
      const row = await others.getSession(key('one'));
      expect(row).toMatchObject({
        title: 'about [redacted:github-token]',
        firstPrompt: 'zebra [redacted:github-token]',
      });
      expect((await others.listSessions({}, { limit: 9 })).rows).toEqual([row]);
      const blocks = await others.readBlocks(key('one'), { from: 0, count: 9 });
      expect(blocks.map((block) => block.text)).toEqual([
        'zebra [redacted:github-token] giraffe',
        '/work/[redacted:github-token].txt\nplain',
        'written',
        'zebra and nothing else',
      ]);
      expect(blocks[1]?.input).toEqual({ file_path: '/work/[redacted:github-token].txt' });
      expect(await others.filesTouched({})).toMatchObject([{ path: '/work/[redacted:github-token].txt' }]);
      expect(JSON.stringify([row, blocks])).not.toContain(secret.slice(4, 12));
      expect(() => others.openRaw(key('one'))).toThrow(ThreadlineError);
      expect(others.redacted()).toBe(others);
    });

    it('has no ids that are made of a secret, and the same ids wherever it is read from', async () => {
      const { store } = await told();
      const others = store.redacted();
      const blocks = await others.readBlocks(key('one'), { from: 0, count: 9 });
      expect(blocks.map(({ message, toolUse }) => [message, toolUse])).toEqual([
        ['block-0', undefined],
        ['block-1', undefined],
        ['block-1', undefined],
        ['m3000', undefined],
      ]);
      expect(await others.readBlocks(key('one'), { from: 2, count: 1 })).toEqual(blocks.slice(2, 3));
      const { hits } = await others.search({ text: 'zebra', mode: 'words' }, { limit: 9 });
      expect(hits.map(({ message }) => message)).toEqual(['m3000', 'block-0']);
    });

    it.each(modes)('is all that %s find, while the owner finds everything', async (mode) => {
      const { store } = await told();
      const find = async (from: ThreadStore, wanted: string, more: Partial<SearchQuery> = {}) =>
        (await from.search({ text: wanted, mode, ...more }, { limit: 9 })).hits.map(({ seq }) => seq);
      const others = store.redacted();
      const word = secret.slice(4);
      for (const guess of [secret, word, ...(mode === 'words' ? [`${word.slice(0, 5)}*`] : [word.slice(0, 5)])]) {
        expect(await find(others, guess), guess).toEqual([]);
        if (mode !== 'phrase' || guess.length > 5) expect(await find(store, guess), guess).toEqual([1, 0]);
      }
      for (const wanted of ['zebra', 'giraffe', 'written']) {
        expect(await find(others, wanted)).toEqual(await find(store, wanted));
      }
      expect(await find(others, 'redacted')).toEqual([1, 0]);
      expect(await find(store, 'redacted')).toEqual([]);
      expect(await find(others, 'zebra', { file: `${secret}.txt` })).toEqual([]);
      expect(await find(store, 'zebra', { file: `${secret}.txt` })).toEqual([3, 0]);
      expect(await find(others, 'zebra', { file: '[redacted:github-token].txt' })).toEqual([3, 0]);
      if (mode !== 'words' && mode !== 'phrase') return;
      expect((await find(store, 'zebra', { best: true })).sort()).toEqual([0, 3]);
      expect((await find(store, word, { best: true })).sort()).toEqual([0, 1]);
      expect(await find(others, word, { best: true })).toEqual([]);
      expect((await find(others, 'zebra', { best: true })).sort()).toEqual([0, 3]);
    });

    it('is all that filters compare: models and folders too', async () => {
      const { store, sink } = await open();
      const odd = { model: `gpt ${secret}`, project: `/work/${secret}/sub` };
      await sink.putSession({ head: head('one', odd), blocks: [said('zebra', 1000)] });
      const others = store.redacted();
      const find = async (from: ThreadStore, more: Partial<SearchQuery>) =>
        (await from.search({ text: 'zebra', mode: 'words', ...more }, { limit: 9 })).hits.length;
      const guess = secret.slice(0, 8);
      for (const more of [{ model: `gpt ${guess}` }, { projects: [`/work/${secret}`] }]) {
        expect([await find(store, more), await find(others, more)], JSON.stringify(more)).toEqual([1, 0]);
      }
      const shown = ['gpt [redacted:', '/work/[redacted:github-token]'] as const;
      for (const more of [{ model: 'gpt ' }, { model: shown[0] }, { projects: ['/work'] }, { projects: [shown[1]] }]) {
        expect(await find(others, more), JSON.stringify(more)).toBe(1);
      }
      const list = async (filter: object) => (await others.listSessions(filter, { limit: 9 })).rows.length;
      expect(await list({ project: `/work/${secret}` })).toBe(0);
      expect(await list({ model: odd.model })).toBe(0);
      expect(await list({ project: shown[1] })).toBe(1);
      // Folders are chosen by whoever has the store, as sessions name them.
      expect(await find(others, { folders: [odd.project] })).toBe(1);
      expect(await find(others, { folders: ['/work'] })).toBe(0);
    });

    it('follows what changes: a text that loses its secret, one that gets one, and a session that goes', async () => {
      const { store, sink } = await told();
      const others = store.redacted();
      const find = async (wanted: string) =>
        (await others.search({ text: wanted, mode: 'exact' }, { limit: 9 })).hits.map(
          ({ before, match, after }) => before + match + after,
        );
      await sink.putSession({ head: head('one'), blocks: [said('zebra without', 1000), said(`${text} zebra`, 3000)] });
      expect(await find('zebra')).toEqual(['[redacted:github-token] zebra', 'zebra without']);
      expect((await store.search({ text: secret, mode: 'exact' }, { limit: 9 })).hits).toMatchObject([{ seq: 1 }]);
      await sink.dropSession(key('one'));
      expect(await find('zebra')).toEqual([]);
      expect((await store.search({ text: secret, mode: 'exact' }, { limit: 9 })).hits).toEqual([]);
    });
  });

  describe(`${name}: files, usage and changes`, () => {
    it('says who touched a file, by its whole path or its last parts', async () => {
      const { store } = await toRead();
      const row = { session: key('one'), path: '/work/a/src/config.ts', how: 'read', count: 1 };
      for (const path of ['/work/a/src/config.ts', 'src/config.ts', 'config.ts']) {
        expect(await store.filesTouched({ path })).toEqual([row]);
      }
      expect(await store.filesTouched({ path: 'onfig.ts' })).toEqual([]);
      expect(await store.filesTouched({ session: key('two', 'claude') })).toEqual([]);
    });

    it('finds a touched file by its last parts, in any script and of any system', async () => {
      const { store, sink } = await open();
      const paths = ['/work/🚀rocket/🛰️orbit.ts', 'C:\\work\\🚀rocket\\🛰️orbit.ts', '/work/x🛰️orbit.ts'];
      const touched = paths.map((path) => ({ path, how: 'read' as const }));
      await sink.putSession({ head: head('one'), blocks: [said('', 1000, { kind: 'tool_use', touched })] });
      const found = async (path: string) => (await store.filesTouched({ path })).map((row) => row.path).sort();
      expect(await found('🛰️orbit.ts')).toEqual(paths.slice(0, 2));
      expect(await found('🚀rocket/🛰️orbit.ts')).toEqual(paths.slice(0, 1));
      expect(await found('🚀rocket\\🛰️orbit.ts')).toEqual(paths.slice(1, 2));
      const { hits } = await store.search({ text: 'x', mode: 'exact', file: '🛰️orbit.ts' }, { limit: 1 });
      expect(hits).toEqual([]);
    });

    it('tells of a session that changes after the one that changed last was dropped', async () => {
      const { store, sink } = await filled();
      const stop = new AbortController();
      const seen: string[] = [];
      for await (const { session } of store.changes('0', stop.signal)) {
        seen.push(session.threadId);
        if (seen.length === 3) {
          await sink.dropSession(key('child'));
          await sink.putSession({ head: head('one'), blocks: [said('other words', 9000)] });
        }
        if (seen.length === 4) stop.abort();
      }
      expect(seen).toEqual(['one', 'two', 'child', 'one']);
    }, 5000);

    it('tells of sessions that change, from now on or since a place', async () => {
      const { store, sink } = await filled();
      const stop = new AbortController();
      const seen: string[] = [];
      for await (const change of store.changes('0', stop.signal)) {
        seen.push(`${change.kind} ${change.session.threadId}`);
        if (seen.length === 3) await sink.putSession({ head: head('four'), blocks: [said('new', 9000)] });
        if (seen.length === 4) stop.abort();
      }
      expect(seen).toEqual(['changed one', 'changed two', 'changed child', 'changed four']);
    });

    it('counts each request once, whichever sessions tell it, also when one of them is dropped', async () => {
      const { store, sink } = await open();
      const shared = request('resp_1');
      const fork = { ...shared, threadId: 'two', source: `${HOME}/two.jsonl` };
      const own = request('resp_2', { at: 180_000_000, project: '/work/a', model: 'o3', output: 1 });
      await sink.putSession({ head: head('one'), blocks: [], usage: [shared, own] });
      // A line is the name of a request only in its own thread.
      const lines = [request('L3', { agent: 'codex', threadId: 'two' }), request('L3', { threadId: 'three' })];
      await sink.putSession({ head: head('two'), blocks: [], usage: [fork, ...lines.slice(0, 1)] });
      await sink.putSession({ head: head('three'), blocks: [], usage: lines.slice(1) });
      const sums = async () => (await store.usage({ by: 'agent' }))[0];
      expect(await sums()).toEqual({
        key: 'codex',
        requests: 4,
        input: 400,
        cached: 160,
        cacheWrite: 40,
        output: 22,
        reasoning: 12,
      });
      await sink.putSession({ head: head('one'), blocks: [], usage: [shared, own] });
      expect(await sums()).toMatchObject({ requests: 4 });
      await sink.dropSession(key('one'));
      expect(await sums()).toMatchObject({ requests: 3, input: 300 });
      await sink.dropSession(key('two'));
      expect(await sums()).toMatchObject({ requests: 1 });
    });

    it('sums requests by what is asked, and gives them the newest first, page by page', async () => {
      const { store, sink } = await open();
      const usage = [
        request('resp_1', { project: '/work/a' }),
        request('resp_2', { at: 180_000_000, project: '/work/ab', model: 'o3', tier: 'flex', output: 1 }),
        request('resp_3', { at: 0, model: undefined, cacheWriteHour: 4 }),
      ];
      await sink.putSession({ head: head('one'), blocks: [], usage });
      const by = async (group: StoreUsageQuery['by'], filter: StoreUsageFilter = {}) =>
        (await store.usage({ by: group, zone: 'UTC', ...filter })).map((sum) => `${sum.key} ${sum.requests}`);
      expect(await by('day')).toEqual(['1970-01-02 1', '1970-01-03 1', 'unknown 1']);
      expect(await by('session')).toEqual(['one 3']);
      expect(await by('project')).toEqual([' 1', '/work/a 1', '/work/ab 1']);
      expect(await by('model')).toEqual([' 1', 'gpt-5.5 1', 'o3 1']);
      expect(await by('agent', { project: '/work/a' })).toEqual(['codex 1']);
      expect(await by('agent', { since: 180_000_000 })).toEqual(['codex 1']);
      expect(await by('agent', { until: 180_000_000 })).toEqual(['codex 1']);
      // A request without a time is in no window of time.
      expect(await by('agent', { since: 0 })).toEqual(['codex 2']);
      expect(await by('agent', { since: -1, until: 200_000_000 })).toEqual(['codex 2']);
      expect((await store.usageRows({ until: 200_000_000 }, { limit: 9 })).rows).toEqual([usage[1], usage[0]]);
      expect(await by('agent', { agent: 'claude' })).toEqual([]);
      expect(await by('agent', { session: { agent: 'codex', threadId: 'ONE' } })).toEqual(['codex 3']);
      const first = await store.usageRows({}, { limit: 2 });
      const second = await store.usageRows({}, { limit: 2, cursor: first.next });
      expect([...first.rows, ...second.rows]).toEqual([usage[1], usage[0], usage[2]]);
      expect(second.next).toBeUndefined();
    });

    it('takes over whatever changes of a request', async () => {
      const { store, sink } = await open();
      let known = request('resp_1', { cacheWriteHour: 1, tier: 'flex', project: '/work/a' });
      const changes: Partial<UsageRow>[] = [
        { at: 90_000_001 },
        { project: '/work/b' },
        { model: 'o3' },
        { tier: undefined },
        { input: 101 },
        { cached: 41 },
        { cacheWrite: 11 },
        { cacheWriteHour: 2 },
        { output: 8 },
        { reasoning: 4 },
        { source: `${HOME}/moved.jsonl` },
        { line: 4 },
      ];
      for (const change of [{}, ...changes]) {
        known = { ...known, ...change };
        await sink.putSession({ head: head('one'), blocks: [], usage: [known] });
        expect((await store.usageRows({}, { limit: 9 })).rows, JSON.stringify(change)).toEqual([known]);
      }
    });

    it('tells machines apart where it holds many', async () => {
      const { store, sink } = await open();
      for (const machine of ['laptop', 'ci']) {
        await sink.putSession({
          head: head(machine, { machine }),
          blocks: [said('parseConfig on a machine', 1000)],
          usage: [request(machine, { threadId: machine })],
        });
      }
      const { machines } = store.capabilities();
      const { rows } = await store.listSessions({ machine: 'ci' }, { limit: 10 });
      expect(rows.map((row) => row.machine)).toEqual(machines ? ['ci'] : []);
      const { hits } = await store.search({ text: 'parseConfig', mode: 'exact', machine: 'ci' }, { limit: 10 });
      expect(hits.map((hit) => hit.machine)).toEqual(machines ? ['ci'] : []);
      expect(await store.usage({ by: 'agent', machine: 'ci' })).toHaveLength(machines ? 1 : 0);
      const sums = await store.usage({ by: 'machine' });
      expect(sums.map((sum) => sum.key)).toEqual(machines ? ['ci', 'laptop'] : ['']);
    });

    it.each([-8.64e15, -210_866_803_200_000.5, 0.5, 8.64e15])(
      'is asked of any time that a Date can hold, and of parts of a millisecond: %d',
      async (time) => {
        const { store } = await toRead();
        const all = { since: -8.64e15, until: 8.64e15 };
        for (const when of [{ since: time }, { until: time }, { ...all, since: time }]) {
          const isEarly = 'since' in when && time < 1;
          const { rows } = await store.listSessions(when, { limit: 100 });
          expect(rows.length > 0).toBe(isEarly || ('until' in when && time > 1 && !('since' in when)));
          for (const mode of ['words', 'exact'] as const)
            await store.search({ text: 'parseConfig', mode, ...when }, { limit: 1 });
          expect(await store.usage({ by: 'agent', ...when })).toEqual([]);
          expect(await store.usageRows(when, { limit: 1 })).toEqual({ rows: [] });
          if (store.usageBy) expect((await store.usageBy({ by: ['machine'], ...when })).total).toBe(0);
        }
      },
    );

    it('takes a cursor only where it was given', async () => {
      const { store } = await toRead();
      const { next: ofList } = await store.listSessions({}, { limit: 1 });
      const { next: ofSearch } = await store.search({ text: 'parseConfig', mode: 'words' }, { limit: 1 });
      const cursors = [ofSearch, '', '1.', 'now', "1' or true", '9'.repeat(40)];
      for (const cursor of cursors) {
        await expect(store.listSessions({}, { limit: 1, cursor }), cursor).rejects.toThrow(TypeError);
      }
      const query = { text: 'parseConfig', mode: 'words' } as const;
      await expect(store.search(query, { limit: 1, cursor: ofList })).rejects.toThrow(TypeError);
      await expect(store.usageRows({}, { limit: 1, cursor: ofList })).rejects.toThrow(TypeError);
    });

    it('has no usage where nothing was used', async () => {
      const { store } = await toRead();
      expect(await store.usage({ by: 'day', zone: 'UTC' })).toEqual([]);
      expect(await store.usageRows({}, { limit: 1 })).toEqual({ rows: [] });
    });
  });
}
