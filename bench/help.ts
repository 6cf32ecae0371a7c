import { runs } from './runs.ts';
import { targets } from './targets/targets.ts';

/** What `npm run bench -- --help` says. */
export function benchHelp(): string {
  const rows = [
    ...targets.map(({ number, what }) => [number, what]),
    ...runs.map(({ name, what, onlyByName }) => [
      name,
      onlyByName === undefined ? what : `${what} (only by its name: ${onlyByName})`,
    ]),
  ];
  return [
    'npm run bench [-- --target NAME,NAME] [--src]',
    '',
    'Measures threadline beside its peers. The whole takes 11 minutes of CPU: it has fewer rounds and, where ratios do not depend on',
    'it, less data, and leaves out what is measured only by its name. A target by its name has all of its data.',
    'Each line has the figure, its bound and how far its runs lie apart; exit 1 on FAIL. `too noisy`: the runs lie further apart',
    'than the figure lies from its bound. `too small`: the bound was set for more data. BENCH_SCALE=0.05: a part of all data.',
    '',
    ...rows.map(([name = '', what = '']) => `  ${name.padEnd(10)}${what}`),
  ].join('\n');
}
