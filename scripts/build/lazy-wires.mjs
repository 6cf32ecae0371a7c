import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const MARK = '\0wire:';
/** Stands for waiting, which a part of the command line need not do: it is loaded by `require`. */
const AT_ONCE = '__atOnce';

/** The file of a wire, and that of its reader. threadline's own wires are asked for every line. */
const WIRE = /[\\/]core[\\/]wires[\\/](?!threadline-)[^\\/]+[\\/]wire\.ts$/;
const READER = /\/read(?:-stored)?\.ts$/;

/**
 * A plugin for Rolldown: the reader of a wire is loaded when one is made. A command reads the files of one agent or two, and all
 * readers are a third of its code.
 */
export const lazyWires = {
  name: 'lazy-wires',
  resolveId(path, importer) {
    return WIRE.test(importer) && READER.test(path) ? MARK + resolve(importer, '..', path) : undefined;
  },
  load: (id) =>
    id.startsWith(MARK) ? { code: lazyReader(id.slice(MARK.length)), moduleSideEffects: false } : undefined,
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) if (output.type === 'chunk') output.code = atOnce(output.code);
  },
};

function lazyReader(path) {
  const names = [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  const load = `let loaded;\nconst load = () => (loaded ??= ${AT_ONCE}(import(${JSON.stringify(path)})));`;
  return [load, ...names.map((name) => `export const ${name} = (...values) => load().${name}(...values);`)].join('\n');
}

/** Takes the part itself instead of the promise of it that the bundler made of an import. */
function atOnce(code) {
  const promise =
    /__atOnce\(Promise\.resolve\(\)\.then\(\(\)=>([^()]+(?:\([^()]+\))?)\)(?:\.then\((\w+)=>\2(\.\w+)\))?\)/g;
  const written = code.replace(promise, (_, part, _name, member = '') => `(${part})${member}`);
  if (written.includes(AT_ONCE)) throw new Error('the bundler writes an import of a part in another way');
  return written;
}
