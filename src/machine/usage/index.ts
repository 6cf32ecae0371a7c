export { findUsageFiles, type UsageFile } from './find-usage-files.ts';
export { addPrices } from './price-file.ts';
export { type Cost, priceOf, type UnknownPrice } from './price-of.ts';
export {
  type Band,
  type DatedRates,
  defaultPrices,
  type PricedModel,
  type PriceTable,
  type Rates,
} from './price-table.ts';
export { scanUsage, type UsageScanOptions, type UsageSource } from './scan-usage.ts';
export { readSessionRows, type SessionUsageOptions, sessionUsage } from './session-usage.ts';
export type { TokenCounts } from './token-counts.ts';
export type { UsageBlock } from './usage-blocks.ts';
export type { UsageFilter } from './usage-filter.ts';
export { type UsageGrouping, usageGroupings } from './usage-key.ts';
export {
  createUsageReport,
  type UsageReport,
  type UsageReportBuilder,
  type UsageReportOptions,
  type UsageReportRow,
  usageReport,
} from './usage-report.ts';
export type { OnUsageProblem, UsageProblem, UsageProblemCode, UsageRow } from './usage-row.ts';
export type { UsageTotal } from './usage-total.ts';
