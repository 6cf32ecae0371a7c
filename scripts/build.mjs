// Builds dist/: the library by esbuild, the command line by Rolldown, the page by Vite, declarations by tsc. Made in a folder beside dist/ and moved there when complete.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';
import { bundleCommands } from './build/bundle-commands.mjs';
import { bundleReact } from './build/bundle-react.mjs';
import { esbuildOptions } from './build/esbuild-options.mjs';
import { loadGrammarFiles } from './build/load-grammar-files.mjs';
import { pruneDeclarations } from './build/prune-declarations.mjs';
import { sourceHash } from './build-stamp.mjs';
import { checkNotices } from './notices.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The subpaths of the package; one that is not written yet is left out. */
const entries = [
  'index',
  'core/schema/index',
  'core/ai/index',
  'core/writers/index',
  'core/redact/index',
  'core/reader/index',
  'core/lazy/index',
  'machine/run/index',
  'machine/sessions/index',
  'machine/live/index',
  'machine/usage/index',
  'fleet/index',
  'doors/chat/index',
  // A thread of its own begins with it.
  'archive/sqlite/worker',
  'archive/folding/fold-worker',
  'doors/server/transcript/row-worker',
  'machine/usage/usage-worker',
];
/**
 * Files of their own: what commands load when they need it, because it brings what reads Markdown and gives code its
 * colours; what a bundler can leave out, which drops files that nobody asks, and no call inside of one.
 */
const parts = ['core/writers/pages', 'limits/index', ...agentParts()];
const browserEntries = [
  'index',
  'core/schema/index',
  'core/writers/index',
  'core/redact/index',
  'core/reader/index',
  'core/lazy/index',
];

/** Each agent is an entry of its own, so that its readers are in chunks that a bundler can leave out. */
function agentParts() {
  const folder = 'core/wires/agents';
  const names = readdirSync(join(root, 'src', folder)).filter((name) => name.endsWith('.ts'));
  return names.map((name) => `${folder}/${name.replace('.ts', '')}`);
}

/** Gives the files of which something is in the library. */
async function bundleLibrary(folder) {
  const grammars = await loadGrammarFiles(root, folder);
  const options = esbuildOptions(root);
  const { metafile } = await build({
    ...options,
    plugins: [...options.plugins, grammars.plugin],
    entryPoints: [...entries, ...parts]
      .map((entry) => `src/${entry}.ts`)
      .filter((path) => existsSync(join(root, path))),
    outdir: folder,
    // One build for all entries: they share chunks, so that a class is the same class in each of them.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    metafile: true,
  });
  for (const entry of browserEntries) {
    const [imported] = nodeImports(metafile.outputs, `${relative(root, folder)}/${entry}.js`);
    const isImporter = ([, input]) => input.imports.some(({ path }) => path === imported);
    const importers = Object.entries(metafile.inputs)
      .filter(isImporter)
      .map(([path]) => path);
    if (imported)
      throw new Error(`src/${entry}.ts must run in a browser but loads ${imported}, see ${importers.join(', ')}`);
  }
  grammars.place(Object.keys(metafile.outputs));
  return [...Object.keys(metafile.inputs), ...grammars.sources];
}

/** The modules of Node that an output imports, itself or by the chunks that it loads. */
function nodeImports(outputs, path, seen = new Set()) {
  if (seen.has(path) || !outputs[path]) return [];
  seen.add(path);
  return outputs[path].imports.flatMap((imported) => {
    if (!imported.external) return nodeImports(outputs, imported.path, seen);
    return imported.path.startsWith('node:') ? [imported.path] : [];
  });
}

function emitDeclarations(folder) {
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  // tsc leaves `./x.ts` as it stands in declarations, and not every tool takes it for ./x.d.ts.
  for (const path of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(folder, path), 'utf8');
    const named = text.replace(/(\b(?:from|import)\s*\(?["']\.[^"']*)\.tsx?(?=["'])/g, '$1.js');
    writeFileSync(join(folder, path), named.replace(/^(?: {4})+/gm, tabs));
  }
  pruneDeclarations(folder, [...entries, 'doors/react/index']);
}

/** Schemas are nested so deeply that a tenth of the declarations is the blanks before their lines. */
function tabs(blanks) {
  return '\t'.repeat(blanks.length / 4);
}

/** The viewer's page. All that it needs is in it, and the licences of that beside it. */
async function bundlePage(folder) {
  const outDir = join(folder, 'web');
  await buildPage({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn', build: { outDir } });
}

/** Two builds at once may both get here: the later one wins, and dist/ is whole at any time but for the blink between two renames. */
function moveIntoPlace(folder) {
  const dist = join(root, 'dist');
  for (let attempt = 1; ; attempt += 1) {
    const old = mkdtempSync(join(root, '.dist-old-'));
    try {
      if (existsSync(dist)) renameSync(dist, join(old, 'dist'));
      renameSync(folder, dist);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

// Taken first: a source that changes during the build makes the result stale, not wrongly fresh.
const stamp = sourceHash(root);
const folder = mkdtempSync(join(root, '.dist-new-'));
// Whoever may read the repository may run what is built of it.
chmodSync(folder, 0o755);
try {
  const bundled = [await bundleLibrary(folder), await bundleCommands(root, folder), await bundleReact(root, folder)];
  checkNotices(root, bundled.flat());
  emitDeclarations(folder);
  await bundlePage(folder);
  writeFileSync(join(folder, '.stamp'), stamp);
  moveIntoPlace(folder);
} catch (error) {
  // esbuild and tsc have said what is wrong; anything else has not.
  if (!('errors' in error) && !('status' in error)) process.stderr.write(`build: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
