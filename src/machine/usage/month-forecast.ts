import { type Calendar, monthOf } from './calendar.ts';
import { type Cost, priceOf, type UnknownPrice } from './price-of.ts';
import type { PriceTable } from './price-table.ts';
import type { UsageRow } from './usage-row.ts';

const DAY_MINUTES = 24 * 60;
/** No zone's month begins earlier. */
const MOST_MONTH_MS = 32 * 24 * 60 * 60_000;
/** What a few hours cost says nothing of a month. */
const LEAST_DAYS = 1;

/** What the current month will have cost at its end if it goes on as it did. */
export interface MonthForecast {
  /** `2026-11` */
  month: string;
  /** The cost so far, in dollars. */
  costUsd: number;
  /** Days that went by, and days of the month. */
  days: number;
  ofDays: number;
  projectedUsd: number;
}

export interface MonthForecastBuilder {
  /** `cost`: what it costs, if that is known: a sum of requests is priced by them. */
  add(row: UsageRow, cost?: Cost | UnknownPrice): void;
  /** Undefined where nothing has a price yet, or the month has just begun. */
  forecast(): MonthForecast | undefined;
}

/** Adds up the month of `now`. Requests of other months may come, too. */
export function createMonthForecast(calendar: Calendar, prices: PriceTable, now = Date.now()): MonthForecastBuilder {
  const month = monthOf(calendar.day(now));
  let usd = 0;
  return {
    add(row, known) {
      if (!(row.at > now - MOST_MONTH_MS && row.at <= now) || monthOf(calendar.day(row.at)) !== month) return;
      const cost = known ?? priceOf(row, prices);
      if (!('unknown' in cost)) usd += cost.usd;
    },
    forecast() {
      const days = daysGone(calendar.minute(now));
      if (usd === 0 || days < LEAST_DAYS) return undefined;
      const ofDays = daysOf(month);
      const projectedUsd = Math.round((usd / days) * ofDays * 100) / 100;
      return { month, costUsd: Math.round(usd * 1e6) / 1e6, days: Math.round(days * 100) / 100, ofDays, projectedUsd };
    },
  };
}

/** By the clock on the wall: a day of 23 or 25 hours is a day. */
function daysGone(minute: string): number {
  const [day = 1, hours = 0, minutes = 0] = minute.slice(8).split(/[ :]/).map(Number);
  return day - 1 + (hours * 60 + minutes) / DAY_MINUTES;
}

function daysOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
