import { defineOptionCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';
import { ARCHIVE_HELP } from '../remote/remote-store.ts';
import { askedServer } from '../server-url.ts';
import { FILTER_HELP } from '../usage/filter-help.ts';

const help = `threadline report: write what agents did, what it cost and what failed.

Usage
  threadline report [--week] [--to html|markdown] [-o FILE]
  threadline report --since WHEN [--until WHEN] [--to html|markdown] [-o FILE]

  Secrets of known forms are replaced, as in 'threadline export', because others
  read a report.

Options
      --week          From this day last week until now: the default
      --since WHEN    Another first day, as in 'threadline usage'
      --until WHEN    Until then; a day counts whole
      --to FORM       markdown (by default) or html
  -o, --output FILE   Write to this file, not to standard output
      --force         Replace the file if it is there
${FILTER_HELP}
${ARCHIVE_HELP}
      --machine NAME  Of a server: only what was done on this machine
      --no-redact     Leave secrets in
  -h, --help          Show this help

Exit codes
  0  done      2  wrong arguments      4  nothing could be read or written

Examples
  threadline report --week | mail -s "Agents last week" team@example.com
  threadline report --week --to html -o week.html
  threadline report --week --archive https://threads.example.com
` as const;

const options = optionsOf(help, 'home');

export const reportCommand = defineOptionCommand('report', help, options, async (given, { agents }) => {
  const { week, since, until, to = 'markdown' } = given;
  if (week && (since ?? until) !== undefined) throw usageError('--week and --since exclude each other', 'report');
  if (to !== 'markdown' && to !== 'html') throw usageError(`--to takes html or markdown, not '${to}'`, 'report');
  const archive = askedServer('report', given);
  const { readUsageOptions } = await import('../usage/usage-options.ts');
  const wanted = await readUsageOptions({ ...given, agents }, { command: 'report', archive });
  const { writeReport } = await import('./write-report.ts');
  const writing = {
    to,
    output: given.output,
    force: given.force === true,
    isRedacted: given['no-redact'] !== true,
  } as const;
  if (archive === undefined) return writeReport(wanted, writing);
  const { withRemoteStore } = await import('../remote/remote-store.ts');
  return withRemoteStore(archive, (store) => writeReport(wanted, writing, store));
});
