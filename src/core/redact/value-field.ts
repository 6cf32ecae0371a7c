import { matchEnd } from './standing-value.ts';

/** Blanks and breaks; a line may end by an escape: the text is a string of JSON inside of another. */
const BREAK = String.raw`(?:\s|\\{1,4}n){0,40}`;
const QUOTE = String.raw`\\{0,7}["'\`]`;
/** Fields that say nothing of the secret: `"slotSetting": false`, `"Type": "SecureString"`, `"sensitive": true`. */
const OTHERS = String.raw`(?:${QUOTE}\w{1,20}${QUOTE}${BREAK}:${BREAK}(?:true|false|null|\d{1,9}|${QUOTE}[\w./-]{0,60}${QUOTE})${BREAK},${BREAK}){0,3}`;
/** The same between the attributes of an element. */
const ATTRIBUTES = String.raw`(?:\s[\w-]{1,20}=${QUOTE}[\w -]{0,40}${QUOTE}){0,3}`;

const BESIDE = new RegExp(
  String.raw`(?:${QUOTE}${ATTRIBUTES})?[ \t]{0,8}(?:,${BREAK}${OTHERS})?(?:(?:\r?\n|\\{1,4}n)[ \t+>|→:\d-]{0,40})?\\{0,7}["'\`]?(?:value|Value|VALUE|content|default)\\{0,7}["'\`]?[ \t]{0,4}[:=][ \t]{0,4}`,
  'y',
);
const INSIDE = new RegExp(
  String.raw`[ \t]{0,4}\{${BREAK}${OTHERS}${QUOTE}(?:value|Value)${QUOTE}[ \t]{0,4}:[ \t]{0,4}(?=\\{0,7}["'])`,
  'y',
);

/** Where the value begins that stands beside a name in the same object: `"name": "DB_PASSWORD", "value": …`; or -1. */
export function valueBeside(text: string, nameEnd: number): number {
  return matchEnd(BESIDE, text, nameEnd);
}

/** Where the value begins that stands in an object of its own: `"db_password": {"sensitive": true, "value": …}`; or -1. */
export function valueInside(text: string, afterColon: number): number {
  return matchEnd(INSIDE, text, afterColon);
}
