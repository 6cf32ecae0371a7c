/** The figures of the page are those of the transcript. */
export {
  formatBytes,
  formatCost,
  formatCount,
  formatDuration,
  formatHours,
  formatRoundCost,
  formatStep,
  formatTokens,
  percent,
  plural,
} from '../../src/doors/react/format/figures.ts';
