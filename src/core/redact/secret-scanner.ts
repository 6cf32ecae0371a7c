import { commandTriggers } from './commands.ts';
import { extraRule } from './extra-rule.ts';
import { formRules } from './forms.ts';
import { createKeptValues, createKnownValues } from './known-values.ts';
import { createNameJudge, nameTriggers } from './name-trigger.ts';
import type { Strength } from './names.ts';
import { ownRule, shown } from './own-rule.ts';
import type { RedactionLevel, RedactorOptions } from './redactor-options.ts';
import { ruleTriggers } from './rule-trigger.ts';
import { inOrder } from './scan/hit.ts';
import { createScanner, type Scanner } from './scan/scanner.ts';
import type { Trigger } from './scan/trigger.ts';
import { authHeaderTriggers } from './structures/auth-header.ts';
import { codeTriggers } from './structures/codes.ts';
import { cookieTriggers } from './structures/cookies.ts';
import { insertTriggers } from './structures/insert-values.ts';
import { jsonWebKeyTriggers } from './structures/json-web-key.ts';
import { kubernetesTriggers } from './structures/kubernetes-secret.ts';
import { namesPassword, passwordsOfOtherScripts } from './structures/other-scripts.ts';
import { privateKeyTriggers } from './structures/private-key.ts';
import { urlTriggers } from './structures/url-password.ts';

/** What every redactor looks for, whatever its options. */
const sharedTriggers = (): readonly Trigger[] => [
  ...formRules().flatMap(ruleTriggers),
  ...privateKeyTriggers,
  ...urlTriggers,
  ...authHeaderTriggers,
  ...cookieTriggers,
  ...codeTriggers,
  ...kubernetesTriggers,
  ...jsonWebKeyTriggers,
  ...insertTriggers,
  ...commandTriggers,
];

/** Finds secrets in texts, and judges names of fields. */
export interface SecretScanner extends Scanner {
  /** What the name of a field says of its value. */
  strengthOf(name: string): Strength;
}

/** Scanners hold nothing of a text, so those without rules of one's own are shared. */
const plain = new Map<RedactionLevel, SecretScanner>();

/** The scanner of a redactor. */
export function createSecretScanner(options: RedactorOptions = {}): SecretScanner {
  const { also = [], rules = [], names = [], values = [], keep = [], level = 'standard' } = options;
  if (level !== 'standard' && level !== 'strict')
    throw new TypeError(`the level is 'standard' or 'strict', not ${shown(level)}`);
  const isPlain = [also, rules, names, values, keep].every(({ length }) => length === 0);
  const shared = isPlain ? plain.get(level) : undefined;
  if (shared) return shared;
  const own = [...also.map(extraRule), ...rules.map(ownRule)];
  const scanner = createScanner([...own.flatMap(ruleTriggers), ...nameTriggers(names), ...sharedTriggers()], level);
  const known = createKnownValues(values);
  const isKept = createKeptValues(keep);
  const strengthOf = createNameJudge(names);
  const whole: SecretScanner = {
    strengthOf,
    hasKeyword: (text) => scanner.hasKeyword(text) || namesPassword(text),
    tokenStart: scanner.tokenStart,
    find(text) {
      const found = scanner.find(text);
      const others = passwordsOfOtherScripts(text);
      if (!known && !isKept && others.length === 0) return found;
      const all = inOrder([...(known?.find(text) ?? []), ...(found ?? []), ...others]);
      const hits = isKept ? all.filter(({ start, end }) => !isKept(text.slice(start, end))) : all;
      return hits.length === 0 ? undefined : hits;
    },
    get attempts() {
      return scanner.attempts;
    },
  };
  if (isPlain) plain.set(level, whole);
  return whole;
}
