import type { Policy } from '../ask.ts';
import { decide } from './decide.ts';
import type { PolicyRules } from './policy-file.ts';

/** A policy of rules, for `openLive`. A rule that asks leaves it to the person. */
export function createPolicy(rules: PolicyRules): Policy {
  return (approval) => {
    const { decide: decision, why } = decide(rules, approval);
    if (decision === 'ask') return 'ask';
    return decision === 'allow' ? { allow: 'once' } : { deny: true, reason: `the policy: ${why}` };
  };
}
