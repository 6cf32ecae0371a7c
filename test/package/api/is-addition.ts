/** A declaration taken apart: what stands around its members, and they. */
interface Parts {
  frame: string;
  members: string[];
}

/** The declaration of a type, by its name. */
export type Lookup = (name: string) => string | undefined;

const NONE: Lookup = () => undefined;

/**
 * Whether a declaration says all that it said before, and at most more: members of an object, of a class, of a union. What is
 * handed in by callers (`…Options`) may get optional members only. Members that a type has from others count as its own.
 */
export function isAddition(before: string, now: string, lookups: { before?: Lookup; now?: Lookup } = {}): boolean {
  if (before === now) return true;
  const old = partsOf(withoutNumbers(before), lookups.before ?? NONE);
  const current = partsOf(withoutNumbers(now), lookups.now ?? NONE);
  if (old.frame !== current.frame) return false;
  const known = new Set(current.members);
  if (!old.members.every((member) => known.has(member))) return false;
  if (!/^interface \w*Options\b/.test(old.frame)) return true;
  const added = current.members.filter((member) => !old.members.includes(member));
  return added.every((member) => /^(?:readonly )?\w+\?/.test(member));
}

/** The number of a limit is its default, which may change: its name and that it is a number may not. */
function withoutNumbers(text: string): string {
  return text.startsWith('const ') ? text.replace(/(readonly \w+): \d+(?=;)/g, '$1: number') : text;
}

function partsOf(text: string, lookup: Lookup): Parts {
  const inherited = /^(interface \w+(?:<[^{]*?>)?) extends (.*?) (\{.*)$/.exec(text);
  if (inherited) {
    const [, head = '', others = '', own = ''] = inherited;
    const { frame, members } = block(`${head} ${own}`);
    return { frame, members: [...members, ...split(others, ',').flatMap((type) => membersOf(type, lookup))] };
  }
  const chosen = /^(type \w+) = ((?:Pick|Omit)<.*>)$/.exec(text);
  if (chosen) return { frame: chosen[1] ?? '', members: membersOf(chosen[2] ?? '', lookup) };
  return text.includes('{') ? block(text) : union(text);
}

/** The members of a type that is named, or of which some are taken. One that is not known stands for itself. */
function membersOf(type: string, lookup: Lookup): string[] {
  const chosen = /^(Pick|Omit)<(.*), ([^,]*)>$/.exec(type);
  if (chosen) {
    const [, how, from = '', names = ''] = chosen;
    const wanted = new Set(names.match(/\w+/g));
    return membersOf(from, lookup).filter(
      (member) => wanted.has(/\w+(?=\??[:(])/.exec(member)?.[0] ?? '') === (how === 'Pick'),
    );
  }
  const [, optional] = /^Optional<(.*)>$/.exec(type) ?? [];
  if (optional !== undefined) return membersOf(optional, lookup).map(asOptional);
  const declared = lookup(type);
  return declared === undefined ? [`extends ${type}`] : partsOf(declared, lookup).members;
}

function asOptional(member: string): string {
  return member.replace(/^(\w+): (.*)$/, '$1?: $2 | undefined');
}

/** The members between the first brace and the one that closes it. */
function block(text: string): Parts {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1) return { frame: text, members: [] };
  return { frame: text.slice(0, start) + text.slice(end), members: split(text.slice(start + 1, end), ';') };
}

function union(text: string): Parts {
  const start = text.indexOf(' = ');
  if (!text.startsWith('type ') || start === -1) return { frame: text, members: [] };
  return { frame: text.slice(0, start), members: split(text.slice(start + 3), '|') };
}

/** Cuts at a mark that stands in no brackets. */
function split(text: string, mark: ';' | '|' | ','): string[] {
  const parts = [''];
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if ('{([<'.includes(character)) depth += 1;
    // The head of an arrow closes nothing.
    if ('})]'.includes(character) || (character === '>' && text[index - 1] !== '=')) depth -= 1;
    if (character === mark && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
