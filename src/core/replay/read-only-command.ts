import { splitWords } from '../tools/shell-words.ts';

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

/** True if no part of a script writes files, as far as its words tell. In doubt, false. */
export function isReadOnly(script: string): boolean {
  if (/(?:^|[^0-9&<])>(?!\s*(?:&|\/dev\/null))|<<|`|\$\(/.test(script.replace(/'[^']*'|"[^"]*"/g, ''))) return false;
  return script.split(/&&|\|\||[;|\n]/).every((part) => {
    const words = splitWords(part.trim())?.filter((word) => !/^\w+=/.test(word)) ?? [''];
    const [program = '', second = ''] = words;
    if (words.length === 0) return true;
    if (program === 'git') return GIT_READERS.has(second) || second === '-C' || second === '--no-pager';
    if (program === 'sed' || program === 'find') return !words.some((word) => /^-i|^-delete$|^-exec/.test(word));
    return READERS.has(program);
  });
}
