import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a file of declarations says, statement by statement. */
interface DeclarationFile {
  /** By name, without comments; overloads stand one after the other. */
  declared: Map<string, string>;
  /** The names that it has from elsewhere, or gives on: the file and the name there. */
  elsewhere: Map<string, { path: string; name: string }>;
  /** The names that it exports. */
  exported: string[];
}

export interface Subpath {
  exported: ReadonlySet<string>;
  /** Of each exported name, and of each type that those are made of. */
  declarations: Map<string, string>;
}

/** The declarations of every subpath of a built package. */
export function readApi(folder: string): Map<string, Subpath> {
  const manifest: { exports: Record<string, string | { types: string }> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const files = new Map<string, DeclarationFile>();
  const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [{ subpath, path: join(folder, target.types) }],
  );
  return new Map(subpaths.map(({ subpath, path }) => [subpath, declarationsFrom(path, files)]));
}

/** Begins with what the file exports, and goes on with the types that are named there. */
function declarationsFrom(entry: string, files: Map<string, DeclarationFile>): Subpath {
  const found = new Map<string, string>();
  const { exported } = readFile(entry, files);
  const wanted = exported.map((name) => ({ path: entry, name }));
  for (const { path, name } of wanted) {
    if (found.has(name)) continue;
    const { home, text } = findDeclaration(path, name, files);
    found.set(name, text);
    const { declared, elsewhere } = readFile(home, files);
    for (const [word] of text.matchAll(/\b[A-Z]\w+\b/g)) {
      if (declared.has(word) || elsewhere.has(word)) wanted.push({ path: home, name: word });
    }
  }
  return { exported: new Set(exported), declarations: found };
}

function findDeclaration(path: string, name: string, files: Map<string, DeclarationFile>) {
  const { declared, elsewhere } = readFile(path, files);
  const text = declared.get(name);
  if (text !== undefined) return { home: path, text };
  const next = elsewhere.get(name);
  if (next === undefined) return { home: path, text: `${name} of a package` };
  return findDeclaration(next.path, next.name, files);
}

function readFile(path: string, files: Map<string, DeclarationFile>): DeclarationFile {
  const known = files.get(path);
  if (known) return known;
  const file: DeclarationFile = { declared: new Map(), elsewhere: new Map(), exported: [] };
  files.set(path, file);
  if (!existsSync(path)) return file;
  for (const statement of statementsOf(readFileSync(path, 'utf8'))) readStatement(statement, path, file);
  return file;
}

/** tsc begins each statement at the margin, and ends a block there. */
function statementsOf(source: string): string[] {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const statements = text.split(/\n(?=[^\s}])/);
  return statements.map((statement) => statement.replaceAll(/\s+/g, ' ').replace(/;? *$/, '').trim());
}

function readStatement(statement: string, path: string, file: DeclarationFile): void {
  const list = /^(import|export) (?:type )?\{(.*?)\}(?: from ['"](.+)['"])?$/.exec(statement);
  if (list) {
    const [, kind, names = '', from] = list;
    for (const { inner, outer } of readNames(names)) {
      if (kind === 'export') file.exported.push(outer);
      if (from?.startsWith('.')) file.elsewhere.set(outer, { path: fileOf(path, from), name: inner });
      else if (from === undefined && inner !== outer) file.elsewhere.set(outer, { path, name: inner });
    }
    return;
  }
  const kinds = 'abstract class|class|interface|type|const|function|enum';
  const declaration = new RegExp(`^(export )?(?:declare )?((?:${kinds}) (\\w+).*)$`).exec(statement);
  if (!declaration) return;
  const [, isExported, text = '', name = ''] = declaration;
  const plain = asFunction(text.replaceAll(/import\(['"][^'"]+['"]\)\./g, ''));
  const before = file.declared.get(name);
  file.declared.set(name, before === undefined ? plain : `${before}; ${plain}`);
  if (isExported && before === undefined) file.exported.push(name);
}

/** A constant that is a function is the same to callers as a function of its name. tsc writes inferred names in double quotes. */
export function asFunction(declaration: string): string {
  const [start, name, parameters] = /^(?:const|function) (\w+)(?:: )?\(([^()]*)\)(?: =>|:) /.exec(declaration) ?? [];
  if (start === undefined) return declaration;
  return `function ${name}(${parameters}): ${declaration.slice(start.length).replaceAll('"', "'")}`;
}

/** `type A, b as c`: what a name is called on the other side, and here. */
function readNames(list: string): { inner: string; outer: string }[] {
  const entries = list.split(',').map((entry) => entry.trim().replace(/^type /, ''));
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [inner = '', outer = inner] = entry.split(' as ');
      return { inner, outer };
    });
}

function fileOf(path: string, specifier: string): string {
  return join(dirname(path), specifier.replace(/\.js$/, '.d.ts'));
}
