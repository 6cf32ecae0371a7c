import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terminalBlock, terminalLine } from './terminal-text.ts';

const ESC = '\x1b';
const BEL = '\x07';
const ST = `${ESC}\\`;

/** What attackers send to terminals: 60 sequences and more. */
const SEQUENCES = [
  // Operating system commands: titles, links, notifications, clipboard, files, colours.
  `${ESC}]0;title${BEL}`,
  `${ESC}]0;title${ST}`,
  `${ESC}]1;icon${BEL}`,
  `${ESC}]2;title${ST}`,
  `${ESC}]4;1;rgb:ff/00/00${ST}`,
  `${ESC}]7;file://host/etc${BEL}`,
  `${ESC}]8;;https://evil.example${ST}good.example${ESC}]8;;${ST}`,
  `${ESC}]8;id=1;https://evil.example${BEL}text${ESC}]8;;${BEL}`,
  `${ESC}]9;notify${BEL}`,
  `${ESC}]10;?${BEL}`,
  `${ESC}]11;?${ST}`,
  `${ESC}]50;font${BEL}`,
  `${ESC}]52;c;ZXZpbA==${BEL}`,
  `${ESC}]52;p;?${ST}`,
  `${ESC}]133;A${BEL}`,
  `${ESC}]777;notify;title;body${BEL}`,
  `${ESC}]1337;File=name=YQ==;inline=1:AAAA${BEL}`,
  `${ESC}]1337;SetMark${ST}`,
  // Device control, application, privacy and start-of-string commands.
  `${ESC}P$q"p${ST}`,
  `${ESC}P+q544e${ST}`,
  `${ESC}Pq#0;2;0;0;0#0~~${ST}`,
  `${ESC}P1000p${ST}`,
  `${ESC}_Gf=100;AAAA${ST}`,
  `${ESC}^private${ST}`,
  `${ESC}Xstring${ST}`,
  `${ESC}ktitle${ST}`,
  // Cursor moves, erasing, scrolling, modes.
  `${ESC}[A`,
  `${ESC}[10B`,
  `${ESC}[2C`,
  `${ESC}[2D`,
  `${ESC}[H`,
  `${ESC}[1;1H`,
  `${ESC}[2J`,
  `${ESC}[3J`,
  `${ESC}[K`,
  `${ESC}[5S`,
  `${ESC}[1;5r`,
  `${ESC}[s${ESC}[u`,
  `${ESC}[?1049h`,
  `${ESC}[?25l`,
  `${ESC}[?2004h`,
  `${ESC}[31;1m`,
  `${ESC}[8mhidden${ESC}[0m`,
  `${ESC}[20t`,
  `${ESC}[!p`,
  // Questions whose answer is typed into stdin.
  `${ESC}[6n`,
  `${ESC}[5n`,
  `${ESC}[c`,
  `${ESC}[>c`,
  `${ESC}[21t`,
  `${ESC}Z`,
  '\x05',
  // Resets and character sets.
  `${ESC}c`,
  `${ESC}7${ESC}8`,
  `${ESC}(0`,
  `${ESC}#8`,
  '\x0e\x0f',
  // The 8-bit forms.
  '\u009b31m',
  '\u009d0;title\u009c',
  '\u0090q\u009c',
  '\u009fG\u009c',
  '\u0085next line',
  // Unterminated.
  `${ESC}]52;c;`,
  `${ESC}[`,
  ESC,
  `${ESC}P`,
  // Overwriting and noise.
  'rm -rf /\rls       ',
  'good\b\b\b\bevil',
  BEL,
  '\x7f',
  '\0',
  '\x0b\x0c',
  // Text turned around or hidden.
  '\u202eevil\u202c',
  '\u202a\u202b\u202d',
  '\u2066\u2067\u2068\u2069',
  '\u200e\u200f\u061c',
  '\u200b\u2060\ufeff\u00ad',
  '\u{e0041}\u{e0042}',
  '\u2028\u2029',
  '\ud800 \udc00',
];

const IN_BLOCK = /[^\P{Cc}\t\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\p{Cs}/u;
const IN_LINE = /\p{Cc}/u;

describe('text for a terminal', () => {
  it.each(SEQUENCES.map((sequence) => [JSON.stringify(sequence), sequence]))('%s becomes harmless', (_, sequence) => {
    for (const text of [
      sequence,
      `before${sequence}after`,
      sequence.repeat(2),
      sequence.slice(1),
      sequence.slice(0, -1),
    ]) {
      expect(terminalBlock(text)).not.toMatch(IN_BLOCK);
      expect(terminalLine(text)).not.toMatch(IN_BLOCK);
      expect(terminalLine(text)).not.toMatch(IN_LINE);
    }
  });

  it('is harmless whatever it is made of, and however it is cut into pieces', () => {
    const piece = fc.oneof(
      fc.constantFrom(...SEQUENCES),
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(terminalBlock(text)).not.toMatch(IN_BLOCK);
        expect(terminalLine(text)).not.toMatch(IN_LINE);
        expect(pieces.map(terminalBlock).join('')).not.toMatch(IN_BLOCK);
      }),
      { numRuns: 5000 },
    );
  });

  it('shows what it took away', () => {
    expect(terminalBlock('\x1b[2J\u009b\u202e\u{e0041}\r')).toBe('\\x1b[2J\\x9b\\u202e\\u{e0041}\\x0d');
    expect(terminalBlock('a\ud800b')).toBe('a\ufffdb');
  });

  it('leaves tabs and new lines in a block and shows them in a line', () => {
    expect(terminalBlock('a\tb\nc')).toBe('a\tb\nc');
    expect(terminalLine('a\tb\nc')).toBe('a\\tb\\nc');
  });

  it('leaves the scripts of the world and emoji as they are', () => {
    const text = 'naïve Ελληνικά עברית العربية 日本語 한국어 क्षि می‌خواهم 👩‍👩‍👧 🏳️‍🌈 …×';
    expect(terminalLine(text)).toBe(text);
  });
});
