/** A declaration taken apart: what stands around its members, and they. */
interface Parts {
  frame: string;
  members: string[];
}

/**
 * Whether a declaration says all that it said before, and at most more: members of an object, of a class, of a union. What is
 * handed in by callers (`…Options`) may get optional members only.
 */
export function isAddition(before: string, now: string): boolean {
  if (before === now) return true;
  const [old, current] = before.includes('{') ? [block(before), block(now)] : [union(before), union(now)];
  if (old.frame !== current.frame) return false;
  const known = new Set(current.members);
  if (!old.members.every((member) => known.has(member))) return false;
  if (!/^interface \w*Options\b/.test(old.frame)) return true;
  const added = current.members.filter((member) => !old.members.includes(member));
  return added.every((member) => /^(?:readonly )?\w+\?/.test(member));
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
function split(text: string, mark: ';' | '|'): string[] {
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
