import { CLASS_MEMBERS, characterClass } from './character-class.ts';
import type { RedactionRule } from './rule.ts';
import { escaped } from './scan/escaped.ts';

/** A prefix and one class with a limit: `acme_[A-Za-z0-9]{20,64}`. */
const PREFIX_AND_CLASS = new RegExp(
  String.raw`^([^[\]{}()*?|^\\]{2,200})\[(${CLASS_MEMBERS})\]\{(\d{1,4})(?:,(\d{1,4}))?\}$`,
);
/** Signs of a pattern. A text that holds one is hardly meant literally. */
const PATTERN_SIGNS = /[[\]{}()*?|^\\]|[.\])]\+|[+$]$/;
const LEAST_LENGTH = 4;

/**
 * The rule for a text that a person wants redacted: the text itself, a prefix and one class with a limit, or `=TEXT`
 * for a text that only looks like a pattern. Anything else is a TypeError: what seems redacted must be redacted.
 */
export function extraRule(text: string): RedactionRule {
  if (typeof text !== 'string') throw new TypeError('what to redact as well is a text');
  const [, prefix, members, least, most = least] = PREFIX_AND_CLASS.exec(text) ?? [];
  if (prefix !== undefined && members !== undefined) {
    if (!(Number(least) <= Number(most)) || Number(most) === 0) throw refused(text, 'its bounds are not in order');
    const among = characterClass(members);
    if (among === undefined) throw refused(text, 'a range of its class is not in order');
    const range = `{${Number(least)},${Number(most)}}`;
    return extra([prefix], new RegExp(`${escaped(prefix)}${among}${range}`, 'y'));
  }
  const isVerbatim = text.startsWith('=');
  if (!isVerbatim && PATTERN_SIGNS.test(text)) {
    throw refused(
      text,
      "of patterns only a prefix and one class with a bound is taken, such as 'acme_[A-Za-z0-9]{20,64}'; '=TEXT' is the text as it stands",
    );
  }
  const exact = isVerbatim ? text.slice(1) : text;
  if (exact.trim().length < LEAST_LENGTH) throw refused(text, `it has fewer than ${LEAST_LENGTH} characters`);
  // Inside JSON that is itself a string, the text has another form.
  const forms = [...new Set([exact, JSON.stringify(exact).slice(1, -1)])];
  return extra(forms, new RegExp(forms.map(escaped).join('|'), 'y'));
}

function extra(keywords: string[], pattern: RegExp): RedactionRule {
  return { name: 'also', keywords, pattern, isAnywhere: true, leastDifferent: 0, leastLength: 2 };
}

function refused(text: string, why: string): TypeError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new TypeError(`cannot redact '${shown}': ${why}`);
}
