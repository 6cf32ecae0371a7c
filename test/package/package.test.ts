import { execFile, spawnSync } from 'node:child_process';
import { chmod, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { badCall, goodCalls, helpCall, makePlace, type Place } from './command-calls.ts';
import { type InstalledProject, installPackage } from './installed-project.ts';
import { commandNames, expectCall, type Program } from './run-call.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** What needs React is tried with it by `react.test.ts`. */
const subpaths = Object.keys(manifest.exports).filter((path) => !/\.json$|^\.\/react/.test(path));
const specifierOf = (subpath: string) => `threadline${subpath.slice(1)}`;

let install: InstalledProject;
let project: string;
let files: string[];

beforeAll(async () => {
  install = await installPackage();
  ({ project, files } = install);
}, 120_000);

afterAll(() => install.remove());

const runNode = (...args: string[]) => run(process.execPath, args, { cwd: project });

/** What follows `from` in a statement, and what `import` is called with; texts that hold such words are none. */
const IMPORTS =
  /(?:^|[;\n}])\s*(?:import|export)\b(?:[\w$*,\s{}]*\bfrom)?\s*["']([^."'\\][^"'\\]*)["']|\bimport\(\s*["']([^."'\\][^"'\\]*)["']/g;

describe('the packed package', () => {
  it('holds the build and the papers, and no sources, maps or pictures', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']));
    expect(files).toEqual(expect.arrayContaining(['bin/threadline.js', 'dist/index.js', 'dist/index.d.ts']));
    expect(
      files.filter(
        (file) => !/^(?:(?:bin|dist|docs|examples|sample|schema)\/|[A-Z]+(?:\.md)?$|package\.json$)/.test(file),
      ),
    ).toEqual([]);
    expect(files.filter((file) => /\.test\.|fixture|\.stamp$|\.map$|\.png$|^docs\/reference/.test(file))).toEqual([]);
  });

  it('holds no path of the machine that built it', async () => {
    const paths = ['src', 'dist', 'node_modules', '.dist-'].map((name) => join(root, name));
    for (const file of files) {
      const text = await readFile(join(project, 'node_modules/threadline', file), 'utf8');
      expect(
        paths.filter((path) => text.includes(path)),
        file,
      ).toEqual([]);
    }
  });

  it('declares every package that it imports', async () => {
    const imported = new Set<string>();
    for (const file of files.filter((name) => /^dist\/.*\.(?:js|d\.ts)$/.test(name))) {
      const text = await readFile(join(project, 'node_modules/threadline', file), 'utf8');
      for (const [, name, called] of text.matchAll(IMPORTS)) imported.add(String(name ?? called));
    }
    const foreign = [...imported].filter((name) => !name.startsWith('node:'));
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    const isDeclared = (name: string) => declared.some((own) => name === own || name.startsWith(`${own}/`));
    expect(foreign.filter((name) => !isDeclared(name))).toEqual([]);
  });

  it.each(subpaths)('can be imported as %s, by named exports', async (subpath) => {
    const script = `console.log(Object.keys(await import('${specifierOf(subpath)}')).join())`;
    const { stdout, stderr } = await runNode('--input-type=module', '--eval', script);
    const names = stdout.trim().split(',');
    expect(names.length).toBeGreaterThan(1);
    expect(names).not.toContain('default');
    expect(stderr).toBe('');
  });

  it('gives the JSON Schema to those who do not speak JavaScript', async () => {
    const script = `console.log((await import('threadline/schema.json', { with: { type: 'json' } })).default.title)`;
    expect((await runNode('--input-type=module', '--eval', script)).stdout).toBe('ThreadEvent\n');
  });

  it('has types that a strict project without any type packages can use', async () => {
    const imports = subpaths.map((subpath, index) => `import * as module${index} from '${specifierOf(subpath)}';`);
    const uses = subpaths.map((_, index) => `export const names${index}: string[] = Object.keys(module${index});`);
    const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, types: [], noEmit: true };
    await writeFile(join(project, 'consumer.ts'), [...imports, ...uses, readerExample].join('\n'));
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await runNode(tsc, '-p', project).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }, 60_000);
});

const readerExample = `
import { createEventReader, type ThreadEvent } from 'threadline';
export const events: ThreadEvent[] = createEventReader().push('{}\\n').flatMap((outcome) => (outcome.ok ? outcome.events : []));
// @ts-expect-error a number is no chunk: the types are really there
createEventReader().push(1);
`;

/** Nobody: without a home of their own, and without rights to what root has written. */
const OTHER_USER = 65_534;
/** Root may become another user, who then has to be able to reach this Node. */
const canChangeUser =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--version'], { uid: OTHER_USER, gid: OTHER_USER }).status === 0;

describe.each([
  ['whoever runs this', undefined, true],
  ['another user', OTHER_USER, canChangeUser],
])('every command of the installed package, called by %s', (_, owner, isPossible) => {
  let place: Place;

  beforeAll(async () => {
    place = makePlace(owner);
    // The way to the package has to be open, as that to /usr/lib is.
    await chmod(install.folder, 0o755);
    // What `gateway` asks its users to install; it finds its own dependencies where they really are.
    await symlink(join(root, 'node_modules', 'pg'), join(project, 'node_modules', 'pg')).catch(() => {});
  });
  afterAll(() => place.remove());

  it.runIf(isPossible)(
    'helps, refuses what it does not know, and does what it is for',
    async () => {
      const program: Program = [process.execPath, join(project, 'node_modules/threadline/bin/threadline.js')];
      const names = commandNames(program);
      const calls = goodCalls(place);
      expect(Object.keys(calls).sort()).toEqual([...names].sort());
      for (const name of names) {
        for (const call of [helpCall(name), badCall(name), calls[name]])
          if (call) await expectCall(program, call, place);
      }
    },
    180_000,
  );
});

describe('the installed command', () => {
  const command = () => realpath(join(project, 'node_modules/.bin/threadline'));

  it('prints its version and its help', async () => {
    const version = await runNode(await command(), '--version');
    expect(version.stdout).toContain(manifest.version);
    expect(version.stderr).toBe('');
    const help = await runNode(await command(), '--help');
    expect(help.stdout).toContain('  convert  ');
    expect(help.stderr).toBe('');
  });

  it('says in one line what it needs on a Node that is too old, and exits with 4', async () => {
    const disguise = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, await command(), '--version'];
    const failure = await runNode(...args).catch((error: object) => error);
    expect(failure).toMatchObject({
      code: 4,
      stdout: '',
      stderr: 'threadline needs Node 22.18 or later (this is v20.20.2)\n',
    });
  });
});
