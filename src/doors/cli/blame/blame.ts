import { resolve } from 'node:path';
import { createRedactor } from '../../../core/redact/index.ts';
import { ThreadlineError } from '../../../errors.ts';
import { createChangesReader } from '../../../machine/git/changes-reader.ts';
import { openRepository, type Repository } from '../../../machine/git/repository.ts';
import { agentTrace } from '../../../machine/provenance/agent-trace.ts';
import { type BlamedCommit, type BlamedLine, type Blamer, createBlamer } from '../../../machine/provenance/blame.ts';
import { type BlamedPath, blamePath } from '../../../machine/provenance/blame-path.ts';
import type { EditIndex } from '../../../machine/provenance/edit-index.ts';
import { gitAiNote } from '../../../machine/provenance/git-ai-out.ts';
import { hasArchive } from '../../../machine/sessions/data-folder.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { packageVersion } from '../package-version.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { createJsonEncoder } from '../write-json.ts';
import { commitJson, fileJson } from './blame-json.ts';
import type { BlameRequest } from './blame-request.ts';
import { linesText, promptsText } from './blame-text.ts';

type Asked = BlameRequest & HomesContext;
type Request = Asked & {
  index?: EditIndex | undefined;
  /** An answer that was found before. */
  found?: BlamedPath | undefined;
};

/**
 * Says who wrote lines of a file or of commits. An archive knows which sessions matter, also those whose files are gone.
 * Without one, and where homes are named, the sessions are read.
 */
export async function blame(request: Asked): Promise<ExitCode> {
  if (request.homes !== undefined || !hasArchive()) return blameWith(request);
  const found = request.file && (await blameAsItIs(request, request.file));
  // What is known does not change by newer sessions, and a look at all files of the homes takes as long as the answer.
  if (found?.lines.every(({ level }) => level !== 'unknown')) return blameWith({ ...request, found });
  const { bringUpToDate } = await import('../archive/bring-up-to-date.ts');
  return bringUpToDate({ agents: request.agents }, async (archive, done) => {
    const end = performance.now() + FILL_MS;
    if (done) await archive.fillEdits(() => performance.now() > end);
    const isSame = done && done.files + done.gone + done.dropped === 0;
    return blameWith({ ...request, index: archive.edits, found: isSame ? found : undefined });
  });
}

/** Asks the archive without a look at the homes. Undefined if it does not have the lines of all its sessions. */
async function blameAsItIs(request: Asked, file: NonNullable<BlameRequest['file']>): Promise<BlamedPath | undefined> {
  const { readArchive } = await import('../read-archive.ts');
  const repository = await openRepository(resolve(request.repository));
  try {
    return await readArchive(async ({ edits }) => {
      const { sessions, indexed } = await edits.state();
      return indexed === sessions && sessions > 0
        ? answerFor(repository, { ...request, index: edits }, file)
        : undefined;
    });
  } catch (error) {
    // An archive that cannot be read as it is may have to be made anew.
    if (error instanceof ThreadlineError && (error.code === 'damaged' || error.code === 'unreadable')) return undefined;
    throw error;
  } finally {
    repository.close();
  }
}

function answerFor(
  repository: Repository,
  request: Request,
  file: NonNullable<BlameRequest['file']>,
): Promise<BlamedPath> {
  const { homes, agents, prompts, index } = request;
  const { from, to, revision } = file;
  return blamePath({ repository, file: file.path, revision, from, to, homes, agents, prompts, index });
}

async function blameWith(request: Request): Promise<ExitCode> {
  const repository = await openRepository(resolve(request.repository));
  try {
    const blamer = await (request.file
      ? blameNamed(repository, request, request.file)
      : blameCommits(repository, request));
    tellRead(blamer, request.index !== undefined);
    return exitCodes.ok;
  } finally {
    repository.close();
  }
}

/** What a person waits for sessions that were taken in before there was an index of lines; the rest comes later. */
const FILL_MS = 1000;

const RANKS = ['unknown', 'probable', 'derived', 'proven'];

