import { amount } from '../../../core/text/amount.ts';
import type { CollectPolicy } from '../../../fleet/collect/collect-policy.ts';

/** What a server's policy asks of this machine, a line each. */
export function policyLines(policy: CollectPolicy | undefined): string[] {
  if (!policy) return [];
  const { version, modes, redaction } = policy;
  const { also = [], rules = [], names = [], values = [] } = redaction;
  const own = [
    ...(names.length > 0 ? [`the values of ${names.join(', ')}`] : []),
    ...(also.length + rules.length > 0 ? [amount(also.length + rules.length, 'form')] : []),
    ...(values.length > 0 ? [amount(values.length, 'known value')] : []),
  ];
  return [
    `the policy of the server, as it was last told: ${version}`,
    ...modes.map(({ project, repository, mode }) => `  ${mode}  ${project ?? repository}`),
    ...(own.length > 0 ? [`  redacted  ${own.join('; ')}`] : []),
  ];
}
