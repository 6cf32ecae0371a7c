import { appendFileSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { assistantText, call, event, line, meta, output, userText } from '../rollout-lines.ts';

/** Makes the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  'the error in parseConfig failed_with ENOENT src/archive/open.ts 日本語の文章 検索エンジン 🤖 naïve Ünïcode Привет мир a1b2c3 foo.bar() "quoted" {json: true} 한국어 https://example.com/?q=1 e\u0301tude tab\tand\nnewline … x y z 42 deadlock'.split(
    ' ',
  );

export function randomText(random: () => number, most = 40): string {
  const count = 1 + Math.floor(random() * most);
  const pick = () => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  const made = () => (random() < 0.2 ? Math.floor(random() * 2 ** 40).toString(36) : pick());
  return Array.from({ length: count }, made).join(random() < 0.1 ? '' : ' ');
}

export const codexId = (number: number): string => `019bb7f1-4100-7000-8000-${String(number).padStart(12, '0')}`;
export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A turn of a Codex session with a question, a command and an answer. */
export function codexTurn(number: number, texts: { ask: string; result: string; answer: string }): string {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const records = [
    event('task_started', { turn_id: `turn-${number}` }),
    line('turn_context', { turn_id: `turn-${number}`, cwd: '/project', model: 'gpt-5.5' }),
    userText(texts.ask),
    event('user_message', { message: texts.ask }),
    call('shell', { command: ['bash', '-lc', `grep -rn '${number}' src`] }, `call-${number}`),
    output(JSON.stringify({ output: texts.result, metadata: { exit_code: 0 } }), `call-${number}`),
    assistantText(texts.answer),
    event('agent_message', { message: texts.answer }),
    event('token_count', {
      info: { total_token_usage: counts(number + 1), last_token_usage: counts(1), model_context_window: 400_000 },
    }),
    event('task_complete', { turn_id: `turn-${number}` }),
  ];
  return jsonLines(records.map((record) => ({ ...record, timestamp })));
}

const counts = (times: number) => ({
  input_tokens: 100 * times,
  cached_input_tokens: 50 * times,
  output_tokens: 10 * times,
  reasoning_output_tokens: times,
  total_tokens: 110 * times,
});

export const codexHead = (id: string, fields: Record<string, unknown> = {}): string =>
  jsonLines([meta({ id, ...fields })]);

/** A home of Codex on disk, and what can happen to its files. */
export interface MadeHome {
  path: string;
  file(number: number): string;
  write(number: number, text: string): void;
  append(number: number, text: string): void;
  pack(number: number, text: string): void;
  remove(number: number): void;
}

export function madeHome(path: string): MadeHome {
  let clock = Date.UTC(2026, 0, 1);
  const file = (number: number) =>
    join(path, 'sessions', '2026', '01', '01', `rollout-2026-01-01T00-00-00-${codexId(number)}.jsonl`);
  mkdirSync(dirname(file(0)), { recursive: true });
  /** Each change is seen by its time: clocks of file systems are coarser than tests are fast. */
  const stamp = (name: string) => {
    clock += 1000;
    utimesSync(name, clock / 1000, clock / 1000);
  };
  return {
    path,
    file,
    write(number, text) {
      rmSync(`${file(number)}.zst`, { force: true });
      writeFileSync(file(number), text);
      stamp(file(number));
    },
    append(number, text) {
      appendFileSync(file(number), text);
      stamp(file(number));
    },
    pack(number, text) {
      rmSync(file(number), { force: true });
      writeFileSync(`${file(number)}.zst`, zstdCompressSync(text));
      stamp(`${file(number)}.zst`);
    },
    remove(number) {
      for (const name of [file(number), `${file(number)}.zst`]) if (existsSync(name)) rmSync(name);
    },
  };
}

/** A session of Claude Code, as its file has it. */
export function claudeSession(home: string, id: string, texts: readonly string[], more: object = {}): string {
  const records = texts.map((text, index) => {
    const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const common = {
      sessionId: id,
      cwd: '/project/claude',
      version: '2.1.20',
      uuid,
      parentUuid: null,
      gitBranch: 'main',
    };
    const timestamp = new Date(Date.UTC(2026, 1, 1) + index * 1000).toISOString();
    if (index % 2 === 0)
      return { ...common, ...more, timestamp, type: 'user', message: { role: 'user', content: text } };
    const usage = { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 5, cache_creation_input_tokens: 6 };
    const message = {
      id: `msg_${id}_${index}`,
      role: 'assistant',
      model: 'claude-opus-5',
      content: [{ type: 'text', text }],
      usage,
    };
    return { ...common, ...more, timestamp, type: 'assistant', requestId: `req_${id}_${index}`, message };
  });
  for (const [index, record] of records.entries()) {
    if (index > 0) Object.assign(record, { parentUuid: records[index - 1]?.uuid });
  }
  const path = join(home, 'projects', '-project-claude', `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jsonLines(records));
  return path;
}

/** A chat of Gemini CLI. */
export function geminiChat(home: string, id: string, texts: readonly string[]): string {
  const timestamp = '2026-03-01T10:00:00.000Z';
  const records = [
    { sessionId: id, projectHash: 'a'.repeat(64), startTime: timestamp, lastUpdated: timestamp, kind: 'main' },
    ...texts.map((text, index) =>
      index % 2 === 0
        ? { id: `${id}-${index}`, timestamp, type: 'user', content: [{ text }] }
        : {
            id: `${id}-${index}`,
            timestamp,
            type: 'gemini',
            content: text,
            thoughts: [],
            tokens: { input: 10, output: 2, cached: 1, thoughts: 1, tool: 0, total: 13 },
            model: 'gemini-2.5-pro',
          },
    ),
  ];
  const path = join(home, 'tmp', 'a'.repeat(64), 'chats', `session-2026-03-01T10-00-${id.slice(0, 8)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, jsonLines(records));
  return path;
}
