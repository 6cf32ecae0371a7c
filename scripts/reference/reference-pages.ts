import type { PublicMember, PublicName } from './public-names.ts';

/** The pages of the reference by their names: one for each subpath of the package, and a list of all names. */
export function referencePages(names: readonly PublicName[]): Map<string, string> {
  const groups = Map.groupBy(names, ({ specifier }) => specifier);
  // The root's own last: a name of several subpaths is linked there.
  const places = new Map(names.toReversed().map((entry) => [entry.name, placeOf(entry)]));
  const pages = [...groups].map(([specifier, group]) => [pageName(specifier), page(specifier, group, places)] as const);
  return new Map([['README.md', list(groups)], ...pages]);
}

const placeOf = ({ specifier, name }: PublicName) => `${pageName(specifier)}#${name.toLowerCase()}`;

const pageName = (specifier: string) => `${specifier.replace('/', '-')}.md`;

function list(groups: ReadonlyMap<string, readonly PublicName[]>): string {
  const parts = [...groups].map(([specifier, names]) => {
    const rows = names.map(
      (entry) => `| [\`${entry.name}\`](${placeOf(entry)}) | ${entry.kind} | ${cell(entry.doc)} |`,
    );
    return `## ${specifier}\n\n| name | is | |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Reference\n\nAll public names. Written by \`npm run docs\` from the sources; change the comments there.\n\n${parts.join('\n')}`;
}

/** The first sentence, in one line of a table. */
function cell(doc: string): string {
  const [paragraph = ''] = doc.replaceAll(/\s+/g, ' ').split(/(?<=[.!?]) (?=[A-Z`])/);
  return paragraph.replaceAll('|', '\\|');
}

function page(specifier: string, names: readonly PublicName[], places: ReadonlyMap<string, string>): string {
  const sections = names.map((entry) => section(entry, places));
  return `# ${specifier}\n\n[All names](README.md)\n\n${sections.join('\n')}`;
}

function section(entry: PublicName, places: ReadonlyMap<string, string>): string {
  const { name, doc, declaration, examples, members, place } = entry;
  const [path = ''] = place.split(':');
  const parts = [
    `## ${name}`,
    doc,
    fenced(declaration),
    members.map(item).join('\n'),
    seeAlso(entry, places),
    ...examples.map((example) => `Example:\n\n${fenced(example)}`),
    `Source: [${path}](../../${path})`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The public names that it is made of. */
function seeAlso({ name, declaration, members }: PublicName, places: ReadonlyMap<string, string>): string {
  const text = [declaration, ...members.map((member) => member.declaration)].join(' ');
  const used = new Set([...text.matchAll(/\b[A-Z]\w+\b/g)].map(([word]) => word).filter((word) => word !== name));
  const links = [...used].flatMap((word) => (places.has(word) ? [`[${word}](${places.get(word)})`] : []));
  return links.length === 0 ? '' : `See ${links.join(', ')}.`;
}

function item({ declaration, doc }: PublicMember): string {
  const code = declaration.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ');
  return `- \`${code}\`${doc === '' ? '' : `: ${doc.replaceAll(/\s+/g, ' ')}`}`;
}

const fenced = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;
