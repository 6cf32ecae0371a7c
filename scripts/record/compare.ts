import type { Look, Survey } from './survey.ts';

/** What changed from one recording of a scenario to another, a line a change; none where they look alike. */
export function changesOf(before: Look, after: Look): string[] {
  // What was left out of an older recording is not new.
  const places = new Set([...before.kinds.keys()].map(placeOf));
  const known = before.isWhole ? after.kinds : new Map([...after.kinds].filter(([kind]) => places.has(placeOf(kind))));
  return [...kindChanges(before.kinds, known), ...endingChanges(before.endings, after.endings)];
}

/** Printed, kept, or kept in a table or a file of its own. */
const placeOf = (kind: string) => kind.split(':')[0] ?? '';

function kindChanges(before: Survey, after: Survey): string[] {
  const gone = [...before.keys()].filter((kind) => !after.has(kind)).map((kind) => `- kind ${kind}`);
  const come = [...after.keys()].filter((kind) => !before.has(kind)).map((kind) => `+ kind ${kind}`);
  const changed = [...after].flatMap(([kind, fields]) => {
    const old = before.get(kind);
    return old ? fieldChanges(kind, old, fields) : [];
  });
  return [...gone, ...come, ...changed];
}

type Fields = ReadonlyMap<string, ReadonlySet<string>>;

function fieldChanges(kind: string, before: Fields, after: Fields): string[] {
  const lines: string[] = [];
  for (const [field] of before) if (!after.has(field)) lines.push(`- field ${field} of ${kind}`);
  for (const [field, types] of after) {
    const old = before.get(field);
    if (!old) lines.push(`+ field ${field} of ${kind} (${named(types)})`);
    else if (named(old) !== named(types)) lines.push(`~ field ${field} of ${kind}: ${named(old)} → ${named(types)}`);
  }
  return withoutInner(lines);
}

/** A field that came or went with all below it is told once. */
function withoutInner(lines: readonly string[]): string[] {
  const path = (line: string) => line.split(' ')[2] ?? '';
  return lines.filter(
    (line) =>
      !lines.some((other) => {
        if (other[0] !== line[0] || line.startsWith('~')) return false;
        return path(line).startsWith(`${path(other)}.`) || path(line).startsWith(`${path(other)}[]`);
      }),
  );
}

const named = (types: ReadonlySet<string>) => [...types].sort().join(' or ');

function endingChanges(before: readonly string[], after: readonly string[]): string[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, index) => [before[index] ?? 'no run', after[index] ?? 'no run'] as const)
    .filter(([old, now]) => old !== now)
    .map(([old, now]) => `~ ending ${old} → ${now}`);
}
