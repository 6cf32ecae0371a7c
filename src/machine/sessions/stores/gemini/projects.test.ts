import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'threadline-projects-'));
  mkdirSync(join(home, 'tmp', 'project'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Whether a process that asks for the project of the folder has loaded Node's cryptography, and the project. */
function ask(): { hasCrypto: boolean; project: string } {
  const program = `import { readProjects } from ${JSON.stringify(join(import.meta.dirname, 'projects.ts'))};
    const project = readProjects(${JSON.stringify(home)})(${JSON.stringify(join(home, 'tmp', 'project'))});
    console.log(JSON.stringify({ hasCrypto: process.moduleLoadList.includes('NativeModule crypto'), project }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', program], { encoding: 'utf8' }),
  );
}

describe('the projects of a home of Gemini CLI', () => {
  it('are found without the hashes of their paths where their folders name them', () => {
    writeFileSync(join(home, 'tmp', 'project', '.project_root'), '/home/user/project\n');
    writeFileSync(join(home, 'projects.json'), JSON.stringify({ projects: { '/home/user/other': 'other' } }));
    expect(ask()).toEqual({ hasCrypto: false, project: '/home/user/project' });
  });

  it('are looked up by name and hash where they do not', () => {
    writeFileSync(join(home, 'projects.json'), JSON.stringify({ projects: { '/home/user/named': 'project' } }));
    expect(ask().project).toBe('/home/user/named');
  });
});
