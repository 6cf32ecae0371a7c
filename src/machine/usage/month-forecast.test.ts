import { expect, it } from 'vitest';
import { createCalendar } from './calendar.ts';
import { createMonthForecast } from './month-forecast.ts';
import { defaultPrices } from './price-table.ts';
import type { UsageRow } from './usage-row.ts';

const million = (time: string, model = 'my'): UsageRow => ({
  ...{ agent: 'codex', threadId: 't', key: time, at: Date.parse(time), model, source: 'f', line: 1 },
  ...{ input: 1e6, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 },
});
const dollar = { ...defaultPrices, models: [{ id: 'my', match: ['my'], prices: [{ input: 1, output: 1 }] }] };

function forecast(rows: UsageRow[], now: string, zone = 'UTC') {
  const builder = createMonthForecast(createCalendar(zone), dollar, Date.parse(now));
  for (const row of rows) builder.add(row);
  return builder.forecast();
}

it('a forecast goes on at the pace of the month so far', () => {
  const rows = ['2026-11-01T00:00:00Z', '2026-11-05T12:00:00Z', '2026-10-31T23:59:59Z', '2026-11-12T00:00:00Z'];
  expect(
    forecast(
      rows.map((time) => million(time)),
      '2026-11-11T00:00:00Z',
    ),
  ).toEqual({
    month: '2026-11',
    costUsd: 2,
    days: 10,
    ofDays: 30,
    projectedUsd: 6,
  });
});

it('a forecast is of the month of the zone, and a day of 23 or 25 hours is a day', () => {
  const rows = [million('2026-10-31T23:30:00Z')];
  expect(forecast(rows, '2026-11-03T23:00:00Z', 'Europe/Berlin')).toMatchObject({ month: '2026-11', days: 3 });
  expect(forecast(rows, '2026-11-03T23:00:00Z')).toBeUndefined();
  const october = [million('2026-10-02T00:00:00Z')];
  expect(forecast(october, '2026-10-25T23:00:00Z', 'Europe/Berlin')).toMatchObject({ days: 25, ofDays: 31 });
  const march = [million('2026-03-02T00:00:00Z')];
  expect(forecast(march, '2026-03-29T22:00:00Z', 'Europe/Berlin')).toMatchObject({ days: 29, ofDays: 31 });
});

it('there is no forecast of a month that has just begun, nor where nothing has a price', () => {
  expect(forecast([million('2026-11-01T01:00:00Z')], '2026-11-01T23:59:00Z')).toBeUndefined();
  expect(forecast([million('2026-11-02T01:00:00Z', 'mystery')], '2026-11-11T00:00:00Z')).toBeUndefined();
  expect(forecast([], '2026-11-11T00:00:00Z')).toBeUndefined();
});
