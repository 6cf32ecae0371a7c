import { describe, expect, it } from 'vitest';
import { textWidth } from '../../core/text/text-layout.ts';
import { wrapMessage } from './report.ts';

const error =
  "threadline: --since takes a time such as 2026-11-15, 36h, 90d, today, not 'soon'; see 'threadline usage --help'";

describe('a message on a terminal', () => {
  it.each([24, 40, 80])('is wrapped at words at %i columns', (columns) => {
    const wrapped = wrapMessage(error, columns);
    expect(wrapped.split('\n').every((line) => textWidth(line) <= columns)).toBe(true);
    expect(wrapped.replaceAll('\n  ', ' ')).toBe(error);
  });

  it('keeps a long word whole, so that it can be copied', () => {
    const path = `/home/me/${'x'.repeat(100)}`;
    expect(wrapMessage(`threadline: ${path}: no such file`, 40)).toBe(`threadline:\n  ${path}:\n  no such file`);
  });

  it('counts wide characters as the terminal does', () => {
    expect(wrapMessage('あああ いいい ううう', 13)).toBe('あああ いいい\n  ううう');
  });

  it('takes time in proportion to its length', () => {
    expect(wrapMessage('word '.repeat(20_000), 80).split('\n').length).toBeGreaterThan(1000);
  });
});
