import { after, type CommandRule } from './command-rule.ts';

/** From one argument of a list to the next, or into the list behind the program. */
const NEXT = String.raw`\\{0,3}["'],\s{0,20}\[?\s{0,20}\\{0,3}["']`;

/** `["mysql", "-pVALUE"]`, `['redis-cli', '-a', 'VALUE']`, also in a text of a text. `option` is all up to the value. */
const listed = (program: string, option: string): readonly CommandRule[] =>
  ['"', "'", '\\"', '\\\\\\"'].map((quote) => ({
    word: `${program}${quote}`,
    pattern: after(`${program}(?:${NEXT}[^"'\\n\\\\]{1,60}){0,9}?${NEXT}${option}([^"'\\n\\\\]{3,200})\\\\{0,3}["']`),
  }));

/** Programs that take a password without a name, as a list of arguments in JSON or code. */
export const listedRules: readonly CommandRule[] = [
  ...['mysql', 'mysqldump', 'mysqladmin', 'mariadb'].flatMap((program) => listed(program, '-p')),
  ...['sshpass', 'login'].flatMap((program) => listed(program, `-p${NEXT}`)),
  ...listed('redis-cli', `-a${NEXT}`),
  ...listed('curl', `-u(?:${NEXT})?[^"':\\s]{1,80}:`),
];
