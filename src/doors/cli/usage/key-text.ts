import type { UsageGrouping } from '../../../machine/usage/usage-key.ts';
import { shortPath } from '../wording.ts';

/** What a key that is not known is called. */
const NOTHING: Partial<Record<UsageGrouping, string>> = {
  project: '(no folder)',
  repository: '(no folder)',
  person: '(nobody)',
  team: '(no team)',
};

/** The key of a report for people. */
export function keyText(key: string, by: UsageGrouping): string {
  if (key === '') return NOTHING[by] ?? '(no id)';
  return by === 'project' ? shortPath(key) : key;
}
