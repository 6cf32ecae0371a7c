import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import type { IOnigLib } from '@shikijs/vscode-textmate';

/**
 * What runs the patterns of grammars. From the sources it translates each pattern when it is first needed. What is built
 * has `web/text/translated-engine.ts` in its place, because there the patterns were translated with the grammars.
 */
export function createGrammarEngine(): IOnigLib {
  const { createScanner, createString } = createJavaScriptRegexEngine({ forgiving: true });
  return { createOnigScanner: createScanner, createOnigString: createString };
}
