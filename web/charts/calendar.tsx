import { Fragment } from 'react';
import { formatTokens } from '../format/figures.ts';
import { dayKey, shortDate } from '../format/times.ts';

const WEEKS = 36;

/** The last 36 weeks, one square a day, darker for more. */
export function Calendar({ tokensOfDay, now }: { tokensOfDay: ReadonlyMap<string, number>; now: number }) {
  const most = Math.max(1, ...tokensOfDay.values());
  const days = lastDays(now);
  const used = days.filter((day) => (tokensOfDay.get(day) ?? 0) > 0).length;
  return (
    <div className="calendar" role="img" aria-label={`Tokens per day, ${WEEKS} weeks: ${used} days with use`}>
      {Array.from({ length: WEEKS }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week, index) => (
        <Fragment key={week[0]}>
          <em>{monthOf(week, days[index * 7 - 1])}</em>
          {week.map((day) => {
            const tokens = tokensOfDay.get(day) ?? 0;
            const level = tokens === 0 ? 0 : Math.min(4, 1 + Math.floor((4 * tokens) / (most * 1.0001)));
            const title = `${shortDate(day)}: ${formatTokens(tokens)} tokens`;
            return <i key={day} className={`level-${level}`} title={title} />;
          })}
        </Fragment>
      ))}
    </div>
  );
}

/** The name of a month over the week in which it begins. `before` is the day before the week. */
function monthOf(week: readonly string[], before: string | undefined): string {
  const first = week.find((day) => day.endsWith('-01'));
  if (first === undefined || before === undefined) return '';
  return new Date(`${first}T12:00:00`).toLocaleDateString('en', { month: 'short' });
}

/** Whole weeks from Monday on, the last of them up to today. */
function lastDays(now: number): string[] {
  const today = new Date(now);
  const weekday = (today.getDay() + 6) % 7;
  const count = (WEEKS - 1) * 7 + weekday + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index));
    return dayKey(day.getTime());
  });
}
