import { splitWords } from '../tools/shell-words.ts';
import { splitCommands } from './shell-ops.ts';

/** Programs that write nothing into a work tree by themselves. */
const READERS = new Set(
  'ls cat head tail grep rg find wc echo pwd which sort uniq cut tr awk diff stat file du df tree printf true false env date jq sed less basename dirname realpath readlink cd test sleep ps kill xargs column comm nl'.split(
    ' ',
  ),
);
const GIT_READERS = new Set(
  'status log diff show branch rev-parse remote blame ls-files describe config tag cat-file fetch push shortlog grep'.split(
    ' ',
  ),
);
/** Words by which a reader writes, or runs another program. */
const WRITING = new Map(
  Object.entries({
    sed: /^-[a-zA-Z]*i|^--in-place|(?:^|[;}/])\s*[wW]\s|\/[a-z0-9]*[we]\b/,
    find: /^-(?:delete$|exec|ok|fprint|fls)/,
    sort: /^-[a-zA-Z]*o|^--o/,
    awk: />|\||system\s*\(|^-i/,
    git: /^--output/,
    tree: /^-o/,
  }),
);

/** True if no part of a script writes files, as far as its words tell. In doubt, false. */
export function isReadOnly(script: string): boolean {
  if (/(?:^|[^0-9&<])>(?!\s*(?:&|\/dev\/null))|<<|<\(|`|\$\(/.test(script.replace(/'[^']*'|"[^"]*"/g, '')))
    return false;
  return splitCommands(script).every((part) => {
    const words = splitWords(part);
    return words !== undefined && isReader(words.filter((word) => !/^\d*[<>]/.test(word) && word !== '/dev/null'));
  });
}

function isReader(given: readonly string[]): boolean {
  const start = given.findIndex((word) => !/^\w+=/.test(word));
  if (start === -1) return true;
  const [program = '', ...words] = given.slice(start);
  if (words.some((word) => WRITING.get(program)?.test(word))) return false;
  if (program === 'git') return GIT_READERS.has(gitCommand(words) ?? '');
  // These run what follows them.
  if (program === 'xargs' || program === 'env') return isReader(words.filter((word) => !/^-|^\d+$|^\{\}$/.test(word)));
  return READERS.has(program);
}

/** The first word after the options of git itself, two of which take a value. */
function gitCommand(words: readonly string[]): string | undefined {
  const at = words.findIndex((word, index) => !word.startsWith('-') && !/^-[Cc]$/.test(words[index - 1] ?? ''));
  return words[at];
}
