import { hostname } from 'node:os';
import type { ThreadStore } from '../../../archive/index.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { gatherInsights } from '../insights/gather-insights.ts';
import { openOutput } from '../output.ts';
import { openRedactor, reportRedactions } from '../redaction.ts';
import { gatherRemoteInsights } from '../remote/remote-insights.ts';
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

/** Reads the sessions of this machine, or of a server, and writes the report. A week without any is a report, too: cron mails it. */
export async function writeReport(
  wanted: UsageOptions,
  writing: WriteReportOptions,
  store?: ThreadStore | undefined,
): Promise<ExitCode> {
  const period = wanted.since === undefined && wanted.until === undefined ? weekBefore(wanted.calendar) : {};
  const options: UsageOptions = { ...wanted, ...period };
  const redactor = writing.isRedacted ? openRedactor({}, 'report') : undefined;
  // What a server does not say of a session is not guessed.
  const machine = store ? (wanted.machine ?? '') : hostname();
  const builder = createReportDocument({ ...options, machine, safe: redactor?.text ?? ((text) => text) });
  const gathered = await (store
    ? gatherRemoteInsights(store, options, builder.addStory)
    : gatherInsights(options, builder.addStory));
  const output = openOutput(writing.output, { isNew: !writing.force });
  output.append(reportForms[writing.to](builder.document(gathered)));
  await output.flush();
  output.commit();
  gathered.tellProblems();
  if (redactor && redactor.counts.size > 0) reportRedactions(redactor);
  if (gathered.insights.of.sessions === 0) say('no sessions were found');
  return gathered.hasNothing() ? exitCodes.environment : exitCodes.ok;
}
