import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const FOLDER = join(import.meta.dirname, '../fixtures/provenance');

/** A step of the story, and the commit that it ended in. */
export interface RecordedCommit {
  mark: string;
  by: 'agent' | 'person' | 'bot' | 'formatter' | 'rebase' | 'squash';
  commit: string;
  agent?: string;
  session?: string;
}

/** The repository that `scripts/record-repository.ts` made, cloned to another place, and the home of its agents. */
export function recordedRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-recorded-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('-c', 'core.autocrlf=false', 'clone', '-q', join(FOLDER, 'repository.bundle'), 'clone');
  const story: { project: string; commits: RecordedCommit[] } = JSON.parse(
    readFileSync(join(FOLDER, 'story.json'), 'utf8'),
  );
  const clone = join(folder, 'clone');
  return {
    ...story,
    home: join(FOLDER, 'home'),
    clone,
    /** A file of a commit; undefined where it has none. */
    file(commit: string, path: string): string | undefined {
      try {
        return git('-C', clone, 'show', '--no-textconv', `${commit}:${path}`);
      } catch {
        return undefined;
      }
    },
    parent: (commit: string) => git('-C', clone, 'rev-parse', `${commit}^`).trim(),
    commits: story.commits,
  };
}
