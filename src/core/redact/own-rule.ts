import { isObject } from '../lines/json.ts';
import { CLASS_MEMBERS, characterClass } from './character-class.ts';
import type { OwnRule } from './redactor-options.ts';
import type { RedactionRule } from './rule.ts';
import { escaped } from './scan/escaped.ts';

const NAME = /^[a-z](?:[a-z-]{0,38}[a-z])?$/i;
const MEMBERS = new RegExp(`^${CLASS_MEMBERS}$`);
const LONGEST = 4096;

/** The rule of a company's token. Whatever it cannot be is a TypeError that says why. */
export function ownRule(given: OwnRule): RedactionRule {
  if (!isObject(given)) throw new TypeError('a rule is an object with a name, a prefix, a class, min and max');
  const { name, prefix, class: members, min, max } = given;
  checkName(name);
  const wrong = (why: string) => new TypeError(`cannot redact by the rule '${name}': ${why}`);
  if (typeof prefix !== 'string' || prefix.length < 3 || prefix.length > 100 || /\s/.test(prefix))
    throw wrong('its prefix is a text of 3 to 100 characters without white space');
  const among = typeof members === 'string' && MEMBERS.test(members) ? characterClass(members) : undefined;
  if (among === undefined) throw wrong("its class is what stands in the brackets of a pattern, such as 'A-Za-z0-9_-'");
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < 1 || max < min || max > LONGEST)
    throw wrong(`min and max are whole numbers in order, from 1 to ${LONGEST}`);
  const pattern = new RegExp(`${escaped(prefix)}${among}{${min},${max}}`, 'y');
  return { name, keywords: [prefix], pattern, isAnywhere: true, leastDifferent: 0, leastLength: 3 };
}

/** Refuses a name that a mark cannot have: a digit could make it look like a secret. */
export function checkName(name: unknown): void {
  if (typeof name !== 'string' || !NAME.test(name))
    throw new TypeError(`the name of a rule is 1 to 40 letters and hyphens, not ${shown(name)}`);
}

/** A text for an error. What is no text may not even become one. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 60)}'` : typeof value;
}
