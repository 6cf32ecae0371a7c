import * as coreLimits from '../../limits/core.ts';

/** The mark that stands for a secret. */
export type MarkOf = (rule: string, value: string) => string;

export const plainMark: MarkOf = (rule) => `[redacted:${rule}]`;

/**
 * Marks that tell equal secrets apart without telling what they are: numbers by order of appearance. The same secret
 * keeps the mark that it had first, whatever revealed it later. Those beyond the limit have no number.
 */
export function createNumberedMarks(): MarkOf {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  return (rule, value) => {
    const known = marks.get(value);
    if (known !== undefined) return known;
    if (marks.size >= coreLimits.maxRememberedSecrets) return plainMark(rule, value);
    const number = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, number);
    const mark = `[redacted:${rule}-${number}]`;
    marks.set(value, mark);
    return mark;
  };
}
