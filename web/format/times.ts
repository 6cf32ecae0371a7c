/** The times of the page are those of the transcript. */
export {
  dayKey,
  formatClock,
  formatDay,
  formatWhen,
  formatWhole,
  readersZone,
  shortDate,
} from '../../src/doors/react/format/times.ts';
