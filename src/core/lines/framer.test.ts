import { describe, expect, it } from 'vitest';
import { createLineFramer } from './framer.ts';
import type { Line } from './line.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The texts of all lines that the chunks give, the last one included. */
function texts(...chunks: (string | Uint8Array)[]): string[] {
  return lines(...chunks).map((line) => line.text);
}

function lines(...chunks: (string | Uint8Array)[]): Line[] {
  const framer = createLineFramer();
  return [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.end()];
}

describe('a line ends at a line feed and nowhere else', () => {
  it('case 70: joins chunks, one character at a time or empty ones among them', () => {
    const framer = createLineFramer();
    expect(framer.push('a\nb').map((line) => line.text)).toEqual(['a']);
    expect(framer.push('c\n').map((line) => line.text)).toEqual(['bc']);
    expect(texts(...'one\ntwo\n')).toEqual(['one', 'two']);
    expect(texts('', 'a', '', '\n', '')).toEqual(['a']);
  });

  it('case 71: passes over white space lines but keeps spaces around content', () => {
    expect(texts('\n \n\t\r\n  x  \n')).toEqual(['  x  ']);
  });

  it('case 72: gives the remainder once at the end, and can be used again', () => {
    const framer = createLineFramer();
    framer.push('rest');
    expect(framer.end().map((line) => line.text)).toEqual(['rest']);
    expect(framer.end()).toEqual([]);
    framer.push('   ');
    expect(framer.end()).toEqual([]);
    expect(framer.push('again\n')).toEqual([{ text: 'again', number: 1, offset: 0 }]);
  });

  it('case 73: puts JSON together that was split in the middle', () => {
    expect(texts('{"a":1}\n{"b"', ':2}\n{"c":', '3}\n')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('case 74: delivers a last line without newline, and characters that were cut between two buffers', () => {
    const party = bytes('"🎉"');
    expect(texts(party.subarray(0, 3), party.subarray(3))).toEqual(['"🎉"']);
  });

  it('takes U+2028, U+2029, U+0085 and a lone carriage return for data', () => {
    const text = 'a\u2028b\u2029c\u0085d\re';
    expect(texts(`${text}\n`)).toEqual([text]);
  });

  it('takes one carriage return off before the newline, wherever the cut is', () => {
    expect(texts('a\r', '\nb\r\r\n')).toEqual(['a', 'b\r']);
  });

  it('takes a byte order mark off at the start of the stream only', () => {
    expect(texts('\uFEFFa\n\uFEFFb\n')).toEqual(['a', '\uFEFFb']);
    const marked = bytes('\uFEFFa\n');
    expect(texts(...[...marked].map((byte) => Uint8Array.of(byte)))).toEqual(['a']);
  });

  it('joins surrogates that were cut between two strings', () => {
    expect(texts('\ud83c', '\udf89\n')).toEqual(['🎉']);
    expect(texts('\ud83c', 'x\n')).toEqual(['\uFFFDx']);
  });
});

describe('a line knows where it stood', () => {
  it('counts lines from 1, blank ones too, and bytes rather than characters', () => {
    expect(lines('é\n\nb\r\n', 'c')).toEqual([
      { text: 'é', number: 1, offset: 0 },
      { text: 'b', number: 3, offset: 4 },
      { text: 'c', number: 4, offset: 7, unterminated: true },
    ]);
  });

  it('marks bytes that are no UTF-8, but not a U+FFFD that was written', () => {
    expect(lines(Uint8Array.of(0x61, 0xff, 0x0a))).toEqual([
      { text: 'a\uFFFD', number: 1, offset: 0, invalidUtf8: true },
    ]);
    expect(lines('\uFFFD\n')).toEqual([{ text: '\uFFFD', number: 1, offset: 0 }]);
  });

  it('copies what it keeps, so that the caller may use its buffer again', () => {
    const framer = createLineFramer();
    const buffer = Buffer.from('abc');
    framer.push(buffer);
    buffer.fill('x');
    expect(framer.push('\n').map((line) => line.text)).toEqual(['abc']);
  });
});

describe('a bad call throws at once', () => {
  it.each([undefined, null, 7, {}, ['a']])('%j is no chunk', (chunk) => {
    // @ts-expect-error: what a caller without types may pass
    expect(() => createLineFramer().push(chunk)).toThrow(TypeError);
  });

  it('a limit is a number above 0', () => {
    for (const maxLineBytes of [0, -1, Number.NaN]) expect(() => createLineFramer({ maxLineBytes })).toThrow(TypeError);
  });
});

describe('a line that is too long is skipped and reading goes on', () => {
  const limited = (text: string, size: number) => {
    const framer = createLineFramer({ maxLineBytes: 10 });
    const input = bytes(text);
    const result: Line[] = [];
    for (let at = 0; at < input.length; at += size) result.push(...framer.push(input.subarray(at, at + size)));
    return [...result, ...framer.end()];
  };

  it.each([1, 3, 1000])('in chunks of %i', (size) => {
    expect(limited(`${'x'.repeat(9)}\n${'x'.repeat(10)}\r\n${'x'.repeat(11)}\ny\n`, size)).toEqual([
      { text: 'x'.repeat(9), number: 1, offset: 0 },
      { text: 'x'.repeat(10), number: 2, offset: 10 },
      { text: 'x'.repeat(11), number: 3, offset: 22, skippedBytes: 11 },
      { text: 'y', number: 4, offset: 34 },
    ]);
  });

  it('keeps only its beginning', () => {
    const [line] = limited(`${'x'.repeat(100_000)}\n`, 64);
    expect(line).toMatchObject({ text: 'x'.repeat(256), skippedBytes: 100_000 });
  });

  it('puts half a character before the bytes that follow it, where strings and bytes are mixed', () => {
    const framer = createLineFramer();
    const lines = [...framer.push('ab\ud83d'), ...framer.push(new TextEncoder().encode('cd\n'))];
    expect(lines.map(({ text }) => text)).toEqual(['ab\ufffdcd']);
  });
});
