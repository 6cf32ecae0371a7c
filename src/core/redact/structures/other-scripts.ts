import { isLikelyPassword } from '../line-below.ts';
import { contextHit, type Hit } from '../scan/hit.ts';

/** What a password is called in scripts that have no Latin letters. */
const NAME = /密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|[Пп]арол[ья]|ПАРОЛЬ|סיסמ[הא]|รหัสผ่าน/g;
/** Pieces of these names. A text of Latin letters alone cannot hold one, and is not read for it. */
const PIECES = ['密', '口令', 'パスワード', '暗証番号', '비밀번호', '암호', 'арол', 'ПАРОЛЬ', 'סיסמ', 'รหัสผ่าน'];
/** Endings and small words of the script, a colon, an opening quote, and the value. */
const VALUE =
  /["'`*」』】)）]{0,3}[^\0-\u007f：]{0,12}[ \t]{0,3}[:：=-]?[ \t]{0,3}["'`*「『]{0,2}([!#$%&+./0-9@-Z^_a-z~*-]{8,128})/y;

/** True if a text holds such a name. */
export function namesPassword(text: string): boolean {
  return PIECES.some((piece) => text.includes(piece)) && text.search(NAME) !== -1;
}

/** The passwords behind such names. */
export function passwordsOfOtherScripts(text: string): Hit[] {
  if (!namesPassword(text)) return [];
  const hits: Hit[] = [];
  for (const name of text.matchAll(NAME)) {
    VALUE.lastIndex = name.index + name[0].length;
    const [whole = '', value = ''] = VALUE.exec(text) ?? [];
    const found = value.replace(/[.!?*]{1,8}$/, '');
    if (!isLikelyPassword(found)) continue;
    const start = name.index + name[0].length + whole.length - value.length;
    hits.push(contextHit(name.index, start, start + found.length, 'password'));
  }
  return hits;
}
