import type { FileReport } from './file-report.ts';
import { unknownKinds } from './table.ts';

/** Says in one line how it went. */
export function summary(reports: readonly FileReport[]): string {
  const sum = (count: (found: FileReport) => number) => reports.reduce((total, found) => total + count(found), 0);
  const read = [
    amount(reports.length, 'file'),
    amount(
      sum((found) => found.lines),
      'line',
    ),
    amount(
      sum((found) => found.events),
      'event',
    ),
  ].join(', ');
  const findings = [
    amount(
      sum((found) => found.problemCount),
      'problem',
    ),
    amount(sum(unknownKinds), 'unknown kind'),
    amount(
      sum((found) => found.extraFields.size),
      'extra field',
    ),
    amount(reports.filter((found) => found.isUnrecognised).length, 'unrecognised file'),
  ].filter((text) => !text.startsWith('0 '));
  return `${read}: ${findings.length === 0 ? 'everything was understood' : findings.join(', ')}.`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
