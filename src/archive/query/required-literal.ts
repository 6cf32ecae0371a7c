/** The kinds of token of an expression. A group or a class is one token, whatever it holds. */
type Token =
  | { kind: 'character'; text: string }
  /** `least`: the minimum repetitions of the token before it. */
  | { kind: 'quantifier'; least: number }
  | { kind: 'or' }
  /** A token without a text of its own: a class, a group, a border, a back reference. */
  | { kind: 'other' };

/** Escapes of several characters, as JavaScript ends them or shorter. None consumes a `|` or a bracket. */
const LONG_ESCAPE = /\\(?:x[\da-f]{2}|u\{[\da-f]+\}|u[\da-f]{4}|[pP]\{[\w=]*\}|k<[^>|()[\]]*>|c[a-z]|\d+)/iy;
/** An escape that stands for a plain character: `\.`, `\/`, `\-`. */
const PLAIN_ESCAPE = /\\[!-/:-@[-`{-~ ]/y;
const QUANTIFIER = /[*+?]|\{(\d+)(?:,\d*)?\}/y;

/**
 * The longest text that every match of a regular expression holds; empty if none is certain. Does not look into groups
 * and classes. Ignoring case also excludes letters beyond ASCII: an index folds them by other rules than JavaScript.
 */
export function requiredLiteral(source: string, flags = ''): string {
  const isFolded = flags.includes('i');
  let best = '';
  let run: string[] = [];
  const close = () => {
    const text = run.join('');
    if (text.length > best.length) best = text;
    run = [];
  };
  for (const token of tokensOf(source)) {
    if (token.kind === 'or') return '';
    if (token.kind === 'character' && !(isFolded && token.text > '\x7f') && token.text.isWellFormed()) {
      run.push(token.text);
      continue;
    }
    if (token.kind === 'quantifier' && token.least === 0) run.pop();
    close();
  }
  close();
  return best;
}

function* tokensOf(source: string): Generator<Token> {
  for (let index = 0; index < source.length; ) {
    const start = index;
    const character = String.fromCodePoint(source.codePointAt(index) ?? 0);
    const quantifier = matchAt(QUANTIFIER, source, index);
    if (character === '\\') {
      index += matchAt(LONG_ESCAPE, source, index)?.[0].length ?? escapeLength(source, index);
      const isPlain = matchAt(PLAIN_ESCAPE, source, start) !== null;
      yield isPlain ? { kind: 'character', text: source.charAt(start + 1) } : { kind: 'other' };
    } else if (character === '(' || character === '[') {
      index = character === '[' ? endOfClass(source, index) : endOfGroup(source, index);
      yield { kind: 'other' };
    } else if (quantifier) {
      const [text, least] = quantifier;
      index += text.length;
      yield { kind: 'quantifier', least: text === '+' ? 1 : Number(least ?? 0) };
    } else {
      index += character.length;
      if (character === '|') yield { kind: 'or' };
      else yield '^$.)]{}'.includes(character) ? { kind: 'other' } : { kind: 'character', text: character };
    }
  }
}

function matchAt(pattern: RegExp, source: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(source);
}

/** The length of an escape of one character. */
function escapeLength(source: string, index: number): number {
  return 1 + ((source.codePointAt(index + 1) ?? 0) > 0xffff ? 2 : 1);
}

function endOfClass(source: string, start: number): number {
  for (let index = start + 1; index < source.length; index += 1) {
    if (source[index] === '\\') index += 1;
    else if (source[index] === ']') return index + 1;
  }
  return source.length;
}

function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (let index = start; index < source.length; index += 1) {
    const character = source[index];
    if (character === '\\') index += 1;
    else if (character === '[') index = endOfClass(source, index) - 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return source.length;
}
