import { amount } from '../../../core/text/amount.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { createPageMessages } from '../../../core/writers/page-messages.ts';
import { createWorkDone, type NamedCalls, type WorkDone } from '../../../core/writers/work-done.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import type { CliContext } from '../agents.ts';
import { dollars } from '../usage/amounts.ts';
import type { FailRule } from './fail-rules.ts';

/** A rule that a session broke, and how. */
export interface BrokenRule {
  rule: string;
  message: string;
}

/** So many calls are named in the line of a rule. */
const NAMED = 5;
const LONGEST_NAME = 160;
/** Looks at a thread while it is read, and tells which rules it broke. */
export interface RuleCheck {
  add(outcome: Outcome): void;
  /** Ends the thread. `cost` is asked only if a rule needs it. */
  broken(cost: () => Promise<UsageTotal | undefined>): Promise<BrokenRule[]>;
}

export function createRuleCheck(rules: readonly FailRule[], agents: CliContext['agents']): RuleCheck {
  const page = createPageMessages({ agents: true, vocabularies: agents });
  const work = createWorkDone();
  return {
    add(outcome) {
      for (const message of page.push(outcome)) work.add(message);
    },
    async broken(cost) {
      for (const message of page.end()) work.add(message);
      const found: BrokenRule[] = [];
      for (const rule of rules) {
        const message =
          rule.name === 'cost' ? overCost(rule.most, await cost()) : brokenByWork(rule.name, work.found());
        if (message !== undefined) found.push({ rule: rule.name, message });
      }
      return found;
    },
  };
}

function brokenByWork(name: 'failed-tests' | 'denied', { tests, denied }: WorkDone): string | undefined {
  if (name === 'denied') return listed(denied, 'call', 'denied');
  const failed = tests.filter(({ result }) => result === 'failed').map(({ command }) => command.slice(0, LONGEST_NAME));
  return listed({ count: failed.length, names: failed }, 'test command', 'failed');
}

function listed({ count, names }: NamedCalls, noun: string, how: string): string | undefined {
  if (count === 0) return undefined;
  const more = count > NAMED ? ', …' : '';
  return `${amount(count, noun)} ${how}: ${names.slice(0, NAMED).join(', ')}${more}`;
}

/** A cost that is not known does not keep the rule: a gate must not open by itself. */
function overCost(most: number, used: UsageTotal | undefined): string | undefined {
  const limit = dollars(most);
  if (!used || used.costUsd === null) return `the cost is not known, the limit is ${limit}`;
  const unpriced = Object.keys(used.unpriced);
  if (used.costUsd > most) return `${dollars(used.costUsd)} spent, the limit is ${limit}`;
  return unpriced.length === 0
    ? undefined
    : `${dollars(used.costUsd)} spent and ${unpriced.join(', ')} not priced, the limit is ${limit}`;
}
