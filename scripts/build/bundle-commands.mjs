// Bundles the command line into dist/doors/cli: `main.js`, which prints the version and the help by itself, `program.js`,
// which loads the rest, the parts that commands share, and `usage`, which shares nothing. The latter two are CommonJS:
// docs/decisions/0285. How the parts are cut: docs/decisions/0031.
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { asciiCode } from './ascii-code.mjs';
import { isPackage } from './esbuild-options.mjs';
import { lazyJson } from './lazy-json.mjs';
import { lazyNode } from './lazy-node.mjs';
import { lazyWires } from './lazy-wires.mjs';
import { plainExports } from './plain-exports.mjs';
import { planChunks } from './plan-chunks.mjs';

const CLI = 'src/doors/cli';
/** From a file in parts/ or in usage/: the library's own, which brings what reads Markdown and gives code its colours. */
const PAGES = '../../../core/writers/pages.js';
/**
 * What `usage` loads from the others when it is needed: what talks to PostgreSQL, counts by events, finds projects and
 * the session that a word names, reads calls, and holds what agents deleted.
 */
const LOADED_BY_SCAN = {
  postgres: 'src/fleet/postgres/index.ts',
  archive: 'src/archive/index.ts',
  'scan-events': 'src/machine/usage/scan-events.ts',
  project: 'src/doors/cli/project.ts',
  'named-session': 'src/doors/cli/named-session.ts',
  'read-called-tools': 'src/machine/insights/read-called-tools.ts',
};
const FACADE = '\0facade:';
/**
 * How much a start counts: one of the program alone, which is what `usage` shares with the others; of a command for its
 * help; of a command at work, and of all that it loads besides: a list loads what reads the archive wherever there is one.
 */
const WEIGHTS = [2, 0.02, 1];
const BESIDES = 1;

/** A collector runs all day beside people's own work: what it loads for nothing is memory that they miss. */
const ALL_DAY = /[\\/]collect[\\/]collect\.ts$/;
const ALL_DAY_WEIGHT = 40;

function weightOf(path) {
  const isAllDay = path.length === 3 && ALL_DAY.test(path.at(-1));
  return isAllDay ? ALL_DAY_WEIGHT : (WEIGHTS[path.length - 1] ?? BESIDES);
}

/** Gives the files of which something is in the command line. */
export async function bundleCommands(root, folder) {
  const outputs = await Promise.all([bundleStart(root, folder), bundleParts(root, folder), bundleScan(root, folder)]);
  const ids = outputs.flat().flatMap(({ moduleIds = [] }) => moduleIds);
  return ids.filter((id) => !id.startsWith('\0')).map((id) => relative(root, id).replaceAll('\\', '/'));
}

/** What Node itself loads, a file each: `--version` and `--help` load nothing but main.js. */
async function bundleStart(root, folder) {
  const files = { main: `${CLI}/main.ts`, program: `${CLI}/load-program.ts` };
  const outputs = await Promise.all(
    Object.entries(files).map(async ([name, source]) => {
      const bundle = await rolldown({
        ...inputOptions(root),
        input: { [name]: source },
        plugins: [startOnly, asciiCode],
      });
      const options = { ...outputOptions(folder), format: 'es', entryFileNames: '[name].js', codeSplitting: false };
      const { output } = await bundle.write(options);
      await bundle.close();
      return output;
    }),
  );
  return outputs.flat();
}

async function bundleParts(root, folder) {
  const bundle = await rolldown({
    ...inputOptions(root),
    input: {
      program: `${CLI}/program.ts`,
      ...Object.fromEntries(Object.keys(LOADED_BY_SCAN).map((name) => [name, FACADE + name])),
    },
    plugins: [
      facades(root, LOADED_BY_SCAN),
      builtElsewhere({ './usage/command.ts': './usage/command.cjs', './pages.ts': PAGES }),
      lazyJson,
      lazyNode,
      lazyWires,
      requiredParts,
      plainExports,
      asciiCode,
    ],
  });
  const modules = await modulesOf(bundle, folder);
  const plan = planChunks(modules, join(root, CLI, 'program.ts'), weightOf);
  // The list of commands names the file of `usage` from where it stands.
  const partOf = (id) =>
    /[\\/]cli[\\/](?:program|commands)\.ts$/.test(id) ? 'program' : (plan.get(id)?.toString() ?? null);
  const { output } = await bundle.write({
    ...outputOptions(folder),
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: partOf, debugName: 'parts' }] },
  });
  await bundle.close();
  return output;
}

