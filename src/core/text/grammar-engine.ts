import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import type { RegexEngine } from '@shikijs/primitive';

/**
 * What runs the patterns of grammars. From the sources it translates each pattern when it is first needed. What is built
 * has `translated-engine.ts` in its place, because there the patterns were translated with the grammars.
 */
export function createGrammarEngine(): RegexEngine {
  return createJavaScriptRegexEngine({ forgiving: true });
}
