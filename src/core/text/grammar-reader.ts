import { EncodedTokenMetadata, INITIAL, type IRawGrammar, type IRawTheme, Registry } from '@shikijs/vscode-textmate';
import { createGrammarEngine } from './grammar-engine.ts';

/** A grammar as the package of grammars has it: with its name, and what else the reader of grammars is told. */
export interface Grammar extends IRawGrammar {
  name: string;
  balancedBracketSelectors?: string[];
  unbalancedBracketSelectors?: string[];
}

/** A piece of a line, with its colour in the theme. */
export interface ColouredPiece {
  text: string;
  colour: string | undefined;
}

/** Returns the pieces of each line of a code. Lines of this length and more are one piece without a colour. */
export type ReadByGrammar = (code: string, maxLineLength: number) => ColouredPiece[][];

/** What reads code of one language: its grammar is among the given ones, which hold those that it embeds. */
export function createGrammarReader(language: string, grammars: readonly Grammar[], theme: IRawTheme): ReadByGrammar {
  const byScope = new Map(grammars.map((grammar) => [grammar.scopeName, grammar]));
  const registry = new Registry({ onigLib: createGrammarEngine(), theme, loadGrammar: (scope) => byScope.get(scope) });
  const own = grammars.find(({ name }) => name === language);
  if (!own) throw new Error(`no grammar is called ${language}`);
  // Brackets are no matter here, but pieces end where what is said of them changes.
  const grammar = registry.loadGrammarWithConfiguration(own.scopeName, 1, {
    balancedBracketSelectors: own.balancedBracketSelectors ?? ['*'],
    unbalancedBracketSelectors: own.unbalancedBracketSelectors ?? [],
  });
  if (!grammar) throw new Error(`the grammar of ${language} cannot be read`);
  const colours = registry.getColorMap();

  return (code, maxLineLength) => {
    let state = INITIAL;
    return code.split(/\r?\n/).map((line) => {
      if (line === '') return [];
      if (line.length >= maxLineLength) return [{ text: line, colour: undefined }];
      // Never stopped by the clock: sizes alone decide what is coloured.
      const { tokens, ruleStack } = grammar.tokenizeLine2(line, state, 0);
      state = ruleStack;
      return piecesOf(line, tokens, colours);
    });
  };
}

/** Numbers in pairs: where a piece begins, and what is said of it. */
function piecesOf(line: string, tokens: Uint32Array, colours: readonly string[]): ColouredPiece[] {
  const pieces: ColouredPiece[] = [];
  for (let index = 0; index < tokens.length; index += 2) {
    const text = line.slice(tokens[index], tokens[index + 2] ?? line.length);
    if (text !== '') pieces.push({ text, colour: colours[EncodedTokenMetadata.getForeground(tokens[index + 1] ?? 0)] });
  }
  return pieces;
}
