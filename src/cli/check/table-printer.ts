import type { Output } from '../output.ts';
import type { Screen } from '../screen.ts';
import { fileDetails } from './details.ts';
import type { FileReport } from './file-report.ts';
import type { Printer } from './printer.ts';
import { summary } from './summary.ts';
import { fileTable } from './table.ts';

/** More than a screenful helps nobody; `--json` has them all. */
const SHOWN_DETAILS = 20;

/** For people: a table of the files, details only where there is something to tell, and the sum of it. */
export function createTablePrinter(output: Output, screen: Screen): Printer {
  const reports: FileReport[] = [];
  const layout = {
    ...screen,
    shownDetails: SHOWN_DETAILS,
  };
  return {
    keptProblems: SHOWN_DETAILS,
    async add(found) {
      reports.push(found);
    },
    async end() {
      if (reports.length === 0) return;
      const details = reports.map((found) => fileDetails(found, layout)).filter((text) => text !== '');
      const blocks = [fileTable(reports, layout), ...details, summary(reports)];
      output.append(`${blocks.join('\n\n')}\n`);
      await output.flush();
    },
  };
}
