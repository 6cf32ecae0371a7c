import type { StoredRow } from '../../archive/model/stored-row.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { priceBands, type UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import { joinStretches } from '../../machine/usage/work-stretches.ts';
import type { Queries } from './connect.ts';
import { usageColumns } from './read-usage.ts';
import { ALIKE, HAS_BANDS, SUMMED, SUMMED_BANDS } from './usage-sums.ts';

const COLUMNS = `machine_id, quarter, band, agent, thread_id, project, model, tier, requests, input, cached, cache_write,
  cache_write_hour, plain, output, reasoning, array_to_string(times, ',') as times`;

const READ = `
with stale as materialized (select distinct session_id from usage_stale where tenant = $1),
  summed as (
    select ${COLUMNS} from usage_sum where tenant = $1 and session_id not in (select session_id from stale)
    union all select ${COLUMNS} from (
      select ${SUMMED} from usage where counts and tenant = $1 and session_id in (select session_id from stale)
        group by ${ALIKE}) as live)
select summed.*, machine.name as machine from summed join machine on machine.id = machine_id`;

/** What all requests of a tenant add up to; undefined if prices change at sizes that the tables do not tell apart. */
export async function readUsageSums(queries: Queries, tenant: number): Promise<UsageQuarter[] | undefined> {
  if (priceBands(defaultPrices).some((size) => !SUMMED_BANDS.includes(size))) return undefined;
  if ((await queries.get(HAS_BANDS))?.known !== true) return undefined;
  return (await queries.all(READ, [tenant])).map(quarterOf);
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