/**
 * What the planner asks of the modules: what each loads, and how long it is, when all that is not used has been left out.
 * A module that gives on the names of others, of which a command uses one, loads only that one.
 */
async function modulesOf(bundle, folder) {
  const { output } = await bundle.generate({ ...outputOptions(folder), preserveModules: true });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const idOf = (fileName) => chunks.get(fileName)?.facadeModuleId ?? fileName;
  const modules = new Map();
  for (const { facadeModuleId: id, code, imports, dynamicImports } of chunks.values()) {
    const packages = imports.filter(isPackage).length;
    modules.set(id, {
      id,
      size: code.length,
      imports: imports.map(idOf),
      dynamicImports: dynamicImports.map(idOf),
      packages,
    });
  }
  return modules;
}

/** `usage` is one file: it starts as fast as it may only without readers, which most modules that it shares would bring. */
async function bundleScan(root, folder) {
  const bundle = await rolldown({
    ...inputOptions(root),
    input: { 'usage/command': `${CLI}/usage/command.ts` },
    plugins: [
      builtElsewhere({
        '../../../fleet/postgres/index.ts': '../postgres.cjs',
        '../../archive/index.ts': '../archive.cjs',
        './scan-events.ts': '../scan-events.cjs',
        '../project.ts': '../project.cjs',
        '../named-session.ts': '../named-session.cjs',
        '../../../machine/insights/read-called-tools.ts': '../read-called-tools.cjs',
        // Codex's history is never asked for by a scan; the name only has to stand for it.
        './history.ts': './history.cjs',
      }),
      lazyJson,
      lazyNode,
      requiredParts,
      asciiCode,
    ],
  });
  const { output } = await bundle.write({ ...outputOptions(folder), codeSplitting: false });
  await bundle.close();
  const reader = output.flatMap(({ moduleIds = [] }) => moduleIds).find((id) => id.endsWith('event-reader.ts'));
  if (reader) throw new Error(`usage starts as fast as it may only without readers, but holds ${reader}`);
  return output;
}

function inputOptions(root) {
  return {
    cwd: root,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import'] },
    external: isPackage,
    treeshake: { moduleSideEffects: false },
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
  };
}

function outputOptions(folder) {
  return {
    dir: join(folder, 'doors/cli'),
    format: 'cjs',
    minify: true,
    // Functions find a `var` of their module faster than a `const`, which might not be there yet.
    topLevelVar: true,
    entryFileNames: '[name].cjs',
    // As deep below the package as the sources of a command.
    chunkFileNames: 'parts/[name]-[hash].cjs',
  };
}

/** A plugin: parts know their own address by the loader, and load by it what is built elsewhere, packages and modules of Node. */
const requiredParts = {
  name: 'required-parts',
  transform: (code) => (code.includes('import.meta.url') ? code.replaceAll('import.meta.url', '__urlOf()') : null),
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') output.code = output.code.replace(/\bimport\((?=(["'`])[\w./:@-]+\1\))/g, '__load(');
    }
  },
};

/** A plugin: files of these names give on what a module exports, which itself may stand in any part. */
function facades(root, files) {
  return {
    name: 'facades',
    resolveId: (id) => (id.startsWith(FACADE) ? id : undefined),
    load(id) {
      if (!id.startsWith(FACADE)) return undefined;
      return `export * from ${JSON.stringify(join(root, files[id.slice(FACADE.length)]))};`;
    },
  };
}

/** A plugin: all that the start loads is `program.js`. Of the commands it knows the names alone. */
const startOnly = {
  name: 'start-only',
  resolveDynamicImport: () => ({ id: './program.js', external: true }),
};

/** These dynamic imports load a file that is built by itself. */
function builtElsewhere(files) {
  return {
    name: 'built-elsewhere',
    resolveDynamicImport(path) {
      return typeof path === 'string' && Object.hasOwn(files, path) ? { id: files[path], external: true } : null;
    },
  };
}
