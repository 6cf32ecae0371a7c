import { OTHER_FORMS } from './other-forms.ts';
import type { RedactionRule } from './rule.ts';
import { escaped } from './scan/escaped.ts';
import { VENDOR_FORMS } from './vendors.ts';

/** The classes of characters in a form. */
const CLASSES: Readonly<Record<string, string>> = {
  an: 'A-Za-z0-9',
  al: 'A-Za-z',
  lo: 'a-z0-9',
  up: 'A-Z0-9',
  hx: 'a-f0-9',
  HX: 'a-fA-F0-9',
  d: '0-9',
  w: '\\w',
  u: '\\w-',
  b64: 'A-Za-z0-9+/',
  b32: 'A-Z2-7',
  b32u: 'A-Z0-9',
  c: './A-Za-z0-9',
  cv: './A-Za-z0-9+=,$',
  t: '\\w.~+/=-',
  tp: '\\w.~+/=%-',
  ps: '\\w+/',
  ph: '\\w.~+/=%@&?-',
  dj: '\\w!@#$%^&*()+=-',
};

const PART = /\{(\w{1,4}):(\d{1,5})(?:,(\d{1,5}))?\}|=\{\d,\d\}|\((\?:)?|\)\??|\[\w{1,16}\]\??|\||[\s\S]/g;

/** A rule of the table of forms. */
function ruleOf(line: string): RedactionRule {
  const [name = '', form = '', signs = ''] = line.split(' ');
  const source = sourceOf(form);
  const { lead, keywords } = keywordsOf(form);
  const rule: RedactionRule = { name, keywords, pattern: new RegExp(source, 'y'), except: EXAMPLE, isMade: true };
  if (signs.includes('*')) rule.isAnywhere = true;
  if (signs.includes('m')) rule.isMixed = true;
  if (lead) rule.begins = (text, at) => lookBack(text, at, lead);
  return rule;
}

const EXAMPLE = /EXAMPLE(?:KEY)?$/;

/** The form as a pattern. Exact lengths are not followed by more of the kind. */
function sourceOf(form: string): string {
  let source = '';
  let depth = 0;
  let isGrouped = false;
  let last: { exact: boolean; members: string } | undefined;
  for (const [part, name, least, most] of form.matchAll(PART)) {
    const members = name === undefined ? undefined : CLASSES[name];
    if (members !== undefined) {
      source += `[${members}]{${least}${most === undefined ? '' : `,${most}`}}`;
      last = { exact: most === undefined, members };
      continue;
    }
    if (part === '(') depth += 1;
    if (part.startsWith(')')) depth -= 1;
    if (part === '<') {
      source += '(';
      isGrouped = true;
      continue;
    }
    const isRaw = /^=\{|^\(|^\)|^\[\w/.test(part) || (part === '|' && depth > 0);
    source += part === '(' ? '(?:' : isRaw ? part : escaped(part);
    if (!part.startsWith('=') && part !== ')?') last = undefined;
  }
  if (isGrouped) source += ')';
  if (!last?.exact) return source;
  return `${source}(?![\\w${last.members.includes('-]') || last.members.endsWith('\\w-') ? '-' : ''}])`;
}

/** What stands before the first literal text, as a class with its greatest length, and the texts to search for. */
function keywordsOf(form: string): { lead: Lead | undefined; keywords: string[] } {
  const leading = /^(?:\{\w{1,4}:\d{1,5}(?:,\d{1,5})?\}){1,3}/.exec(form)?.[0] ?? '';
  const parts = [...leading.matchAll(PART)];
  const lead: Lead | undefined =
    parts.length === 0
      ? undefined
      : {
          members: new RegExp(parts.map(([, name = '']) => `[${CLASSES[name]}]`).join('|')),
          most: parts.reduce((sum, [, , least, most]) => sum + Number(most ?? least), 0),
        };
  return { lead, keywords: expanded(form.slice(leading.length)) };
}

interface Lead {
  members: RegExp;
  most: number;
}

function lookBack(text: string, keywordAt: number, { members, most }: Lead): number {
  let at = keywordAt;
  while (at > 0 && keywordAt - at < most && members.test(text.charAt(at - 1))) at -= 1;
  return at;
}

const MOST_LITERAL = 24;

/** The texts that a form can begin with, up to its first class. */
function expanded(form: string): string[] {
  let texts = [''];
  let at = 0;
  while (at < form.length && (texts[0]?.length ?? 0) < MOST_LITERAL) {
    const rest = form.slice(at);
    const group = /^\(([^(){}]{0,400})\)(\?)?/.exec(rest);
    const choice = /^\[(\w{1,16})\](\?)?/.exec(rest);
    if (group || choice) {
      const options = group ? (group[1] ?? '').split('|') : [...(choice?.[1] ?? '')];
      if ((group ?? choice)?.[2]) options.push('');
      texts = texts.flatMap((text) => options.map((option) => text + option));
      at += (group ?? choice)?.[0].length ?? 1;
    } else if (/^\{\w{1,4}:|^\(|^=\{|^</.test(rest)) break;
    else {
      texts = texts.map((text) => text + rest.charAt(0));
      at += 1;
    }
  }
  return [...new Set(texts)];
}

let rules: readonly RedactionRule[] | undefined;

/** All forms of the table. They are made when they are first asked for: most programs that load them need none. */
export function formRules(): readonly RedactionRule[] {
  rules ??= [VENDOR_FORMS, OTHER_FORMS].flatMap((forms) => forms.trim().split('\n').map(ruleOf));
  return rules;
}
