import { setTimeout as wait } from 'node:timers/promises';
import { createUsageReport } from '../../../machine/usage/usage-report.ts';
import type { ExitCode } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createScreen } from '../screen.ts';
import { type FileGathering, gatherUsage } from './gather.ts';
import { reportTable } from './report-table.ts';
import { reportJson } from './usage-json.ts';
import type { UsageOptions } from './usage-options.ts';

/** Moves to the upper left corner and clears the screen. */
const CLEAR = '\x1b[H\x1b[2J';

/** Shows a report again whenever a session file changes, of today unless another time was asked for. */
export async function live(options: UsageOptions, intervalMs: number): Promise<ExitCode> {
  const output = openOutput();
  let before = '';
  for (;;) {
    const since = options.since ?? options.calendar.day(Date.now());
    const gathering = gatherUsage({ ...options, since });
    const now = stateOf(gathering) + since;
    // If nothing was written, nothing is read.
    if (now !== before) {
      before = now;
      const builder = createUsageReport({ ...options, since });
      await gathering.read(builder.add);
      const report = builder.report();
      const text =
        options.form === 'json'
          ? reportJson(report, output.isTerminal).replaceAll('\n', '').concat('\n')
          : reportTable(report, createScreen({ color: options.color }));
      await output.write((output.isTerminal && options.form !== 'json' ? CLEAR : '') + text);
    }
    await wait(intervalMs);
  }
}

function stateOf({ files }: FileGathering): string {
  return files.map(({ path, size, modified }) => `${path} ${size} ${modified}`).join('\n');
}
