import { expect, it } from 'vitest';
import { visibleLine } from '../../core/text/visible-text.ts';
import { resultWords } from './result-words.ts';

it('shows lines that end as on Windows like any others, and a return within a line', () => {
  expect(resultWords({ text: 'one\r\ntwo\r\n' })).toBe(resultWords({ text: 'one\ntwo\n' }));
  expect(visibleLine(resultWords({ text: 'one\r\ntwo\r\n' }))).not.toContain('x0d');
  expect(resultWords({ text: '10%\r20%' })).toBe('10%\r20%');
});

it('tells the size of what is longer', () => {
  expect(resultWords({ text: 'x'.repeat(200), bytes: 5000 })).toMatch(/^x{120}… · /);
  expect(resultWords({ text: `${'x'.repeat(119)}\r\n` })).not.toContain('\r');
});
