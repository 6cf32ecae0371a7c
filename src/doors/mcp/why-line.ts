import { lstat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { BlockRow, SessionRow, ThreadStore } from '../../archive/index.ts';
import { createRedactor } from '../../core/redact/index.ts';
import type { Writer } from '../../core/replay/replay.ts';
import { ThreadlineError } from '../../errors.ts';
import { openRepository, type Repository } from '../../machine/git/repository.ts';
import { blamePath, type FileLine } from '../../machine/provenance/blame-path.ts';
import { realBelow } from '../../machine/provenance/real-below.ts';
import { lineTrue, redactedIndex } from '../../machine/provenance/redacted-index.ts';
import { cutText, refusal, untrusted } from './answer.ts';
import { sessionFacts, UNREDACTED } from './session-facts.ts';
import { type CallContext, defineTool, NO_EDITS, timeText } from './tool.ts';

const LONGEST_TEXT = 4000;
/** Blocks before a call among which its prompt is looked for. */
const MOST_BEFORE = 200;

const input = z.object({
  file: z.string().min(1).max(4096).describe('A file of the repository that the server was started in'),
  line: z.int().min(1).max(100_000_000).describe('Number of the line, from 1'),
  rev: z.string().min(1).max(200).optional().describe('A revision; the file as it lies in the work tree by default'),
});

export const whyLineTool = defineTool({
  name: 'why_line',
  title: 'Why a line is there',
  description:
    'Tells which earlier session wrote a line of a file, by comparing texts: the prompt, what the agent said before it ' +
    'wrote, the model, and how sure the answer is (proven, derived, probable or unknown).',
  input,
  async run({ file, line, rev }, context) {
    if (!context.provenance) return refusal(NO_EDITS);
    const repository = await openRepository(context.provenance.folder).catch(() => undefined);
    if (!repository) return refusal('the server was not started in a git repository');
    try {
      const path = await ownPath(repository, context.provenance.folder, file, rev !== undefined);
      if (path === undefined) return refusal('there is no such file in the repository');
      const found = await blameLine(repository, path, line, rev, context);
      return found ? untrusted(await answerOf(path, found, context)) : refusal('the file has no such line');
    } catch (error) {
      if (error instanceof ThreadlineError && error.code === 'not-found') return refusal(error.message.slice(0, 1000));
      throw error;
    } finally {
      repository.close();
    }
  },
});

/** The path from the top of the repository, links resolved; undefined for what lies outside. */
async function ownPath(
  repository: Repository,
  folder: string,
  file: string,
  isCommitted: boolean,
): Promise<string | undefined> {
  const top = await repository.workTree();
  if (top === undefined) return file;
  const given = resolve(folder, file);
  const real = await realBelow(top, given);
  const isThere = await lstat(given).catch(() => undefined);
  // A link that leads out of the repository is nobody's file. A file that is gone may be in a revision.
  if (real === undefined && (isThere || !isCommitted)) return undefined;
  const realTop = (await realBelow(top, top)) ?? top;
  const path = real === undefined ? relative(top, given) : relative(realTop, real);
  return path === '' || path.startsWith(`..${sep}`) || path === '..' ? undefined : join(top, path);
}

async function blameLine(
  repository: Repository,
  file: string,
  line: number,
  revision: string | undefined,
  { provenance, scope }: CallContext,
): Promise<(FileLine & { path: string }) | undefined> {
  if (!provenance) return undefined;
  // Two of them: what one found in sessions must not show in the text of the file.
  const [texts, sessions] = [createRedactor({ level: 'strict' }), createRedactor({ level: 'strict' })];
  const index = redactedIndex(provenance.edits, {
    isWanted: ({ agent, threadId }) => scope.holds({ agent, threadId }),
    redact: lineTrue((text) => sessions.text(text)),
  });
  const redact = lineTrue((text) => texts.text(text));
  const { lines, path } = await blamePath({ repository, file, revision, from: line, to: line, index, redact });
  const [found] = lines;
  return found && { ...found, path };
}

async function answerOf(_file: string, found: FileLine & { path: string }, context: CallContext): Promise<object> {
  const { path, line, text, level, rule, why, commit, writer } = found;
  const told = { file: cutText(path, 1000), line, text: cutText(text, LONGEST_TEXT), level, rule, commit };
  if (!writer) return { ...told, why };
  const { redacted, redactor } = context;
  const threadId = writer.agentThread ?? writer.session.id;
  const row =
    (await redacted.getSession({ agent: writer.session.agent, threadId })) ??
    (await redacted.getSession({ agent: writer.session.agent, threadId: writer.session.id }));
  if (!row) return { ...told, level: 'unknown' };
  const { turn, model, at } = writer;
  const session = sessionFacts(row, redactor);
  const safeModel = model === undefined ? undefined : redactor.text(cutText(model, 200));
  const words = row.unredacted ? { note: UNREDACTED } : await wordsBefore(redacted, row, writer);
  return { ...told, turn, model: safeModel, written: timeText(at), ...words, by: session };
}

/** What was asked for, and what the agent said last before the call. Blocks are in the order of time. */
async function wordsBefore(store: ThreadStore, { key, blocks }: SessionRow, { at }: Writer): Promise<object> {
  let [low, high] = [0, blocks];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [block] = await store.readBlocks(key, { from: middle, count: 1 });
    if ((block?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, low - MOST_BEFORE);
  const before = await store.readBlocks(key, { from, count: low - from });
  const last = (role: BlockRow['role']) =>
    before.findLast((block) => block.role === role && block.kind === 'text' && block.text.trim() !== '');
  const [asked, said] = [last('user'), last('assistant')];
  return {
    prompt: asked && cutText(asked.text, LONGEST_TEXT),
    said_before: said && asked && said.seq > asked.seq ? cutText(said.text, LONGEST_TEXT) : undefined,
    message: (said ?? asked) && cutText((said ?? asked)?.message ?? '', 300),
  };
}
