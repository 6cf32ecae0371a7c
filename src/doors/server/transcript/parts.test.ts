import { describe, expect, it } from 'vitest';
import type { Row } from '../api-types.ts';
import { apiText, textRange } from './api-text.ts';
import { findText } from './find-text.ts';
import { changedFiles, countKinds, outlineOf, shapeOf } from './outline.ts';
import { rawLines } from './raw-lines.ts';
import { pictureType } from './whole-text.ts';

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function row(number: number, fields: Partial<Row>): Row {
  return {
    row: number,
    id: `m${number}`,
    kind: 'answer',
    turn: 1,
    role: 'assistant',
    lines: [1, 1],
    blocks: [],
    ...fields,
  };
}

describe('a long text', () => {
  it('is cut between characters, and its parts are the whole', () => {
    const text = 'aé漢🙂'.repeat(100);
    for (let size = 4; size < 40; size += 1) {
      let whole = '';
      for (let from = 0; ; ) {
        const part = textRange(text, from, size);
        if (part.to === part.from) break;
        whole += part.text;
        from = part.to;
      }
      expect(whole).toBe(text);
    }
  });

  it('is sent as it is where it fits', () => {
    expect(apiText('漢'.repeat(10), 30)).toEqual({ text: '漢'.repeat(10) });
    expect(apiText('漢'.repeat(10), 29)).toEqual({ text: '漢'.repeat(9), bytes: 30, lines: 1, sent: 27, more: true });
    expect(apiText('a\n'.repeat(302_887), 64).lines).toBe(302_887);
  });
});

describe('raw lines', () => {
  it.each([1, 2, 3, 7, 100])('are the same however the file comes, in pieces of %i', async (size) => {
    const text = 'eins\n\ndrei: 漢字\nvier\nfünf';
    const { lines } = await rawLines(chunksOf(text, size), { from: 2, to: 5, maxTextBytes: 100 });
    expect(lines).toEqual([
      { line: 2, offset: 5, bytes: 0, text: '' },
      { line: 3, offset: 6, bytes: 12, text: 'drei: 漢字' },
      { line: 4, offset: 19, bytes: 4, text: 'vier' },
      { line: 5, offset: 24, bytes: 5, text: 'fünf' },
    ]);
  });

  it('are given up to the bound', async () => {
    const { lines } = await rawLines(chunksOf(`${'a'.repeat(1000)}\n`, 64), { from: 1, to: 1, maxTextBytes: 10 });
    expect(lines).toEqual([{ line: 1, offset: 0, bytes: 1000, text: 'a'.repeat(10), more: true }]);
  });
});

describe('find in a session', () => {
  it('counts every place, in any case, and tells where', () => {
    const rows = [
      row(0, { blocks: [{ type: 'markdown', text: { text: 'Framer and framer' } }] }),
      row(1, { blocks: [{ type: 'command', command: { text: 'ls' }, output: { text: 'framer.ts' } }] }),
    ];
    expect(findText(rows, 'FRAMER')).toEqual({
      schema: 1,
      total: 3,
      hits: [
        { row: 0, block: 0, from: 0, to: 6 },
        { row: 0, block: 0, from: 11, to: 17 },
        { row: 1, block: 0, from: 0, to: 6 },
      ],
    });
  });

  it('gives no more than the bound, and says how many there are', () => {
    const rows = [row(0, { blocks: [{ type: 'plain', text: { text: 'a'.repeat(20_000) } }] })];
    const { total, hits } = findText(rows, 'a');
    expect([total, hits.length]).toEqual([20_000, 5000]);
  });
});

describe('the outline', () => {
  const rows = [
    row(0, {
      kind: 'prompt',
      role: 'user',
      time: 1000,
      blocks: [{ type: 'plain', text: { text: '\nFix it\nplease' } }],
    }),
    row(1, {
      kind: 'command',
      time: 2000,
      ms: 500,
      status: 'failed',
      blocks: [{ type: 'command', command: { text: 'x' } }],
    }),
    row(2, { kind: 'change', time: 2100, blocks: [{ type: 'diff', path: 'a.ts', change: 'update', add: 2, del: 1 }] }),
    row(3, { kind: 'prompt', role: 'user', turn: 2, time: 9000, blocks: [{ type: 'plain', text: { text: 'Again' } }] }),
  ];

  it('has a letter for each row, and a line for each turn by its prompt', () => {
    expect(outlineOf({ rows, lastLine: 12, reading: 3 }, [])).toEqual({
      schema: 1,
      rows: 4,
      kinds: 'pcfp',
      lines: [4, 2, 2, 2],
      turns: [
        { turn: 1, row: 0, title: 'Fix it', time: 1000, ms: 1500 },
        { turn: 2, row: 3, title: 'Again', time: 9000 },
      ],
      errors: [1],
      last: 12,
      reading: 3,
    });
  });

  it('names a turn that nobody prompted by what the agent did first', () => {
    const own = [row(0, { kind: 'command', turn: 1, blocks: [{ type: 'command', command: { text: 'ls' } }] })];
    expect(outlineOf({ rows: own, lastLine: 1, reading: 1 }, []).turns).toMatchObject([{ title: '$ ls' }]);
  });

  it('counts kinds, and names changed files', () => {
    expect(countKinds(rows)).toEqual({ prompt: 2, command: 1, change: 1 });
    expect(changedFiles(rows)).toEqual([{ path: 'a.ts', add: 2, del: 1 }]);
  });

  it('has a shape of few pieces, however long the session is', () => {
    expect(shapeOf(rows)).toEqual([
      ['prompt', 1],
      ['command', 1],
      ['change', 1],
      ['prompt', 1],
    ]);
    const long = Array.from({ length: 1000 }, (_, index) =>
      row(index, { kind: index % 2 === 0 ? 'command' : 'answer' }),
    );
    expect(shapeOf(long)).toHaveLength(24);
  });
});

describe('a picture', () => {
  it('is what its bytes say', () => {
    expect(pictureType(Buffer.from('GIF89a'))).toBe('image/gif');
    expect(pictureType(Buffer.from('<svg onload=alert(1)>'))).toBeUndefined();
    expect(pictureType(new Uint8Array())).toBeUndefined();
  });
});
