/** Where an escape stands for a plain character: `\.`, `\/`, `\-`. */
const ESCAPED_PLAIN = /^[^0-9A-Za-z]$/;
/** Escapes of one letter that stand for a class, a border or a control character. */
const CLASSES = new Set('dDwWsSbBnrtfv');
const SPECIAL = new Set('^$.*+?()[]{}|\\');

/**
 * The longest text that every match of a regular expression holds; empty where none is sure. Only what stands outside of
 * groups, classes and alternatives is looked at.
 */
export function requiredLiteral(source: string): string {
  let best = '';
  let run = '';
  const close = () => {
    if (run.length > best.length) best = run;
    run = '';
  };
  const characters = [...source];
  let index = 0;
  while (index < characters.length) {
    const character = characters[index] ?? '';
    if (character === '|') return '';
    if (character === '(' || character === '[') {
      close();
      index = character === '[' ? endOfClass(characters, index) : endOfGroup(characters, index);
      continue;
    }
    if (character === '\\') {
      const next = characters[index + 1] ?? '';
      if (CLASSES.has(next)) close();
      else if (ESCAPED_PLAIN.test(next)) run += next;
      // A code point, a back reference: where it ends is not looked for.
      else return best.length > run.length ? best : run;
      index += 2;
    } else if (SPECIAL.has(character)) {
      if (character === '*' || character === '?' || character === '{') run = [...run].slice(0, -1).join('');
      close();
      index = character === '{' ? Math.max(characters.indexOf('}', index), index) + 1 : index + 1;
    } else {
      run += character;
      index += 1;
    }
    if (characters[index] === '+') close();
  }
  close();
  return best;
}

function endOfClass(characters: readonly string[], start: number): number {
  for (let index = start + 1; index < characters.length; index += 1) {
    if (characters[index] === '\\') index += 1;
    else if (characters[index] === ']') return index + 1;
  }
  return characters.length;
}

function endOfGroup(characters: readonly string[], start: number): number {
  let depth = 0;
  for (let index = start; index < characters.length; index += 1) {
    const character = characters[index];
    if (character === '\\') index += 1;
    else if (character === '[') index = endOfClass(characters, index) - 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return characters.length;
}
