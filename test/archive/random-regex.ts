import fc from 'fast-check';

/** Characters that mean something to an expression, to an index of words, or to the folding of case. */
export const regexCharacter = fc.constantFrom(...'abcksſK Kéß.|-{}()[]5_🚀\n\\');
const atom = fc.oneof(
  fc.stringMatching(/^[abcks 5]{1,4}$/),
  fc.constantFrom('.', '\\.', '\\|', '\\-', '\\\\', '\\{', 'é', '🚀', 'ſ', '{', '}', ']', '-'),
  fc.constantFrom(
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\n',
    '\\x61',
    '\\u0062',
    '\\u{63}',
    '\\cA',
    '\\0',
  ),
  fc.constantFrom('\\p{L}', '\\P{Lu}', '\\1', '\\k<n>', '\\e', '[abc|]', '[^a\\]]', '[]', '[^]', '[(|)]', '[\\w-]'),
);
const { regexSource } = fc.letrec<{ regexSource: string; piece: string }>((tie) => ({
  regexSource: fc
    .array(fc.tuple(tie('piece'), fc.constantFrom('', '', '', '', '|')), { maxLength: 6 })
    .map((parts) => parts.map((part) => part.join('')).join('')),
  piece: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 5, arbitrary: fc.tuple(atom, quantifier()).map((parts) => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<n>', '(?i:'), tie('regexSource'), quantifier())
        .map(([open, inside, often]) => `${open}${inside})${often}`),
    },
  ),
}));

function quantifier() {
  return fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{0,1}', '{1,}', '*?', '+?', '{', '{,2}');
}

/** As a search compiles it: with the flag `u` where that is possible. Throws where the expression is none. */
export function compiled(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}gu`);
  } catch {
    return new RegExp(source, `${flags}g`);
  }
}

function isRegex({ source, flags }: { source: string; flags: string }): boolean {
  try {
    return compiled(source, flags).source !== '';
  } catch {
    return false;
  }
}

export const randomRegex = fc
  .record({ source: regexSource, flags: fc.subarray(['i', 'm', 's']).map((flags) => flags.join('')) })
  .filter(({ source, flags }) => source !== '' && isRegex({ source, flags }));
