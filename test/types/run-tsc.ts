import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Type-checks one file that uses threadline as another project does, in a folder from which it finds its packages, with
 * the project's own compiler and options. Gives what the compiler says: nothing when all is well.
 */
export function runTsc(source: string, folder = join(root, '.agents')): Promise<string> {
  // Types of Node would be looked for from here, where there may be none. Zod's optional fields may hold undefined.
  return checkPrograms({ 'consumer.ts': source }, { types: [], exactOptionalPropertyTypes: false }, folder);
}

/** Where the sources of each subpath of the package stand. */
const subpaths = {
  ai: 'core/ai',
  archive: 'fleet',
  chat: 'doors/chat',
  react: 'doors/react',
  reader: 'core/reader',
  redact: 'core/redact',
  lazy: 'core/lazy',
  run: 'machine/run',
  schema: 'core/schema',
  sessions: 'machine/sessions',
  live: 'machine/live',
  usage: 'machine/usage',
  writers: 'core/writers',
};

/** The same for several files, each by its name, and with other options. */
export async function checkPrograms(
  programs: Readonly<Record<string, string>>,
  options: object,
  folder = join(root, '.agents'),
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const project = mkdtempSync(join(folder, 'types-'));
  const src = relative(project, join(root, 'src'));
  try {
    for (const [name, source] of Object.entries(programs)) writeFileSync(join(project, name), source);
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
    // Bundlers take style sheets, the compiler does not know them.
    writeFileSync(join(project, 'styles.d.ts'), "declare module '*.css';\n");
    const paths = Object.fromEntries(
      Object.entries(subpaths).map(([name, folder]) => [`threadline/${name}`, [`${src}/${folder}/index.ts`]]),
    );
    const config = {
      extends: relative(project, join(root, 'tsconfig.json')),
      compilerOptions: {
        paths: { threadline: [`${src}/index.ts`], ...paths },
        // Agents are kept outside the clone, from where its own packages are not found.
        typeRoots: [join(root, 'node_modules/@types')],
        ...options,
      },
      include: ['*.ts', '*.tsx'],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    const faults = (await compile(project)).split(/\n(?=\S)/);
    // Faults of the source itself are the business of `npm run typecheck`.
    return faults.filter((fault) => fault.includes(`${basename(project)}/`)).join('\n');
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function compile(project: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, '-p', project, '--pretty', 'false'], (error, stdout, stderr) => {
      // tsc exits with 1 or 2 when it has something to say; anything else is no verdict.
      if (error && stdout === '') reject(new Error(`tsc: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}
