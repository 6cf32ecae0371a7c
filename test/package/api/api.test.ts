import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { makePlace } from '../command-calls.ts';
import { allowedChanges, allowedKeys } from './allowed-changes.ts';
import { isAddition } from './is-addition.ts';
import { declarationLists, type List, readLists } from './lists.ts';
import { commandAnswers, commandOptions, viewerAnswers } from './read-answers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = [process.execPath, `${root}bin/threadline.js`] as const;
const place = makePlace();
afterAll(() => place.remove());

function lookupIn(lists: Map<string, List>) {
  const all = new Map([...lists.values()].flatMap((list) => [...list]));
  return (name: string) => all.get(name);
}

/** What is no longer said as it was, a line each; `holds` compares two entries of one name. */
function changesIn(before: Map<string, List>, now: Map<string, List>, holds: (old: string, now: string) => boolean) {
  return [...before].flatMap(([list, entries]) =>
    [...entries].flatMap(([name, old]) => {
      const current = now.get(list)?.get(name);
      if (current !== undefined && holds(old, current)) return [];
      const change = current === undefined ? 'is gone' : `was\n    ${old}\n  is\n    ${current}`;
      return [{ list, name, told: `${list}: ${name} ${change}` }];
    }),
  );
}

describe('compared with the commit before the five rings', () => {
  it('no exported name went, and no type of one changed but by what was added, or for a reason that is written down', () => {
    const [before, now] = [readLists('exports'), declarationLists(root)];
    const lookups = { before: lookupIn(before), now: lookupIn(now) };
    const changes = changesIn(before, now, (old, current) => isAddition(old, current, lookups));
    const isAllowed = ({ list, name }: { list: string; name: string }) =>
      allowedChanges.some((allowed) => allowed.list === list && allowed.name === name);
    expect(changes.filter((change) => !isAllowed(change)).map(({ told }) => told)).toEqual([]);
    const stale = allowedChanges.filter(
      ({ list, name }) => !changes.some((one) => one.list === list && one.name === name),
    );
    expect(stale, 'these did not change: they need no reason').toEqual([]);
  });

  it('no command and no option of one went', async () => {
    const now = await commandOptions(program, place);
    expect(changesIn(readLists('options'), now, () => true).map(({ told }) => told)).toEqual([]);
  });

  /** A type that was seen has to be among those that are seen now. */
  const hasTypes = (old: string, now: string) =>
    old.split(' | ').every((type) => now.split(' | ').includes(type) || type === '');

  it('no key of JSON and no column of CSV that a command writes went or changed its type, but for a reason that is written down', async () => {
    const before = readLists('commands');
    expect(before.size).toBeGreaterThan(15);
    const changes = changesIn(before, await commandAnswers(program, place), hasTypes);
    const isOf = (change: { list: string; name: string }) => (one: { list: string; name: string }) =>
      one.list === change.list && one.name === change.name;
    expect(changes.filter((change) => !allowedKeys.some(isOf(change))).map(({ told }) => told)).toEqual([]);
    expect(
      allowedKeys.filter((allowed) => !changes.some(isOf(allowed))),
      'these did not go',
    ).toEqual([]);
  });

  it('no field that the viewer answers went or changed its type', async () => {
    const before = readLists('viewer');
    expect(before.size).toBeGreaterThan(10);
    expect(changesIn(before, await viewerAnswers(program, place), hasTypes).map(({ told }) => told)).toEqual([]);
  });
});
