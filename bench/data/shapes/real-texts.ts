import type { Random } from '../random.ts';
import type { Lengths } from './figures.ts';

const NAMES = 'index value error path file line count buffer option result next state reader entry table'.split(' ');
const STEPS = [0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1] as const;
const ROOM = 256 * 1024;
/** Beyond Latin-1: the mark after a line's number, quotes and boxes of programs that print for people. */
const WIDE = ['→', '’', '─', '✓', '…', '世界'] as const;

/** Texts with the lengths and the characters of real ones. */
export interface RealTexts {
  /** A length that is as often as long as in real files. */
  length(lengths: Lengths): number;
  /** Lines of a program, with quotes, backslashes and tabs. */
  code(lengths: Lengths): string;
  /** Sentences, seldom with a character beyond Latin-1. */
  prose(lengths: Lengths): string;
  base64(lengths: Lengths): string;
  /** A script that hands a text over to a program. */
  heredoc(lengths: Lengths): string;
  /** A patch as Codex takes it, of one file or a few. */
  patch(lengths: Lengths): string;
}

export function createRealTexts(random: Random, wideShare: number): RealTexts {
  const code = fill(() => codeLine(random));
  const prose = fill(() => `${sentence(random)} `);
  const base64 = Buffer.from(random.hex(ROOM)).toString('base64');

  function length(lengths: Lengths): number {
    const at = random.next();
    const step = STEPS.findIndex((end) => at <= end);
    const [low, high] = [lengths[step - 1] ?? 0, lengths[step] ?? 0];
    const [from, to] = [STEPS[step - 1] ?? 0, STEPS[step] ?? 1];
    return Math.round(low + ((at - from) / (to - from)) * (high - low));
  }

  function cut(room: string, wanted: number): string {
    const start = random.between(0, Math.max(0, ROOM - wanted - 1));
    const text = room.slice(start, start + wanted);
    return random.chance(wideShare) ? `${random.pick(WIDE)}${text}` : text;
  }

  function patch(lengths: Lengths): string {
    const files = random.between(1, 2);
    const parts = Array.from({ length: files }, (_, index) => filePatch(random, code, length(lengths) / files, index));
    return `*** Begin Patch\n${parts.join('')}*** End Patch`;
  }

  return {
    length,
    code: (lengths) => cut(code, length(lengths)),
    prose: (lengths) => cut(prose, length(lengths)),
    base64: (lengths) => base64.slice(0, length(lengths)),
    heredoc: (lengths) => `cat <<'EOF' > src/${random.pick(NAMES)}.ts\n${cut(code, length(lengths))}\nEOF\n`,
    patch,
  };
}

/** A file that is made, or hunks of one that is there: some lines of context, lines that go, lines that come. */
function filePatch(random: Random, code: string, length: number, index: number): string {
  const start = code.indexOf('\n', random.between(0, ROOM / 2)) + 1;
  const lines = code.slice(start, start + Math.round(length)).split('\n');
  const path = `src/${random.pick(NAMES)}-${index}.ts`;
  if (random.chance(0.25)) return `*** Add File: ${path}\n${lines.map((line) => `+${line}\n`).join('')}`;
  const marked = lines.map((line, at) => {
    const hunk = at % 12 === 0 ? `@@ ${random.pick(NAMES)}\n` : '';
    return `${hunk}${' -++'.charAt(at % 4)}${line}\n`;
  });
  return `*** Update File: ${path}\n${marked.join('')}`;
}

function fill(piece: () => string): string {
  let room = '';
  while (room.length < ROOM) room += piece();
  return room.slice(0, ROOM);
}

function codeLine(random: Random): string {
  const indent = (random.chance(0.5) ? '\t' : '  ').repeat(random.between(0, 3));
  const [one, other] = [random.pick(NAMES), random.pick(NAMES)];
  const form = random.between(0, 5);
  if (form === 0) return '\n';
  if (form === 1) return `${indent}const ${one} = read(${other}, "${random.pick(NAMES)}");\n`;
  if (form === 2) return `${indent}if (${one} !== undefined && ${other}.length > ${random.between(0, 99)}) {\n`;
  if (form === 3) return `${indent}// ${sentence(random)}\n`;
  if (form === 4) return `${indent}print('${one} is $\{${other}}', \`\\n\${${one}}\`);\n`;
  return `${indent}return ${one}.${other}(${random.between(0, 9999)}) ?? [];\n`;
}

function sentence(random: Random): string {
  return Array.from({ length: random.between(4, 14) }, () => random.pick(NAMES)).join(' ');
}
