import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { createMarkdownWriter } from '../../src/core/writers/markdown/markdown-writer.ts';
import { createHeadGatherer } from '../../src/core/writers/thread-head.ts';
import type { Outcome } from '../../src/index.ts';
import { somePayloads } from '../payloads.ts';
import { payloadOutcomes } from './payload-events.ts';

function pageOf(outcomes: readonly Outcome[]): string {
  const gatherer = createHeadGatherer({ all: true });
  for (const outcome of outcomes) gatherer.push(outcome);
  const writer = createMarkdownWriter({ all: true, head: gatherer.head() });
  const pieces = outcomes.flatMap((outcome) => writer.push(outcome));
  return [...pieces, ...writer.end()].join('');
}

/** All HTML that the writer makes by itself. */
const OURS = /^(?:<details><summary>[A-Z][A-Za-z ]*(?:, [\d,]+ lines?)?<\/summary>|<\/details>|<!-- -->|\s)*$/;

const parser = new MarkdownIt({ html: true });

/** The HTML in a page, and how it is built, by markdown-it. */
function readByMarkdownIt(page: string) {
  const tokens = parser.parse(page, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const html = tokens.filter(({ type }) => type.startsWith('html_')).map(({ content }) => content);
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open' ? [`${token.tag} ${tokens[index + 1]?.content}`] : [],
  );
  const addresses = tokens
    .flatMap((token) => [token.attrGet('href'), token.attrGet('src')])
    .filter((address) => address !== null);
  return { html, headings, addresses, images: tokens.filter(({ type }) => type === 'image').length };
}

type Node = DefaultTreeAdapterTypes.Node;

/** The same by a parser of GitHub's dialect, and its HTML by a parser of HTML. */
function readByGfm(page: string) {
  const html = micromark(page, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const elements: string[] = [];
  const addresses: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      elements.push(node.tagName);
      for (const { name, value } of node.attrs) if (name === 'href' || name === 'src') addresses.push(value);
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return { elements, addresses };
}

const ELEMENTS = new Set(
  'a blockquote br code del details em h1 h2 hr input li ol p pre strong summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);

function check(payload: string): void {
  const page = pageOf(payloadOutcomes(payload));
  const own = readByMarkdownIt(page);
  for (const html of own.html) expect(html, JSON.stringify(payload)).toMatch(OURS);
  expect(own.images).toBe(0);
  // One title, two turns at most, the problems: nothing that an agent wrote is a heading.
  expect(own.headings.filter((heading) => !/^h2 (Turn \d+|What could not be read)$/.test(heading))).toHaveLength(1);
  for (const address of own.addresses) expect(address).toMatch(/^(?:https?:|mailto:|#turn-)/i);
  const { elements, addresses } = readByGfm(page);
  for (const element of elements) expect(ELEMENTS, JSON.stringify(payload)).toContain(element);
  expect(elements.filter((element) => element === 'h1')).toHaveLength(1);
  expect(elements.filter((element) => element === 'details')).toHaveLength(
    own.html.join('').match(/<details>/g)?.length ?? 0,
  );
  for (const address of addresses) expect(address).toMatch(/^(?:https?:|mailto:|#turn-)/i);
}

describe('a page of Markdown', () => {
  it('cannot be broken out of: no HTML, heading, image or address that is not ours, in two parsers', () => {
    for (const payload of somePayloads) check(payload);
  });

  it('mentions nobody and no issue', () => {
    const page = pageOf(payloadOutcomes('@octocat fixes #12 and GH-3 of octocat/repo#2'));
    // Code is not looked at for mentions.
    const prose = page.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').replaceAll(/`[^`]*`/g, '');
    expect(prose).not.toMatch(/@octocat|#12|GH-3|#2/);
    expect(prose).toContain('@<!-- -->octocat');
  });

  it('stays so where a backslash stands before a bar, in a cell of its table', () => {
    for (const payload of ['<b>\\|', '\\|<b>', '`\\|<img src=x>`', '|\\<b>\\\\|']) check(payload);
  });

  it('stays so for text that nobody thought of', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '~~~',
      '#',
      '# ',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '*',
      '**',
      '_',
      '[',
      ']',
      '(',
      ')',
      '!',
      '|',
      '\n|-|-|\n',
      '<',
      '>',
      '<b>',
      '</details>',
      '<!--',
      '-->',
      '\\',
      '&lt;',
      '@a',
      '#1',
      '    ',
      '\t',
      'x',
      '===',
      '---',
      ':',
      '$',
      'http://a.b',
      '<http://a.b>',
      '[a]: http://a.b',
    );
    const count = Number(process.env.THREADLINE_FUZZ_COUNT ?? 0) > 0 ? 500 : 30;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
        check,
      ),
      { numRuns: count },
    );
  }, 600_000);
});
