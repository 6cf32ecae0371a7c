import { translatedPattern } from './translated-pattern.ts';

/** The fields of a rule that are patterns. */
const PATTERNS = new Set(['match', 'begin', 'end', 'while']);
/** The grammar in a module of the package of grammars, or in one of ours. A module may only hand others on. */
const GRAMMAR = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/;

/** A module of a grammar with its patterns translated to JavaScript. */
export function translatedModule(contents: string): string {
  return contents.replace(GRAMMAR, (_, literal: string) => {
    const grammar: unknown = JSON.parse(JSON.parse(literal) as string);
    return `JSON.parse(${JSON.stringify(JSON.stringify(translatedGrammar(grammar)))})`;
  });
}

/** A grammar, or a part of one, with its patterns translated. */
export function translatedGrammar<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (field, value: unknown) =>
    typeof value === 'string' && PATTERNS.has(field) ? translatedPattern(value, field) : value,
  ) as Part;
}
