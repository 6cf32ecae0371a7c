import { after, type CommandRule, WORD, WORDS } from './command-rule.ts';

/** What programs print or read on lines of their own, where neither an option nor a name stands before the secret. */
export const printedRules: readonly CommandRule[] = [
  { word: 'codecov.io/bash', pattern: after(`codecov\\.io/bash\\)?[ \\t]${WORDS}-t[ \\t]{1,3}${WORD}`) },
  { word: 'openssl passwd', pattern: after(`openssl passwd(?:[ \\t]-(?:[156]|apr1|aixmd5|crypt))?[ \\t]${WORD}`) },
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
  { word: 'net use', pattern: after(`net use [^\\n|;]{1,120}?/user:[^\\s]{1,80} ${WORD}`, 'iy') },
  { word: 'key content', pattern: after('key content[ \\t]{1,20}: ([^\\s]{8,63})', 'iy'), takesWords: true },
];
