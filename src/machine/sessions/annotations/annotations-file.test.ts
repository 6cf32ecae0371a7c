import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ThreadlineError } from '../../../errors.ts';
import { givenLine, givenNote, withTags } from './annotation.ts';
import { annotationsPath, changeAnnotation, readAnnotations, removeAnnotations } from './annotations-file.ts';

const session = { agent: 'claude', id: 'one' };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-annotations-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('annotations', () => {
  it('are empty without a file', () => {
    expect(readAnnotations(join(folder, 'missing')).size).toBe(0);
  });

  it('are kept in one file that only its owner reads, and leave it when nothing is noted any more', async () => {
    await changeAnnotation(session, (before) => ({ ...before, starred: true, tags: ['a', '🧵'] }), folder);
    await changeAnnotation(session, (before) => ({ ...before, note: '\x1b[31mred\nsecond' }), folder);
    expect(readAnnotations(folder).get('claude:one')).toEqual({
      starred: true,
      tags: ['a', '🧵'],
      note: '\x1b[31mred\nsecond',
    });
    expect(statSync(annotationsPath(folder)).mode & 0o777).toBe(0o600);
    await changeAnnotation(session, () => ({ starred: undefined, tags: undefined, note: undefined }), folder);
    expect(readAnnotations(folder).size).toBe(0);
  });

  it('keep fields and sessions that this version does not know', async () => {
    const other = { agent: 'later', id: '__proto__' };
    writeFileSync(
      annotationsPath(folder),
      '{"version":1,"sessions":{"claude:one":{"colour":"red"},"__proto__":{"note":"x"}}}',
    );
    await changeAnnotation(session, (before) => ({ ...before, starred: true }), folder);
    await changeAnnotation(other, (before) => ({ ...before, starred: true }), folder);
    await removeAnnotations([other], folder);
    const { sessions } = JSON.parse(readFileSync(annotationsPath(folder), 'utf8'));
    expect(Object.entries(sessions)).toEqual([
      ['claude:one', { colour: 'red', starred: true }],
      ['__proto__', { note: 'x' }],
    ]);
  });

  it.each([
    '',
    'no json',
    '[]',
    '{"version":2,"sessions":{}}',
    '{"version":1,"sessions":[]}',
    '{"version":1,"sessions":{"claude:one":3}}',
    '{"version":1,"sessions":{"claude:one":{"tags":{"toString":0}}}}',
    '{"version":1,"sessions":{"claude:one":{"note":{"toString":0}}}}',
  ])('of a broken file %j are reported, and the file stays as it is', async (text) => {
    writeFileSync(annotationsPath(folder), text);
    const change = changeAnnotation(session, () => ({ starred: true }), folder);
    await expect(change).rejects.toMatchObject({ code: 'damaged' });
    await expect(removeAnnotations([session], folder)).rejects.toThrow(ThreadlineError);
    expect(() => readAnnotations(folder)).toThrow('stays as it is');
    expect(readFileSync(annotationsPath(folder), 'utf8')).toBe(text);
  });

  it('are not read through a link', () => {
    symlinkSync('/etc/hostname', annotationsPath(folder));
    expect(() => readAnnotations(folder)).toThrow(ThreadlineError);
  });

  it('of two processes at once are both kept', async () => {
    const program = `
      const { changeAnnotation } = await import(${JSON.stringify(new URL('./annotations-file.ts', import.meta.url).href)});
      for (let n = 0; n < 8; n += 1)
        await changeAnnotation({ agent: 'claude', id: process.argv[1] + n }, () => ({ starred: true }), ${JSON.stringify(folder)});`;
    const run = (name: string) => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, name]);
    await Promise.all(['a', 'b', 'c'].map(run));
    expect(readAnnotations(folder).size).toBe(24);
  });
});

describe('what a person gives', () => {
  it('has named limits', () => {
    expect(givenLine('title', '  two\n lines \u{1f9f5} ')).toBe('two lines 🧵');
    expect(() => givenLine('title', 'x'.repeat(100_000))).toThrow('at most 200 characters');
    expect(() => givenLine('tag', 'x'.repeat(61))).toThrow('at most 60');
    expect(() => givenLine('tag', ' ')).toThrow('not empty');
    expect(() => givenNote('x'.repeat(10_001))).toThrow('at most 10000');
    expect(() =>
      withTags(
        [],
        Array.from({ length: 51 }, (_, n) => `t${n}`),
      ),
    ).toThrow('at most 50 tags');
    expect(withTags(['Api'], ['api', 'db'])).toEqual(['Api', 'db']);
  });
});
