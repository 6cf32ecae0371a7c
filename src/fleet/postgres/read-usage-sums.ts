import type { StoredRow } from '../../archive/model/stored-row.ts';
import type { UsageSumsOptions } from '../../archive/model/thread-store.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { priceBands, type UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import { joinStretches } from '../../machine/usage/work-stretches.ts';
import { createConditions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { usageColumns } from './read-usage.ts';
import { ALIKE, HAS_BANDS, SUMMED, SUMMED_BANDS } from './usage-sums.ts';
import { addSessionsByWork, checkByWork } from './work-conditions.ts';

const COLUMNS = `machine_id, quarter, band, agent, thread_id, project, model, tier, requests, input, cached, cache_write,
  cache_write_hour, plain, output, reasoning, array_to_string(times, ',') as times`;

const read = (session: string, all: string) => `
with stale as materialized (select distinct session_id from usage_stale where tenant = $1),
  summed as (
    select ${COLUMNS} from usage_sum where tenant = $1 and session_id not in (select session_id from stale) and ${session}
    union all select ${COLUMNS} from (
      select ${SUMMED} from usage where counts and tenant = $1 and session_id in (select session_id from stale) and ${session}
        group by ${ALIKE}) as live)
select summed.*, machine.name as machine from summed join machine on machine.id = machine_id where ${all}`;

/** What all requests of a tenant add up to; undefined if prices change at sizes that the tables do not tell apart. */
export async function readUsageSums(
  queries: Queries,
  tenant: number,
  filter: UsageSumsOptions = {},
): Promise<UsageQuarter[] | undefined> {
  checkByWork(queries, filter);
  if (priceBands(defaultPrices).some((size) => !SUMMED_BANDS.includes(size))) return undefined;
  if ((await queries.get(HAS_BANDS))?.known !== true) return undefined;
  const conditions = createConditions();
  const { value, values } = conditions;
  value(tenant);
  addSessionsByWork(conditions, filter, 'session_id');
  const all = filter.machine === undefined ? 'true' : `machine.name = ${value(filter.machine)}`;
  return (await queries.all(read(conditions.sql, all), values)).map(quarterOf);
}

function quarterOf(row: StoredRow): UsageQuarter {
  const times = String(row.times)
    .split(',')
    .filter((time) => time !== '')
    .map(Number);
  return {
    ...usageColumns(row),
    key: '',
    at: Number(row.quarter),
    source: '',
    line: 0,
    requests: Number(row.requests),
    plain: Number(row.plain),
    band: Number(row.band),
    stretches: joinStretches(times.map((at) => ({ from: at, to: at }))),
  };
}
