import { describe, expect, it } from 'vitest';
import { ansiNodes } from './ansi.ts';
import { toHtml } from './to-html.ts';

const html = (text: string) => toHtml(ansiNodes(text));

describe('what a program printed', () => {
  it('keeps its colours as classes', () => {
    expect(html('\x1b[31mred\x1b[0m plain \x1b[1;4;92mbright\x1b[22;24m on')).toBe(
      '<span class="f1">red</span> plain <span class="f10 bold underlined">bright</span><span class="f10"> on</span>',
    );
    expect(html('\x1b[2;3;9;44ma\x1b[m')).toBe('<span class="b4 dim italic struck">a</span>');
  });

  it('has colours of 256 and of millions by the nearest of 16', () => {
    expect(html('\x1b[38;5;196ma\x1b[48;2;0;0;230mb\x1b[38:2:255:255:255mc\x1b[39;49md')).toBe(
      '<span class="f9">a</span><span class="f9 b4">b</span><span class="f15 b4">c</span>d',
    );
    expect(html('\x1b[38;5;244ma')).toBe('<span class="f8">a</span>');
    expect(html('\x1b[38;5;999ma\x1b[38;2;1;2;999mb')).toBe('ab');
  });

  it('moves no cursor', () => {
    expect(html('a\x1b[2Kb\x1b[1;1Hc\x1b[?25ld')).toBe('abcd');
  });

  it('shows what a terminal would obey otherwise', () => {
    expect(html('\x1b]52;c;aGk=\x07a\x08\x1bc\x9b31m')).toBe('\\x1b]52;c;aGk=\\x07a\\x08\\x1bc\\x9b31m');
  });

  it('has a line for each state of a line that was written over', () => {
    expect(html('10%\r20%\r\ndone')).toBe('10%\n20%\ndone');
  });

  it('is read in time that grows with its length', () => {
    const text = '\x1b['.repeat(500_000) + '\x1b[0;0;0;0'.repeat(50_000);
    expect(html(text).length).toBeGreaterThan(text.length);
  });
});
