import type { Script } from 'node:vm';
import type { KeptPart } from './kept-code.ts';

/** Loads the parts of the built program. */
export interface PartLoader<Exports> {
  /** What the first part exports. */
  load(): Exports;
  /** True if a part was loaded of which no code was kept. */
  isNew(): boolean;
  /** What is compiled by now. */
  compiled(): KeptPart[];
}

type Part = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  /** Its address; few parts ask for it. */
  urlOf: () => string,
  load: (id: string) => Promise<unknown>,
) => void;

const HEAD = '(function(exports,require,module,__urlOf,__load){';
const TAIL = '\n})';

/**
 * Loads parts as Node would, each once. What was kept is compiled before anything runs: a command may set flags of the
 * engine, and code that was kept without them does not count from then on.
 */
export function createPartLoader<Exports>(start: string, kept: readonly KeptPart[] = []): PartLoader<Exports> {
  const { dirname, resolve } = process.getBuiltinModule('node:path');
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  const scripts = new Map<string, Script>();
  const modules = new Map<string, { exports: object }>();
  let isNew = false;
  for (const { path, source, code } of kept) compile(path, source, code);

  function compile(path: string, source: Buffer, code?: Buffer): Script {
    const vm = process.getBuiltinModule('node:vm');
    const script = new vm.Script(`${HEAD}${source.toString('latin1')}${TAIL}`, {
      filename: path,
      columnOffset: -HEAD.length,
      ...(code && { cachedData: code }),
    });
    if (code === undefined || script.cachedDataRejected) isNew = true;
    scripts.set(path, script);
    return script;
  }

  function compileNew(path: string): Script {
    return compile(path, process.getBuiltinModule('node:fs').readFileSync(path));
  }

  function load(path: string): object {
    const known = modules.get(path);
    if (known) return known.exports;
    // A table from the beginning: an object that gets hundreds of names would be laid out anew with each.
    const module = { exports: Object.create(null) };
    modules.set(path, module);
    const script = scripts.get(path) ?? compileNew(path);
    const part: Part = script.runInThisContext();
    const require = (id: string): unknown =>
      id.startsWith('.')
        ? load(resolve(dirname(path), id))
        : process.getBuiltinModule('node:module').createRequire(path)(id);
    const urlOf = () => pathToFileURL(path).href;
    // A script cannot import by itself without a flag of Node. Parts are loaded here, all else by Node.
    const loadLater = async (id: string): Promise<unknown> => {
      if (id.endsWith('.cjs')) return require(id);
      return import(id.startsWith('.') ? new URL(id, urlOf()).href : id);
    };
    part(module.exports, require, module, urlOf, loadLater);
    return module.exports;
  }

  return {
    load: () => load(start) as Exports,
    isNew: () => isNew,
    compiled: () =>
      [...scripts].map(([path, script]) => ({ path, source: sourceOf(script), code: script.createCachedData() })),
  };
}

/** What the engine holds of it: another program may have taken the place of the file, and a second copy would be held all day. */
function sourceOf(script: Script): Buffer {
  const text = `(${script.runInThisContext()})`;
  return Buffer.from(text.slice(HEAD.length, -TAIL.length), 'latin1');
}
