import type { UsageGrouping } from '../../../machine/usage/usage-key.ts';
import { shortPath } from '../wording.ts';

/** The key of a report for people. */
export function keyText(key: string, by: UsageGrouping): string {
  if (key === '') return by === 'project' ? '(no folder)' : '(no id)';
  return by === 'project' ? shortPath(key) : key;
}
