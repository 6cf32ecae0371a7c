import { clipEnd, padEnd, wrapText } from '../../../core/text/text-layout.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { Screen } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime, shortPath } from '../wording.ts';

/** A list to choose from. It knows no terminal: keys go in, lines come out. */
export interface Picker {
  /** Takes what was typed. Returns the choice, `'ended'`, or undefined if it goes on. */
  type(text: string): SessionInfo | 'ended' | undefined;
  /** The lines of the screen, all within it. */
  lines(screen: Screen, rows: number): string[];
}

const ESCAPE = '\x1b';
/** The rest of a key's escape sequence. */
const SEQUENCE = /^(?:\[[\d;]{0,8}[A-Za-z~]|O[A-Z])/;
const MOVES: Readonly<Record<string, number>> = {
  '\x1b[A': -1,
  '\x1bOA': -1,
  '\x10': -1,
  '\x1b[B': 1,
  '\x1bOB': 1,
  '\x0e': 1,
  '\x1b[5~': -10,
  '\x1b[6~': 10,
};
const ENDS: ReadonlySet<string> = new Set(['\x1b', '\x03', '\x04']);
/** Nobody looks for a longer text. */
const MOST_TYPED = 200;
const PREVIEW_LINES = 8;

export function createPicker(sessions: readonly SessionInfo[]): Picker {
  const texts = sessions.map((info) => ({ info, text: searchedText(info) }));
  let typed = '';
  let at = 0;
  let shown: readonly SessionInfo[] = sessions;

  function narrow(text: string): void {
    typed = [...text].slice(0, MOST_TYPED).join('');
    const words = typed.toLowerCase().split(/\s+/);
    shown = texts.filter((one) => words.every((word) => one.text.includes(word))).map(({ info }) => info);
    at = 0;
  }

  return {
    type(text) {
      for (const key of keysIn(text)) {
        if (ENDS.has(key)) return 'ended';
        if ((key === '\r' || key === '\n') && shown[at]) return shown[at];
        const move = MOVES[key];
        if (move !== undefined) at = Math.max(0, Math.min(shown.length - 1, at + move));
        else if (key === '\x7f' || key === '\b') narrow([...typed].slice(0, -1).join(''));
        else if (key === '\x15') narrow('');
        else if (key.length <= 2 && terminalLine(key) === key) narrow(typed + key);
      }
      return undefined;
    },
    lines({ columns, style }, rows) {
      const room = Math.max(1, rows - PREVIEW_LINES - 2);
      const from = Math.max(0, Math.min(at - Math.floor(room / 2), shown.length - room));
      const list = shown.slice(from, from + room).map((info, index) => {
        const isChosen = from + index === at;
        const line = clipEnd(`${isChosen ? '›' : ' '} ${rowText(info)}`, columns);
        return isChosen ? style.bold(line) : line;
      });
      if (shown.length === 0) list.push(style.dim(clipEnd('  no session is like that', columns)));
      const head = clipEnd(`resume: ${terminalLine(typed)}`, columns);
      const chosen = shown[at];
      const preview = chosen ? previewOf(chosen, columns) : [];
      const rule = style.dim('─'.repeat(columns));
      return [head, ...list, rule, ...preview.slice(0, PREVIEW_LINES)].slice(0, rows);
    },
  };
}

/** Each key: an escape sequence, or one character. */
function* keysIn(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const [sequence = ''] = character === ESCAPE ? (SEQUENCE.exec(text.slice(at + 1, at + 12)) ?? []) : [];
    yield character + sequence;
    at += character.length + sequence.length;
  }
}

function searchedText({ agent, id, cwd, title, firstPrompt, tags, note }: SessionInfo): string {
  return [agent, id, cwd, title, firstPrompt, note, ...(tags ?? [])].join(' ').toLowerCase();
}

function rowText({ updatedAt, agent = '-', starred, title, firstPrompt = '-' }: SessionInfo): string {
  const name = terminalLine((title ?? firstPrompt).trim().slice(0, 500).replaceAll(/\s+/g, ' '));
  return `${localTime(updatedAt)}  ${padEnd(terminalLine(agent), 7)}  ${starred ? '★ ' : ''}${name}`;
}

function previewOf(
  { agent, id, cwd = '-', model, tags = [], note, firstPrompt = '' }: SessionInfo,
  columns: number,
): string[] {
  const facts = [`${agent}:${id}`, shortPath(cwd), model, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · ');
  const texts = [facts, note ?? '', firstPrompt].filter((text) => text !== '');
  return texts.flatMap((text) => wrapText(terminalLine(text.slice(0, 2000).replaceAll(/\s+/g, ' ')), columns));
}
