import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import { markdownNodes } from './markdown.ts';
import { classed, nodesText } from './node.ts';
import { toHtml } from './to-html.ts';

const html = (text: string) => toHtml(markdownNodes(text));

describe('Markdown becomes nodes', () => {
  it('of paragraphs, lists, quotes, tables and emphasis', () => {
    expect(html('# A\n\nb *c* **d** ~~e~~ `f`\n\n1. x\n2. y\n\n> q\n\n---')).toBe(
      '<h3>A</h3><p>b <em>c</em> <strong>d</strong> <del>e</del> <code>f</code></p>' +
        '<ol><li>x</li><li>y</li></ol><blockquote><p>q</p></blockquote><hr>',
    );
    expect(html('|a|b|\n|-|-:|\n|1|2|')).toBe(
      '<table tabindex="0"><thead><tr><th>a</th><th class="right">b</th></tr></thead><tbody><tr><td>1</td><td class="right">2</td></tr></tbody></table>',
    );
    expect(html('7. x')).toBe('<ol start="7"><li>x</li></ol>');
  });

  it('in which HTML is text', () => {
    expect(html('<img src=x onerror=alert(1)>\n\na <b>b</b>')).not.toMatch(/<(?!\/?p>)/);
    expect(nodesText(markdownNodes('<img src=x onerror=alert(1)>'))).toBe('<img src=x onerror=alert(1)>');
  });

  it('in which a link says where it leads, unless its text does', () => {
    expect(html('[a](https://example.org/x)')).toBe(
      '<p><a href="https://example.org/x" rel="noopener noreferrer">a</a><small class="target"> (example.org)</small></p>',
    );
    expect(html('[example.org](https://example.org)')).not.toContain('target');
    expect(html('[bank.com](https://me@evil.example)')).toContain('(evil.example)');
  });

  it('in which an address that may not be followed is named', () => {
    expect(html('[a](javascript:alert%281%29)')).toBe(
      '<p><span class="reference">a</span><small class="target"> (javascript:alert%281%29)</small></p>',
    );
    expect(html('[a](src/x.ts)')).toContain('(src/x.ts)');
    expect(html('[src/x.ts](src/x.ts)')).toBe('<p><span class="reference">src/x.ts</span></p>');
  });

  it('in which images are named and not loaded', () => {
    expect(html('![a *b*](https://evil.example/x.png?q=1)')).toBe(
      '<p><span class="remote-image">[image: a b · evil.example]</span></p>',
    );
  });

  it('in which blocks of code get their colours from outside', () => {
    const nodes = markdownNodes('```ts title\nconst a\n```', (code, language) => [classed('span', language, [code])]);
    expect(toHtml(nodes)).toBe(
      '<pre class="code" data-language="ts" tabindex="0">\n<span class="ts">const a</span></pre>',
    );
    expect(html('```\na\n```')).toBe('<pre class="code" tabindex="0">\na</pre>');
  });

  it('in which what turns text around is visible', () => {
    expect(html('a\u202eb\x1b[31m')).toBe('<p>a\\u202eb\\x1b[31m</p>');
  });

  it('that are the text itself where there is very much of it', () => {
    const text = '*a*\n'.repeat(limits.maxMarkdownLength / 4 + 1);
    expect(markdownNodes(text)).toEqual([classed('div', 'plain', [text])]);
  });

  it.each([
    ['quotes', '>'],
    ['lists', '- '],
    ['brackets', '['],
    ['emphasis', '*a _'],
    ['images', '![a]('],
    ['fences', '```\n~~~\n'],
    ['entities', '&#x41;&'],
    ['addresses', '<https://'],
    ['cells', '|a\n|-'],
    ['backticks', '`` ` '],
  ])('of 60 kB of %s, no deeper than a stack is', (_, piece) => {
    const text = piece.repeat(60_000 / piece.length);
    expect(toHtml(markdownNodes(text)).length).toBeGreaterThan(0);
  });
});
