import { expect, it } from 'vitest';
import { usageReport } from '../../../machine/usage/usage-report.ts';
import { reportCsv } from './usage-csv.ts';

const counts = { input: 1, cached: 0, cacheWrite: 0, output: 1, reasoning: 0 };

it('quotes what has to be, makes no formula, and shows a terminal no escape', () => {
  const rows = ['=1+1', 'a,"b"', '\u001b]0;x\u0007'].map((model) => ({
    ...{ agent: 'codex', threadId: 't', key: model, at: 1, model, source: 's', line: 1 },
    ...counts,
  }));
  const keys = (forTerminal: boolean) =>
    reportCsv(usageReport(rows, { by: 'model' }), forTerminal)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.replace(/,1,1,1,.*$/, ''));
  expect(keys(false)).toEqual(['\u001b]0;x\u0007', "'=1+1", '"a,""b"""']);
  expect(keys(true)[0]).not.toContain('\u001b');
});
