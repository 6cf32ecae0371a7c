import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Node } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker, type Project, type Symbol as Sign, SymbolFlags } from 'typescript/unstable/sync';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A part of a public name: a field, a method, an option. */
export interface PublicMember {
  name: string;
  /** As it is declared, without comments and bodies. */
  declaration: string;
  doc: string;
  /** Whoever calls it or passes it wants to know what it does. A field that only holds a value may speak for itself. */
  needsSentence: boolean;
}

/** What a subpath of the package exports, by the words of its source. */
export interface PublicName {
  /** `threadline/schema` */
  specifier: string;
  name: string;
  kind: 'class' | 'constant' | 'function' | 'interface' | 'type';
  declaration: string;
  doc: string;
  /** Whole programs, those of its own members included. */
  examples: string[];
  members: PublicMember[];
  /** The file and the line of the declaration. */
  place: string;
}

/** All public names, by the compiler: what `package.json` exports, and what is written above it in the sources. */
export function readPublicNames(): PublicName[] {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.build.json');
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error('the compiler opened no project');
    return entries().flatMap(({ specifier, path }) => namesOf(specifier, path, project));
  } finally {
    api.close();
  }
}

/** The sources of each subpath: `dist` has the same folders as `src`. */
function entries(): { specifier: string; path: string }[] {
  const manifest: { exports: Record<string, string | { types: string }> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string') return [];
    const source = target.types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts');
    return [{ specifier: `threadline${subpath.slice(1)}`, path: join(root, source) }];
  });
}

function namesOf(specifier: string, path: string, project: Project): PublicName[] {
  const { checker, program } = project;
  const file = program.getSourceFile(path);
  const entry = file && checker.getSymbolAtLocation(file);
  if (!entry) throw new Error(`${path} is no module of the build`);
  const names = checker.getExportsOfModule(entry).map((exported) => {
    const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
    return readName(specifier, exported.name, isAlias ? checker.getAliasedSymbol(exported) : exported, project);
  });
  return names.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function readName(specifier: string, name: string, sign: Sign, project: Project): PublicName {
  const { checker } = project;
  const nodes = sign.declarations.map((handle) => handle.resolve(project)).filter((node) => node !== undefined);
  const [first] = nodes;
  if (!first) throw new Error(`${name} is declared nowhere`);
  const kind = kindOf(first);
  const members = hasMembers(kind) ? membersOf(sign, project) : [];
  return {
    specifier,
    name,
    kind,
    declaration: kind === 'constant' ? constantText(name, sign, checker) : nodes.map(headOf).join('\n'),
    doc: sign.getDocumentationComment(checker).trim(),
    examples: [sign, ...sign.getMembers().values()].flatMap((documented) => examplesOf(documented, checker)),
    members: members.map((member) => readMember(member, { kind, name }, project)),
    place: placeOf(first),
  };
}

function kindOf(node: Node): PublicName['kind'] {
  switch (node.kind) {
    case SyntaxKind.ClassDeclaration:
      return 'class';
    case SyntaxKind.FunctionDeclaration:
      return 'function';
    case SyntaxKind.InterfaceDeclaration:
      return 'interface';
    case SyntaxKind.TypeAliasDeclaration:
      return 'type';
    default:
      return 'constant';
  }
}

const hasMembers = (kind: PublicName['kind']) => kind === 'class' || kind === 'interface';

/** With those of what it extends, unless that is the language's own. */
function membersOf(sign: Sign, { checker }: Project): Sign[] {
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(sign));
  return members.filter(({ name, declarations }) => {
    const isOurs = declarations.some(({ path }) => path.startsWith(`${root}src/`));
    return isOurs && !/^(?:#|__)/.test(name);
  });
}

function readMember(sign: Sign, owner: Pick<PublicName, 'kind' | 'name'>, project: Project): PublicMember {
  const nodes = sign.declarations.map((handle) => handle.resolve(project)).filter((node) => node !== undefined);
  const declaration = nodes.map(headOf).join('\n');
  const isCalled = (sign.flags & SymbolFlags.Method) !== 0 || declaration.includes('=>');
  const isInherited = sign.name === 'name' && declaration.startsWith('override');
  return {
    name: sign.name,
    declaration,
    doc: sign.getDocumentationComment(project.checker).trim(),
    needsSentence: !isInherited && (isCalled || owner.kind === 'class' || owner.name.endsWith('Options')),
  };
}

/** Up to its body. Of an interface or a class only the first line: its members are told one by one. */
function headOf(node: Node): string {
  const { text } = node.getSourceFile();
  const body = 'body' in node ? (node.body as Node | undefined) : undefined;
  const head = text.slice(node.getStart(), body?.pos ?? node.end).replace(/^export (declare )?/, '');
  const isList = node.kind === SyntaxKind.InterfaceDeclaration || node.kind === SyntaxKind.ClassDeclaration;
  const shown = isList ? (/^[^{]*/.exec(head)?.[0] ?? '') : head;
  return shown.trim().replace(/;$/, '');
}

/** The types of schemas fill pages, and are told elsewhere. */
const LONGEST_TYPE = 300;

function constantText(name: string, sign: Sign, checker: Checker): string {
  const type = checker.getTypeOfSymbol(sign);
  const text = type ? checker.typeToString(type) : '';
  return text === '' || text.length > LONGEST_TYPE || text.includes('...') ? `const ${name}` : `const ${name}: ${text}`;
}

function examplesOf(sign: Sign, checker: Checker): string[] {
  const tags = sign.getJsDocTags(checker).filter(({ name }) => name === 'example');
  return tags.map(({ text = '' }) => text.trim());
}

function placeOf(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${relative(root, file.fileName)}:${line}`;
}
