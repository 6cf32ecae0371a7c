import { after, type CommandRule, WORD } from './command-rule.ts';

/** Up to the end of the line, or of an escaped one. */
const END = String.raw`(?=\s|\\{1,7}[rnt]|["'\`]|$)`;
/** Which cipher a router keeps a secret in. */
const CIPHER = String.raw`(?:[056789][ \t]{1,3})?`;
const KEPT = String.raw`([^\s"'\`\\]{4,120})${END}`;

/** Where the settings of routers, switches and their neighbours keep a password. */
export const deviceRules: readonly CommandRule[] = [
  { word: 'enable secret', pattern: after(`enable secret[ \\t]{1,3}${CIPHER}(?=[^\\s\\d]{0,120}\\d)${KEPT}`) },
  { word: 'enable password', pattern: after(`enable password[ \\t]{1,3}${CIPHER}(?=[^\\s\\d]{0,120}\\d)${KEPT}`) },
  {
    word: 'username ',
    pattern: after(
      `username[ \\t]{1,3}[\\w.@-]{1,60}[ \\t]{1,3}(?:privilege[ \\t]{1,3}\\d{1,2}[ \\t]{1,3})?(?:secret|password)[ \\t]{1,3}${CIPHER}(?=[^\\s\\d]{0,120}\\d)${KEPT}`,
    ),
  },
  {
    word: 'snmp-server community',
    pattern: after(`snmp-server community[ \\t]{1,3}(?:[08][ \\t]{1,3})?${KEPT}`),
    takesWords: true,
  },
  ...['tacacs-server', 'radius-server'].map((word) => ({
    word,
    pattern: after(`${word}[^\\n]{0,120}?[ \\t]key[ \\t]{1,3}${CIPHER}${KEPT}`),
    takesWords: true,
  })),
  { word: 'key-string', pattern: after(`key-string[ \\t]{1,3}${CIPHER}${KEPT}`) },
  { word: 'auth_pass', pattern: after(`auth_pass[ \\t]{1,8}${KEPT}`), takesWords: true },
  ...['snmpwalk', 'snmpget', 'snmpset'].map((word) => ({
    word,
    pattern: after(`${word}[ \\t](?=[^\\n]{0,200}-v[ \\t]{0,2}3)[^\\n|;]{0,200}?[ \\t]-[AX][ \\t]{0,3}${WORD}`),
    takesWords: true,
  })),
];
