import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createExportNames, extensionOf } from './export-names.ts';

const HOSTILE = [
  ...['../../etc/passwd', '/etc/passwd', 'C:\\Windows\\x', '..', '.', '', '   ', '\0', 'a\0b', 'a\nb', '-rf', '--help'],
  ...['CON', 'nul', 'COM1', 'x.', 'x ', '😀', 'ü/é', 'x'.repeat(300), 'index', '.bashrc', '%2e%2e%2f', '~/x'],
];

describe('the name of an exported file', () => {
  it('is the id and an ending', () => {
    const names = createExportNames('html');
    expect(names.next('01a1de06-ab42-79f0-9c2d-b8851174e06f')).toBe('01a1de06-ab42-79f0-9c2d-b8851174e06f.html');
  });

  it.each(HOSTILE)('stays inside of its folder, whatever the id is: %j', (id) => {
    const name = createExportNames('md').next(id);
    expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.md$/);
    expect(name).not.toMatch(/^(?:con|nul|com1|index)\./i);
    expect(join('/out', name)).toBe(`${sep}out${sep}${name}`);
  });

  it('is none that was given before, on no file system', () => {
    const names = createExportNames('jsonl');
    const given = [...HOSTILE, 'Same', 'same', 'same'].map((id) => names.next(id).toLowerCase());
    expect(new Set(given).size).toBe(given.length);
  });

  it('ends by the shape', () => {
    expect(['html', 'markdown', 'text', 'codex'].map(extensionOf)).toEqual(['html', 'md', 'txt', 'jsonl']);
  });
});
