import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { alignLines } from '../../core/replay/align.ts';
import { createLineTable } from '../../core/replay/line-table.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { type BlameLine, readBlameLines } from '../git/blame-lines.ts';
import type { Repository } from '../git/repository.ts';
import { type BlamedCommit, type BlamedLine, type Blamer, createBlamer } from './blame.ts';
import type { BlameSourceOptions } from './blame-source.ts';
import { realBelow } from './real-below.ts';

/** A line of a file with the commit that added it; without one where it is in no commit. */
export interface FileLine extends BlamedLine {
  commit?: string | undefined;
}

export interface BlamedPath {
  /** The path as git has it. */
  path: string;
  lines: FileLine[];
  blamer: Blamer;
}

export interface BlamePathOptions extends Omit<BlameSourceOptions, 'paths' | 'lines' | 'commits'> {
  /** The file, from the repository's folder. */
  file: string;
  /** The revision; undefined for the file in the work tree. */
  revision?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** Says who wrote the lines of a file: at a revision, or as it lies in the work tree. */
export async function blamePath(options: BlamePathOptions): Promise<BlamedPath> {
  const { repository, file, revision: named = 'HEAD', from = 1, to = Number.POSITIVE_INFINITY, ...reading } = options;
  const { redact = (each: string) => each } = options;
  const revision = await repository.commit(named);
  if (revision === undefined) throw new ThreadlineError('not-found', `there is no revision '${named}'`);
  const top = await repository.workTree();
  const path = pathInRepository(repository.folder, top, file);
  const held = await committedText(repository, revision, path);
  const committed = held === undefined ? undefined : redact(held);
  const own = options.revision === undefined && top !== undefined ? await workTreeText(top, path) : undefined;
  const text = own === undefined ? committed : redact(own);
  if (text === undefined) throw new ThreadlineError('not-found', `there is no file '${file}' at ${named}`);
  const shown = linesOf(text);
  if (from > Math.max(shown.length, 1))
    throw new ThreadlineError('not-found', `the file '${file}' has no line ${from}`);
  const known = committed === undefined ? [] : ((await readBlameLines(repository, revision, path)) ?? []);
  const paths = [...new Set([path, ...known.map((line) => line.path)])];
  const commits = [...new Set(known.map(({ commit }) => commit))];
  const blamer = await createBlamer({ repository, ...reading, paths, commits, lines: shown, isOneFile: true });
  const places = alignedPlaces(linesOf(committed ?? ''), shown);
  const isWanted = (line: number) => line >= from && line <= to;
  const added = shown.flatMap((_, at) => (places[at] === -1 ? [at + 1] : []));
  const fresh = new Map(blamer.uncommitted(path, text, added).map((line) => [line.line, line]));
  const answered = createAnswers(blamer, known);
  const lines: FileLine[] = [];
  for (const [at, shownText] of shown.entries()) {
    const line = at + 1;
    if (!isWanted(line)) continue;
    const place = places[at] ?? -1;
    const answer = place === -1 ? fresh.get(line) : await answered(place + 1);
    lines.push({ level: 'unknown', ...answer, line, text: shownText });
  }
  return { path, lines, blamer };
}

/** The answer for a line of the committed file, as the commit that added it has it. */
function createAnswers(blamer: Blamer, known: readonly BlameLine[]) {
  const commits = new Map<string, BlamedCommit>();
  const byLine = new Map(known.map((each) => [each.line, each]));
  return async (line: number): Promise<FileLine | undefined> => {
    const place = byLine.get(line);
    if (!place) return undefined;
    const { commit, path, original } = place;
    const blamed = commits.get(commit) ?? (await blamer.commit(commit));
    commits.set(commit, blamed);
    const found = blamed.files.find((each) => each.path === path)?.lines.find((each) => each.line === original);
    return { line, text: '', level: 'unknown', why: 'weak', ...found, commit };
  };
}

/** For each line of a text its place in the committed one, or -1. */
function alignedPlaces(committed: readonly string[], shown: readonly string[]): Int32Array {
  const table = createLineTable();
  return alignLines(table.lines(committed.join('\n')), table.lines(shown.join('\n')));
}

function linesOf(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function committedText({ blobs, blobOf }: Repository, revision: string, path: string) {
  const blob = await blobOf(revision, path);
  return blob === undefined ? undefined : (await blobs.read(blob))?.toString('utf8');
}

/** The file as it lies in the work tree. Git is not asked, because it would run the filters of the repository. */
async function workTreeText(top: string, path: string): Promise<string | undefined> {
  const real = await realBelow(top, join(top, path));
  if (real === undefined) return undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(real, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > machineLimits.maxGitBlobBytes) return undefined;
    return await file.readFile('utf8');
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** The path as git has it: relative to the top of the work tree. */
function pathInRepository(folder: string, top: string | undefined, given: string): string {
  if (top === undefined) return given;
  return relative(top, resolve(folder, given)).replaceAll(sep, '/');
}
