import { describe, expect, it } from 'vitest';
import { markdownNodes } from '../../src/core/text/markdown.ts';
import { nodesText } from '../../src/core/text/node.ts';
import { decodeHTMLStrict } from './html-entities.ts';

const names = ['amp', 'lt', 'gt', 'quot', 'nbsp', 'yuml', 'Alpha', 'omega', 'hellip', 'rarr', 'mdash', 'ndash', 'euro'];

describe('names of characters in the page', () => {
  it('are read as the whole table reads them', () => {
    for (const name of names) {
      expect(decodeHTMLStrict(`&${name};`), name).toBe(nodesText(markdownNodes(`x&${name};`)).slice(1));
      expect(decodeHTMLStrict(`&${name};`)).toHaveLength(1);
    }
  });

  it('stay as they were written where HTML 4 does not know them', () => {
    for (const text of ['&CounterClockwiseContourIntegral;', '&toString;', '&;', 'amp', '&amp']) {
      expect(decodeHTMLStrict(text)).toBe(text);
    }
  });
});
