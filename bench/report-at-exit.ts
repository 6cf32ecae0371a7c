// Loaded before a program that knows nothing of the bench: node --require report-at-exit.cjs PROGRAM
import { cpuMsSince, peakMb, reportFigures } from './figures.ts';

process.on('exit', () => {
  const cpuMs = cpuMsSince();
  reportFigures({ cpuMs, coldCpuMs: cpuMs, peakMb: peakMb(), lines: 0 });
});
