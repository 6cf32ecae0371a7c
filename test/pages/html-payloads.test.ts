import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { loadCodeTokenizers } from '../../src/core/text/code-tokens.ts';
import { tags } from '../../src/core/text/node.ts';
import { visibleText } from '../../src/core/text/visible-text.ts';
import { createHtmlWriter } from '../../src/core/writers/html/html-writer.ts';
import { POLICY } from '../../src/core/writers/html/shell.ts';
import { STYLE, STYLE_HASH } from '../../src/core/writers/html/style.ts';
import { createHeadGatherer } from '../../src/core/writers/thread-head.ts';
import type { Outcome } from '../../src/index.ts';
import { payloads, somePayloads } from '../payloads.ts';
import { payloadOutcomes } from './payload-events.ts';
import { sampleOutcomes } from './sample-thread.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const createTokenizer = await loadCodeTokenizers(['ts', 'sh', 'html', 'json']);

function pageOf(outcomes: readonly Outcome[], hasHead: boolean): string {
  const gatherer = createHeadGatherer({ all: true });
  for (const outcome of outcomes) gatherer.push(outcome);
  const writer = createHtmlWriter({ all: true, head: hasHead ? gatherer.head() : undefined }, createTokenizer());
  const pieces = outcomes.flatMap((outcome) => writer.push(outcome));
  return [...pieces, ...writer.end()].join('');
}

const SHELL = new Set(['html', 'head', 'body', 'meta', 'title', 'style']);
const ATTRIBUTES = new Set([
  'id',
  'class',
  'href',
  'rel',
  'src',
  'alt',
  'title',
  'aria-label',
  'data-language',
  'start',
  'colspan',
  'open',
  'tabindex',
]);

/** All that is wrong with a page; and what it says. */
function inspect(html: string) {
  const faults: string[] = [];
  const texts: string[] = [];
  let styles = 0;
  const visit = (node: Node): void => {
    if ('value' in node) texts.push(node.value);
    if (node.nodeName === '#comment') faults.push('a comment');
    if ('tagName' in node) checkElement(node);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  const checkElement = (node: Element): void => {
    const isShell = SHELL.has(node.tagName);
    if (!isShell && !tags.some((tag) => tag === node.tagName)) faults.push(`<${node.tagName}>`);
    if (node.tagName === 'style') styles += 1;
    if (isShell) return;
    for (const { name, value } of node.attrs) {
      if (!ATTRIBUTES.has(name)) faults.push(`${name}=`);
      if (name === 'tabindex' && value !== '0') faults.push(`tabindex=${value}`);
      if (name === 'href' && !/^(#[\w.~-]+|https?:\/\/[^\s]+|mailto:[^\s]*)$/i.test(value))
        faults.push(`href=${value}`);
      if (name === 'src' && !/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/.test(value))
        faults.push(`src=${value}`);
    }
  };
  const document = parse(html, { onParseError: ({ code }) => faults.push(code) });
  visit(document);
  if (styles !== 1) faults.push(`${styles} styles`);
  return { faults, texts };
}

describe('a page of HTML', () => {
  it('has no element, attribute or address but ours, and says what the agent wrote as it was written', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(200);
    for (const [index, payload] of somePayloads.entries()) {
      const { faults, texts } = inspect(pageOf(payloadOutcomes(payload), index % 2 === 0));
      expect(faults, JSON.stringify(payload)).toEqual([]);
      // What moves a cursor or has a colour is not shown as text.
      if (payload.includes('\x1b[')) continue;
      const output = visibleText(payload.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trimEnd();
      expect(texts, JSON.stringify(payload)).toContain(output);
    }
  });

  it('stays so for text that nobody thought of', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '`',
      '&',
      '/',
      '!--',
      '-->',
      'script',
      'svg',
      ' on',
      'x=',
      '](',
      '[',
      '\n',
      '\t',
      ' ',
      '\0',
      '\x1b[',
      'm',
      '@',
      '#',
      '\ud800',
      '\u202e',
      'style',
      '```',
      '~~~',
      '|',
      'javascript:',
      'http://',
      '\\',
      '*',
      '_',
    );
    const count = Number(process.env.THREADLINE_FUZZ_COUNT ?? 0) > 0 ? 500 : 30;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        (text) => {
          expect(inspect(pageOf(payloadOutcomes(text), true)).faults).toEqual([]);
        },
      ),
      { numRuns: count },
    );
  }, 600_000);

  it('has a policy by which nothing runs and nothing is loaded, and its own style', () => {
    expect(STYLE_HASH).toBe(`sha256-${createHash('sha256').update(STYLE).digest('base64')}`);
    const page = pageOf(sampleOutcomes(), true);
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
    expect(POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/);
    expect(POLICY).not.toMatch(/unsafe|script-src|connect-src|\*/);
    expect(STYLE).not.toMatch(/@import|url\((?!"data:image\/svg\+xml,)|<\//);
  });

  it('is the same page with its head at its end, where the input is read once', () => {
    const parts = (html: string) => [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(String);
    expect(parts(pageOf(sampleOutcomes(), false))).toEqual(parts(pageOf(sampleOutcomes(), true)));
    const page = pageOf(sampleOutcomes(), false);
    expect(page.indexOf('<nav')).toBeGreaterThan(page.indexOf('</main>'));
  });

  it('has a place for every link that leads into it', () => {
    const page = pageOf(sampleOutcomes(), true);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets) expect(ids).toContain(target);
  });
});
