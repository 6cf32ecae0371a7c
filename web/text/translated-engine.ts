import { createJavaScriptRawEngine, JavaScriptScanner } from '@shikijs/engine-javascript';
import type { IOnigLib } from '@shikijs/vscode-textmate';
import { type TranslatedOptions, TranslatedRegExp } from './translated-reg-exp.ts';

/**
 * Replaces `src/core/text/grammar-engine.ts` in what is built. The grammars there hold patterns of JavaScript, so that
 * what translates them, an eighth of `threadline/writers`, stays at home. `web/build/translated-pattern.ts` writes what
 * is read here.
 */
export function createGrammarEngine(): IOnigLib {
  const options = { forgiving: true, cache: new Map<string, RegExp | Error>(), regexConstructor: readPattern };
  return {
    createOnigScanner: (patterns) => new JavaScriptScanner(patterns, options),
    createOnigString: createJavaScriptRawEngine().createString,
  };
}

/** Nowhere in a text. The grammar reader asks for it by itself, where a rule has no end. */
const NEVER = '\uFFFF';

/**
 * A pattern of a translated grammar, as the grammar reader gives it on: `flags{options}/pattern`. One with anchors stands
 * there once for each way in which they hold, a line each, after `\A` or `\G` or both: where one does not hold, the
 * reader has put another letter.
 */
export function readPattern(text: string): RegExp {
  if (text === NEVER) return new RegExp(NEVER, 'dgv');
  let variant = 0;
  let start = 0;
  for (let bit = 1; text[start] === '\\'; bit *= 2) {
    if (text[start + 1] !== NEVER) variant += bit;
    start += 2;
  }
  return readVariant(start === 0 ? text : (text.slice(start).split('\n')[variant] ?? ''));
}

function readVariant(text: string): RegExp {
  const [head = '', flags = '', options] = /^([a-z]*)(\{.*?\})?\//.exec(text) ?? [];
  if (head === '') throw new SyntaxError('a pattern that could not be translated');
  let pattern = text.slice(head.length);
  if (flags.includes('b')) pattern = pattern.replace(/\\(?:k(\d)|.)/g, (all, group) => (group ? `\\${group}` : all));
  if (flags.includes('t')) pattern = pattern.replace(/#((?:\\.|[^#\\])*)#/gs, (_, captured) => literally(captured));
  const native = `dgv${flags.replace(/[bt]/g, '')}`;
  if (options === undefined) return new RegExp(pattern, native);
  return new TranslatedRegExp(pattern, native, JSON.parse(options) as TranslatedOptions);
}

/** What a rule captured where it began. The reader has escaped it for patterns of grammars; JavaScript escapes less. */
function literally(captured: string): string {
  return captured.replace(/\\(.)/gs, '$1').replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}
