import { matchEnd } from './standing-value.ts';

const DASHES = /(?:["'`]|(?:^|\n|\\n)[ \t+]{0,40}- ["']?)-{1,2}[\w-]{0,40}$/;
/** The next argument, in JSON, in code or below in YAML. */
const NEXT =
  /\\{0,7}["'`],(?:\s|\\{1,4}n){0,40}(?=\\{0,7}["'`])|\\{0,7}["']?(?:\r?\n|\\{1,4}n)[ \t+]{0,40}- (?=["']?[^\s"'-])/y;

/** Where the value of an option begins in a list of arguments: `"--password", "VALUE"`, `- --password` above `- VALUE`; or -1. */
export function listedOption(text: string, nameStart: number, nameEnd: number): number {
  const next = matchEnd(NEXT, text, nameEnd);
  return next !== -1 && DASHES.test(text.slice(Math.max(0, nameStart - 90), nameStart)) ? next : -1;
}
