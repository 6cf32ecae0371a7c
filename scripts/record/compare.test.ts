import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { changesOf } from './compare.ts';
import { lastRecording } from './last-recording.ts';
import { lookAt } from './survey.ts';

const root = mkdtempSync(join(tmpdir(), 'threadline-compare-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

/** A recording of what an agent printed, and of how its only run ended. */
function recording(lines: readonly unknown[], exit_code = 0, kept: Record<string, string> = {}): string {
  count += 1;
  const folder = join(root, String(count));
  mkdirSync(join(folder, 'session'), { recursive: true });
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'stdout.jsonl'), text);
  writeFileSync(join(folder, 'meta.json'), JSON.stringify({ runs: [{ exit_code, signal: null }] }));
  for (const [name, body] of Object.entries(kept)) writeFileSync(join(folder, 'session', name), body);
  return folder;
}

const changes = (before: string, after: string) => changesOf(lookAt(before), lookAt(after));

describe('what changed from one recording to another', () => {
  it('is nothing where only ids, texts and times differ', () => {
    const before = recording([{ type: 'a', id: '1', by: { '0f3a9c1e77b2aa01': { n: 1 } } }]);
    const after = recording([{ type: 'a', id: '2', by: { '99ddaa1e77b2aa44': { n: 2 } } }]);
    expect(changes(before, after)).toEqual([]);
  });

  it('names kinds that came and went', () => {
    const before = recording([{ type: 'old', payload: { type: 'x' } }, { type: 'end' }]);
    const after = recording([{ type: 'new' }, { type: 'end' }]);
    expect(changes(before, after)).toEqual(['- kind printed: old x', '+ kind printed: new']);
  });

  it('names fields that came, went or have another type, and tells a whole new object once', () => {
    const before = recording([{ type: 'a', gone: 1, same: 'x', other: 1 }]);
    const after = recording([{ type: 'a', same: 'y', other: null, come: { deep: { deeper: 1 } } }]);
    expect(changes(before, after)).toEqual([
      '- field gone of printed: a',
      '~ field other of printed: a: number → null',
      '+ field come of printed: a (object)',
    ]);
  });

  it('names another ending', () => {
    const [before, after] = [recording([{ type: 'a' }]), recording([{ type: 'a' }], 1)];
    expect(changes(before, after)).toEqual(['~ ending run 1: exit 0, last line a → run 1: exit 1, last line a']);
  });

  it('takes lines that are no JSON for a kind of their own', () => {
    const [before, after] = [recording([{ type: 'a' }]), recording([{ type: 'a' }, 'Warning: {odd'])];
    expect(changes(before, after)).toContain('+ kind printed: no JSON object');
  });

  it('looks into the rows of a database', () => {
    const [before, after] = [recording([]), recording([])];
    for (const [folder, data] of [
      [before, '{"type":"text"}'],
      [after, '{"type":"text","new":1}'],
    ] as const) {
      const database = new DatabaseSync(join(folder, 'session', 'a.db'));
      database.exec('CREATE TABLE part (id TEXT, data TEXT)');
      database.prepare('INSERT INTO part VALUES (?, ?)').run('p1', data);
      database.close();
    }
    expect(changes(before, after)).toEqual(['+ field data.new of kept part: text (number)']);
  });

  it('does not take what an older recording left out for new', () => {
    const [before, after] = [recording([{ type: 'a' }]), recording([{ type: 'a' }], 0, { 'state.json': '{"a":1}' })];
    expect(changes(before, after)).toHaveLength(1);
    const meta = { runs: [{ exit_code: 0, signal: null }], session_files: ['state.json'] };
    writeFileSync(join(before, 'meta.json'), JSON.stringify(meta));
    expect(changes(before, after)).toEqual([]);
  });

  it('survives fields that are odd', () => {
    const odd = { type: { toString: 0 }, content: [null, 1, [[]], { type: 5 }], payload: '{"cut' };
    expect(() => lookAt(recording([odd, '[]', 'null', '"x"']))).not.toThrow();
  });
});

describe('the last recording of an agent', () => {
  const [all, out] = [join(root, 'all'), join(root, 'out')];
  const last = (agent: string, version: string, scenarios = ['hello']) =>
    lastRecording({ agent, version, scenarios, folders: [all, out], out });

  it('is the newest version below, by number, that has one of the scenarios', () => {
    for (const version of ['0.9.0', '0.10.0', '0.11.0'])
      mkdirSync(join(all, 'bird', version, 'hello'), { recursive: true });
    mkdirSync(join(all, 'bird/0.10.5/other'), { recursive: true });
    expect(last('bird', '0.11.0')?.version).toBe('0.10.0');
    expect(last('bird', '0.8.0')?.version).toBe('0.11.0');
    expect(last('bird', '0.11.0', ['other'])?.version).toBe('0.10.5');
    expect(last('fish', '0.8.0')).toBeUndefined();
  });

  it('is one of the same version where there is no other, but never itself', () => {
    mkdirSync(join(out, 'cat/1.0.0/hello'), { recursive: true });
    expect(last('cat', '1.0.0')).toBeUndefined();
    mkdirSync(join(all, 'cat/1.0.0/hello'), { recursive: true });
    expect(last('cat', '1.0.0')?.folder).toBe(join(all, 'cat/1.0.0'));
  });
});
