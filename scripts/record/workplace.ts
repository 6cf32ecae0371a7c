import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What stands for the random end of a folder's name in all that is kept: of the same length, so that offsets stay true. */
const KEPT_NAME = 'threadline-record-000000';

/** A folder for one scenario: a home, and a project to work in. */
export interface Workplace {
  root: string;
  home: string;
  project: string;
  /** The bytes with the folder's name as it is kept. */
  kept(bytes: Buffer): Buffer;
  /** A path with the folder's name as it is kept. */
  keptPath(path: string): string;
  remove(): void;
}

/** Codex puts no helpers into a home below the temporary folder, so another one is taken where there is one. */
const PARENT = existsSync('/var/tmp') ? '/var/tmp' : tmpdir();

export function createWorkplace(): Workplace {
  const root = realpathSync(mkdtempSync(join(PARENT, 'threadline-record-')));
  const name = root.slice(-KEPT_NAME.length);
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFiles(project, PROJECT);
  return {
    root,
    home,
    project,
    keptPath: (path) => path.replaceAll(name, KEPT_NAME),
    kept: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(name, KEPT_NAME), 'latin1'),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Files by their paths below a folder. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** What the agents find in their project. */
const PROJECT = {
  'README.md': '# Demo project\n\nA small project used for recordings.\n\n- one\n- two\n- three\n',
  'src/app.js': 'export function add(a, b) {\n  return a - b;\n}\n',
  'old.txt': 'this file will be deleted\n',
  'rename-me.txt': 'line one\nline two\n',
};
