import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { geminiChatLines } from './data/gemini-chat-lines.ts';
import { createManyWords } from './data/many-words.ts';
import { createRandom, type Random } from './data/random.ts';
import type { Texts } from './data/texts.ts';
import { makeUsageHome } from './data/usage-home.ts';
import { print } from './print.ts';
import { root } from './subject.ts';

const SESSIONS = 10_000;
const program = fileURLToPath(new URL('archive-process.ts', import.meta.url));

/** The archive on a home of Codex 60 %, Claude 30 %, Gemini 10 %. Tells whether all targets were met. */
export function compareArchive(folder: string, scale: number): boolean {
  const module = join(root, 'dist/archive/index.js');
  if (!existsSync(module)) {
    print('target archive: skipped (it needs a build)');
    return true;
  }
  const home = join(folder, 'archive-home');
  const bytes = makeHome(home, Math.ceil(SESSIONS * scale));
  const ended = spawnSync(process.execPath, [program, module, home, join(folder, 'archive-work')], {
    encoding: 'utf8',
  });
  rmSync(home, { recursive: true, force: true });
  if (ended.status !== 0) throw new Error(`the archive failed: ${ended.stderr}`);
  const found = JSON.parse(ended.stdout);
  print(`archive of ${(bytes / 1e6).toFixed(0)} MB, ${found.blocks} blocks: ${(found.index / 1000).toFixed(1)} s CPU`);
  return [
    atMost(
      'first index, CPU time against the bare word index of the same texts',
      found.index / found.bareFts,
      2.2,
      'x',
    ),
    atMost('first index, peak memory', found.peakMb, 200, ' MB'),
    atMost('size against the files', found.database / bytes, 0.35, 'x'),
    atMost('nothing new, CPU time over a walk of the same files', found.again / found.walk, 1.6, 'x'),
    atMost('a rare word, CPU time', found.rare, 1, ' ms'),
    atMost('exact strings that were not found', found.missed, 0, ''),
    atMost('exact strings, p95 of CPU time against a look at all texts', found.p95 / found.scan, 0.5, 'x'),
  ].every(Boolean);
}

function makeHome(home: string, sessions: number): number {
  const random = createRandom(2);
  const texts = createManyWords(createRandom(3));
  let { bytes } = makeUsageHome(home, Math.ceil(sessions * 0.6), { texts });
  const write = (path: string, lines: Iterable<string>) => {
    const text = `${[...lines].join('\n')}\n`;
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    bytes += Buffer.byteLength(text);
  };
  for (let index = 0; index < sessions * 0.3; index += 1) {
    const id = `${random.hex(8)}-1111-4222-8333-${random.hex(12)}`;
    write(join(home, 'projects', `-project-${index % 20}`, `${id}.jsonl`), claudeLines(id, index, random, texts));
  }
  for (let index = 0; index < sessions * 0.1; index += 1) {
    const name = `session-2026-01-01T00-00-${random.hex(8)}.jsonl`;
    write(join(home, 'tmp', random.hex(64), 'chats', name), geminiChatLines(random, texts));
  }
  return bytes;
}

/** A session of Claude Code: prompts, calls, results, answers. */
function* claudeLines(sessionId: string, number: number, random: Random, texts: Texts): Generator<string> {
  let parentUuid: string | null = null;
  const start = Date.UTC(2026, 0, 1) + number * 3_600_000;
  for (let step = 0; step < 40; step += 1) {
    const uuid = `${random.hex(8)}-2222-4222-8333-${random.hex(12)}`;
    const timestamp = new Date(start + step * 5000).toISOString();
    const common = { sessionId, cwd: `/project/${number % 20}`, version: '2.1.20', uuid, parentUuid, timestamp };
    const id = `toolu_${step}`;
    if (step % 4 === 0)
      yield JSON.stringify({
        ...common,
        type: 'user',
        message: { role: 'user', content: texts.prose(random.longTail(80, 2000)) },
      });
    else if (step % 4 === 2) {
      const content = [
        { type: 'tool_result', tool_use_id: `toolu_${step - 1}`, content: texts.output(random.longTail(400, 12_000)) },
      ];
      yield JSON.stringify({ ...common, type: 'user', message: { role: 'user', content } });
    } else {
      const text = { type: 'text', text: texts.prose(random.longTail(60, 2500)) };
      const call = { type: 'tool_use', id, name: 'Bash', input: { command: texts.prose(60) } };
      const usage = {
        input_tokens: 10,
        output_tokens: 100,
        cache_read_input_tokens: 9000,
        cache_creation_input_tokens: 10,
      };
      const message = {
        id: `msg_${uuid}`,
        role: 'assistant',
        model: 'claude-opus-5',
        content: [step % 4 === 1 ? call : text],
        usage,
      };
      yield JSON.stringify({ ...common, type: 'assistant', requestId: `req_${uuid}`, message });
    }
    parentUuid = uuid;
  }
}

function atMost(name: string, value: number, bound: number, unit: string): boolean {
  const passed = value <= bound;
  print(`target archive ${name}: ${value.toFixed(2)}${unit} (at most ${bound}${unit}) ${passed ? 'pass' : 'FAIL'}`);
  return passed;
}
