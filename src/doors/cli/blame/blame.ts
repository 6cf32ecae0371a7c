import { relative, resolve } from 'node:path';
import { createRedactor } from '../../../core/redact/index.ts';
import { ThreadlineError } from '../../../errors.ts';
import { readBlameLines } from '../../../machine/git/blame-lines.ts';
import { readCommitChanges } from '../../../machine/git/commit-changes.ts';
import { openRepository, type Repository } from '../../../machine/git/repository.ts';
import { runGit } from '../../../machine/git/run-git.ts';
import { type BlamedCommit, type BlamedLine, type Blamer, createBlamer } from '../../../machine/provenance/blame.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { createJsonEncoder } from '../write-json.ts';
import { commitJson, fileJson } from './blame-json.ts';
import type { BlameRequest } from './blame-request.ts';
import { linesText } from './blame-text.ts';

/** A line of a file with the commit that added it. */
export interface FileLine extends BlamedLine {
  commit: string;
  committedBy?: BlamedCommit['committedBy'];
}

/** Says who wrote lines of a file or of commits. */
export async function blame(request: BlameRequest & HomesContext): Promise<ExitCode> {
  const repository = await openRepository(resolve(request.repository));
  try {
    return await (request.file ? blameNamed(repository, request, request.file) : blameCommits(repository, request));
  } finally {
    repository.close();
  }
}

const RANKS = ['unknown', 'probable', 'derived', 'proven'];

/** An answer below the wanted level counts as not known. */
function atLeast<Line extends BlamedLine>(line: Line, { least }: BlameRequest): Line {
  const isSure = RANKS.indexOf(line.level) >= RANKS.indexOf(least);
  return isSure ? line : { ...line, level: 'unknown', writer: undefined, rule: undefined };
}

async function blameCommits(repository: Repository, request: BlameRequest & HomesContext): Promise<ExitCode> {
  const commits = request.range === undefined ? [] : await repository.range(request.range);
  for (const named of request.commits) {
    const commit = await repository.commit(named);
    if (commit === undefined) throw new ThreadlineError('not-found', `there is no commit '${named}'`);
    commits.push(commit);
  }
  if (request.range !== undefined && commits.length === 0)
    throw new ThreadlineError('not-found', `there is no commit in '${request.range}'`);
  const names = new Set<string>();
  for (const commit of commits) {
    for (const { path } of (await readCommitChanges(repository, commit)).files) names.add(lastPart(path));
  }
  const blamer = await createBlamer({ repository, names: [...names], homes: request.homes, agents: request.agents });
  const output = openOutput();
  const screen = createScreen({ color: request.color });
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  const redactor = createRedactor({ level: 'standard' });
  for (const commit of commits) {
    const { files, ...found } = await blamer.commit(commit);
    const wanted = files.map((file) => ({ ...file, lines: file.lines.map((line) => atLeast(line, request)) }));
    if (request.json) output.append(`${encode(commitJson({ ...found, files: wanted }, blamer.read, redactor))}\n`);
    else {
      for (const { path, lines } of wanted) {
        const told = lines.map((line) => ({ ...line, commit, committedBy: found.committedBy }));
        output.append(linesText(path, told, screen, redactor));
      }
    }
    await output.flush();
  }
  tellRead(blamer);
  return exitCodes.ok;
}

async function blameNamed(
  repository: Repository,
  request: BlameRequest & HomesContext,
  file: NonNullable<BlameRequest['file']>,
): Promise<ExitCode> {
  const revision = await repository.commit(file.revision);
  if (revision === undefined) throw new ThreadlineError('not-found', `there is no revision '${file.revision}'`);
  const path = await pathInRepository(repository, file.path);
  const range = file.from === undefined ? undefined : { from: file.from, to: file.to ?? file.from };
  const blamed = await readBlameLines(repository, revision, path, range);
  if (!blamed)
    throw new ThreadlineError('not-found', `there is no file '${file.path}', or no such line, at ${file.revision}`);
  const names = [...new Set(blamed.map((line) => lastPart(line.path)))];
  const blamer = await createBlamer({ repository, names, homes: request.homes, agents: request.agents });
  const lines = (await answeredLines(blamer, blamed, await textLines(repository, revision, path))).map((line) =>
    atLeast(line, request),
  );
  const output = openOutput();
  const redactor = createRedactor({ level: 'standard' });
  if (request.json) {
    const encode = createJsonEncoder({ forTerminal: output.isTerminal });
    output.append(`${encode(fileJson(path, file.revision, lines, blamer.read, redactor))}\n`);
  } else output.append(linesText(path, lines, createScreen({ color: request.color }), redactor));
  await output.flush();
  tellRead(blamer);
  return exitCodes.ok;
}

type Blamed = NonNullable<Awaited<ReturnType<typeof readBlameLines>>>;

/** Each line as the commit that added it answers for it. */
async function answeredLines(blamer: Blamer, blamed: Blamed, texts: readonly string[]): Promise<FileLine[]> {
  const commits = new Map<string, BlamedCommit>();
  const found: FileLine[] = [];
  for (const { line, commit, path, original } of blamed) {
    const answered = commits.get(commit) ?? (await blamer.commit(commit));
    commits.set(commit, answered);
    const known = answered.files.find((file) => file.path === path)?.lines.find((each) => each.line === original);
    const text = texts[line - 1] ?? known?.text ?? '';
    found.push({ level: 'unknown', ...known, line, text, commit, committedBy: answered.committedBy });
  }
  return found;
}

async function textLines({ folder, blobs }: Repository, revision: string, path: string): Promise<string[]> {
  const { output } = await runGit(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}:${path}`,
  ]);
  const bytes = await blobs.read(output.toString('latin1').trim());
  return (bytes?.toString('utf8') ?? '').split('\n').map((line) => line.replace(/\r$/, ''));
}

/** The path as git has it: relative to the top of the work tree. */
async function pathInRepository({ folder }: Repository, given: string): Promise<string> {
  const { output, exitCode } = await runGit(folder, ['rev-parse', '--show-toplevel']);
  const top = output.toString('utf8').replace(/\n$/, '');
  if (exitCode !== 0 || top === '') return given;
  return relative(top, resolve(folder, given)).replaceAll('\\', '/');
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function tellRead({ read }: Blamer): void {
  if (read.sessions === 0) report('no sessions were found; --home DIR looks elsewhere');
  else if (read.missing > 0) report(`${read.missing} of ${read.sessions} sessions could not be read`);
}