/** An answer below the wanted level counts as not known. */
function atLeast<Line extends BlamedLine>(line: Line, { least }: BlameRequest): Line {
  const isSure = line.level === 'unknown' || RANKS.indexOf(line.level) >= RANKS.indexOf(least);
  return isSure ? line : { ...line, level: 'unknown', writer: undefined, rule: undefined, why: 'weak' };
}

async function wantedCommits(repository: Repository, { range, commits }: BlameRequest): Promise<string[]> {
  const found = range === undefined ? [] : await repository.range(range);
  if (found === undefined) throw new ThreadlineError('not-found', `the repository has no range '${range}'`);
  for (const named of commits) {
    const commit = await repository.commit(named);
    if (commit === undefined) throw new ThreadlineError('not-found', `there is no commit '${named}'`);
    found.push(commit);
  }
  return found;
}

async function blameCommits(repository: Repository, request: Request): Promise<Blamer> {
  const commits = await wantedCommits(repository, request);
  const { homes, agents, prompts, index } = request;
  const paths = new Set<string>();
  const lines: string[] = [];
  const changesOf = createChangesReader(repository, commits);
  for (const commit of commits) {
    for (const { path, blob, added } of (await changesOf(commit)).files) {
      paths.add(path);
      // Only the index is asked by lines.
      const text = index && (await repository.blobs.read(blob))?.toString('utf8').split('\n');
      for (const line of text ? added : []) lines.push(text?.[line - 1] ?? '');
    }
  }
  const blamer = await createBlamer({ repository, paths: [...paths], lines, commits, homes, agents, prompts, index });
  const output = openOutput();
  const write = commitWriter(request, blamer, output.isTerminal);
  for (const commit of commits) {
    const { files, ...found } = await blamer.commit(commit);
    const wanted = files.map((file) => ({ ...file, lines: file.lines.map((line) => atLeast(line, request)) }));
    output.append(write({ ...found, files: wanted }));
    await output.flush();
  }
  return blamer;
}

/** A commit as text, in the wanted shape. Notes and traces carry ids and no words, so nothing of them is redacted. */
function commitWriter(request: Request, blamer: Blamer, forTerminal: boolean): (blamed: BlamedCommit) => string {
  const redactor = createRedactor({ level: 'standard' });
  const encode = createJsonEncoder({ forTerminal });
  const screen = createScreen({ color: request.color });
  const prompts = request.prompts ? blamer : undefined;
  return (blamed) => {
    if (request.shape === 'json') return `${encode(commitJson(blamed, blamer.read, redactor, prompts))}\n`;
    if (request.shape === 'notes') return gitAiNote(blamed, packageVersion());
    if (request.shape === 'agent-trace') return `${encode(agentTrace(blamed, packageVersion()))}\n`;
    const texts = blamed.files.map(({ path, lines }) => linesText(path, lines, screen, redactor));
    const all = blamed.files.flatMap(({ lines }) => lines);
    return texts.join('') + (prompts ? promptsText(prompts, all, screen, redactor) : '');
  };
}

async function blameNamed(repository: Repository, request: Request, file: NonNullable<BlameRequest['file']>) {
  const { prompts } = request;
  const { revision } = file;
  const blamed = request.found ?? (await answerFor(repository, request, file));
  const { path, blamer } = blamed;
  const lines = blamed.lines.map((line) => atLeast(line, request));
  const output = openOutput();
  const redactor = createRedactor({ level: 'standard' });
  const wanted = prompts ? blamer : undefined;
  if (request.shape === 'json') {
    const encode = createJsonEncoder({ forTerminal: output.isTerminal });
    output.append(`${encode(fileJson(path, revision ?? 'HEAD', lines, blamer.read, redactor, wanted))}\n`);
  } else {
    const screen = createScreen({ color: request.color });
    output.append(linesText(path, lines, screen, redactor));
    if (wanted) output.append(promptsText(wanted, lines, screen, redactor));
  }
  await output.flush();
  return blamer;
}

function tellRead({ read }: Blamer, isIndexed: boolean): void {
  if (read.sessions === 0) report('no sessions were found; --home DIR looks elsewhere');
  else if (isIndexed && read.missing > 0)
    report(`the lines of ${read.missing} of ${read.sessions} sessions are not in the archive's index yet`);
  else if (read.missing > 0) report(`${read.missing} of ${read.sessions} sessions could not be read`);
}
