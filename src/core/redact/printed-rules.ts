import { after, type CommandRule, WORD } from './command-rule.ts';

/** Secrets in what programs print, and in the lines that they read. */
export const printedRules: readonly CommandRule[] = [
  {
    word: 'ftp -',
    pattern: after(`ftp -[^\\n|;]{1,120}\\n(?:[^\\n]{0,80}\\n){0,3}?[ \\t]{0,8}user \\S{1,60} ${WORD}`),
  },
  {
    word: '"securestring"',
    pattern: after(
      '"SecureString\\\\{0,7}",?(?:\\s|\\\\{1,4}n){1,40}\\\\{0,7}"Value\\\\{0,7}": ?\\\\{0,7}"([^"\\s\\\\]{4,400})',
      'iy',
    ),
  },
  ...['printenv ', 'echo $'].map((word) => ({
    word,
    pattern: after(
      `${word.replace('$', '\\\\$')}\\w{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|TOKEN|SECRET|API_?KEY|_PASS|_PW)\\w{0,20}(?:\\r?\\n|\\\\{1,4}n)([^\\s:"'\\\\]{8,200})(?=\\s|\\\\|$)`,
      'iy',
    ),
  })),
  ...['key1', 'key2'].map((word) => ({
    word,
    pattern: after(`${word}[ \\t]{1,20}full[ \\t]{1,20}([A-Za-z0-9+/]{86}==)`, 'iy'),
  })),
  { word: 'key content', pattern: after('key content[ \\t]{1,20}: ([^\\s]{8,63})', 'iy'), takesWords: true },
];
