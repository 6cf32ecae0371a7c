// Looks for random strings of messages in an archive of many sessions: node scripts/search-home.ts [SESSIONS] [STRINGS]
// What is looked for comes from the files, not from the archive. Then turns are appended to 50 files, and all that again.
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeArchiveHome } from '../bench/data/archive-home.ts';
import { claudeProjectLines } from '../bench/data/claude-project-lines.ts';
import { geminiChatLines } from '../bench/data/gemini-chat-lines.ts';
import { createManyWords } from '../bench/data/many-words.ts';
import { createRandom } from '../bench/data/random.ts';
import { makeUsageHome } from '../bench/data/usage-home.ts';
import { openArchive } from '../src/archive/index.ts';
import type { UnifiedContent } from '../src/core/messages/message.ts';
import { limits } from '../src/limits/index.ts';
import { listSessions, loadSession, type SessionInfo } from '../src/machine/sessions/index.ts';
import { createProgress } from './progress.ts';

const [sessions = 10_000, strings = 1000] = process.argv.slice(2).map(Number);
const APPENDS = 50;
const random = createRandom(Number(process.env.THREADLINE_SEED ?? 11));
const texts = createManyWords(createRandom(13));
const folder = mkdtempSync(join(tmpdir(), 'threadline-search-home-'));
const home = join(folder, 'home');

const progress = createProgress();
function say(line: string): void {
  progress('');
  process.stdout.write(`${line}\n`);
}

function textOf(content: UnifiedContent): string {
  if (content.type === 'text') return content.text;
  if (content.type === 'thinking') return content.thinking;
  return content.type === 'tool_result' ? content.content : '';
}

/** A string of 5 to 40 characters out of a random message of a session, and where it stands. */
async function pick(
  infos: readonly SessionInfo[],
): Promise<{ text: string; agent: string; thread: string; message: string }> {
  for (;;) {
    const info = infos[random.between(0, infos.length - 1)];
    const messages = info ? await loadSession({ path: info.path }, { homes: [] }) : [];
    const message = messages[random.between(0, messages.length - 1)];
    const said = (message?.content ?? []).map(textOf).filter((text) => text.length <= limits.maxKeptResultBytes);
    const characters = [...(said[random.between(0, said.length - 1)] ?? '')];
    if (!info || !message || characters.length < 5) continue;
    const start = random.between(0, characters.length - 5);
    const text = characters.slice(start, start + random.between(5, 40)).join('');
    return { text, agent: info.agent ?? '', thread: info.id, message: message.id };
  }
}

/** A turn that nobody has said yet, behind what stands in a file. */
function appendTurn(info: SessionInfo, count: number): void {
  const one = createRandom(2000 + count);
  const lines = (() => {
    if (info.agent === 'claude') return [...claudeProjectLines(one, texts, { sessionId: info.id, turns: 1 })];
    if (info.agent === 'gemini') return [...geminiChatLines(one, texts, { turns: 1 })].slice(1);
    const other = join(folder, `other-${count}`);
    makeUsageHome(other, 1, { seed: 3000 + count, texts });
    const [file = ''] = readFilesBelow(other);
    return file.trimEnd().split('\n').slice(1);
  })();
  appendFileSync(info.path, `${lines.join('\n')}\n`);
}

function readFilesBelow(path: string): string[] {
  return globSync('**/*.jsonl', { cwd: path }).map((name) => readFileSync(join(path, name), 'utf8'));
}

try {
  progress(`writing ${sessions} sessions`);
  say(`${(makeArchiveHome(home, sessions) / 1e6).toFixed(0)} MB in ${sessions} sessions`);
  const archive = await openArchive({
    folder: join(folder, 'data'),
    homes: [home],
    onProgress: ({ files, filesTotal }) => progress(`indexing: ${files} of ${filesTotal} sessions`),
  });

  async function look(infos: readonly SessionInfo[], count: number): Promise<number> {
    let lost = 0;
    for (let index = 0; index < count; index += 1) {
      progress(`looking for strings: ${index} of ${count}`);
      const { text, agent, thread, message } = await pick(infos);
      const isIt = (hit: { session: { threadId: string }; message: string }) =>
        hit.session.threadId === thread && hit.message === message;
      const page = await archive.search({ text, mode: 'exact' }, { limit: 20 });
      if (page.hits.some(isIt)) continue;
      // Others hold it, too, and are newer.
      const own = { text, mode: 'exact' as const, sessions: [{ agent, threadId: thread }] };
      if (page.next !== undefined && (await archive.search(own, { limit: 1000 })).hits.some(isIt)) continue;
      lost += 1;
      say(`missed: ${JSON.stringify(text)} of ${thread}#${message}`);
    }
    return lost;
  }

  await archive.refresh();
  const infos = await listSessions({ homes: [home] });
  const before = await look(infos, strings);
  say(`${strings - before} of ${strings} found`);
  const changed = Array.from({ length: APPENDS }, () => infos[random.between(0, infos.length - 1)]).filter(
    (info) => info !== undefined,
  );
  for (const [count, info] of changed.entries()) {
    appendTurn(info, count);
    if (count % 10 === 9) await archive.refresh();
  }
  const after = (await look(changed, strings / 2)) + (await look(infos, strings / 2));
  say(`${strings - after} of ${strings} found after ${APPENDS} appends`);
  say((await archive.verify()).join('\n') || 'the archive is right');
  await archive.close();
  process.exitCode = before + after > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
