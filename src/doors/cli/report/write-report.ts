import { hostname } from 'node:os';
import { type ExitCode, exitCodes } from '../exit.ts';
import { gatherInsights } from '../insights/gather-insights.ts';
import { openOutput } from '../output.ts';
import { openRedactor, reportRedactions } from '../redaction.ts';
import { report as say } from '../report.ts';
import type { UsageOptions } from '../usage/usage-options.ts';
import { createReportDocument } from './make-report.ts';
import { reportForms } from './report-forms.ts';
import { weekBefore } from './report-week.ts';

export interface WriteReportOptions {
  to: keyof typeof reportForms;
  output: string | undefined;
  /** Replaces an existing file. */
  force: boolean;
  isRedacted: boolean;
}

/** Reads the sessions of this machine and writes the report. A week without any is a report, too: cron mails it. */
export async function writeReport(wanted: UsageOptions, writing: WriteReportOptions): Promise<ExitCode> {
  const period = wanted.since === undefined && wanted.until === undefined ? weekBefore(wanted.calendar) : {};
  const options: UsageOptions = { ...wanted, ...period };
  const redactor = writing.isRedacted ? openRedactor({}, 'report') : undefined;
  const builder = createReportDocument({ ...options, machine: hostname(), safe: redactor?.text ?? ((text) => text) });
  const gathered = await gatherInsights(options, builder.addStory);
  const output = openOutput(writing.output, { isNew: !writing.force });
  output.append(reportForms[writing.to](builder.document(gathered)));
  await output.flush();
  output.commit();
  gathered.tellProblems();
  if (redactor && redactor.counts.size > 0) reportRedactions(redactor);
  if (gathered.insights.of.sessions === 0) say('no sessions were found');
  return gathered.hasNothing() ? exitCodes.environment : exitCodes.ok;
}
