import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';

/** A rule of `--fail-on`. */
export type FailRule = { name: 'failed-tests' | 'denied' } | { name: 'cost'; most: number };

const NAMES = ['failed-tests', 'denied', 'cost>USD'];
const COST = /^cost>(\d{1,9}(?:\.\d{1,9})?)$/;

/** Reads `failed-tests,denied,cost>2`. */
export function parseRules(text: string | undefined): FailRule[] {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const name = part.trim();
    if (name === 'failed-tests' || name === 'denied') return { name };
    const [, most] = COST.exec(name) ?? [];
    if (most !== undefined) return { name: 'cost', most: Number(most) };
    throw usageError(`unknown rule '${name}'${didYouMean(name, NAMES)}; --fail-on takes: ${NAMES.join(', ')}`, 'check');
  });
}
