import { defineOptionCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP, type OptionValues } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { ARCHIVE_HELP } from '../remote/remote-store.ts';
import { askedServer } from '../server-url.ts';
import type { Gathering } from './gather.ts';

const help = `threadline usage: show token usage and cost.

Usage
  threadline usage [--by WHAT[,WHAT]] [--since WHEN] [--until WHEN]
                   [--agent NAME]
                   [--project NAME | --here] [--zone ZONE] [--budget DOLLARS]
                   [--json | --csv]
  threadline usage --explain SESSION|DAY|MODEL
  threadline usage --live [--interval SECONDS] | --statusline

  Every request counts once, whatever files repeat it. Input includes the
  cached part. Models without a known price are listed, never guessed. The table
  shows the last 30 days (12 weeks or months), unless days are named, and the
  total of all time below; --json and --csv have all days.

Options
      --by WHAT       day, week, month, session, project, model, agent, tool
                      (which a request called first), block (windows of five
                      hours, with rate and reset) or, of a server, machine,
                      person, team or repository (else the folder).
                      Up to three give a cross table: --by project,model
      --since WHEN    From then on: 2026-11-15, 36h, 90d, 1w, today, yesterday,
                      monday, 'last week'
      --until WHEN    Until then; a day counts whole
      --agent NAME    Only one agent; 'threadline doctor' names them
      --project NAME  Only a project: its name, a path, or a part of either that
                      no other project has
      --here          Only what was done in the current folder or below it
      --zone ZONE     The time zone of days: Europe/Berlin; by default
                      this machine's
      --prices FILE   More prices, or other ones: {"model": {"input": 1.25,
                      "cached": 0.125, "output": 10}}, dollars a million tokens
      --budget DOLLARS
                      Exit with 1 if the days shown cost more
      --explain WHAT  The requests behind a number, with file and line; a
                      session is named as in 'threadline show'
      --live          Today, kept up to date until you press Ctrl-C
      --interval N    Seconds between two looks with --live; 2 by default
      --statusline    One short line: today, and the session at hand
      --session ID    Which session that is; by default the one that stdin
                      names, as Claude Code does, else the last of this folder
      --live-only     Leave out sessions whose files the agent deleted, which
                      the archive knows if there is one
      --home DIR      Where to look; may be given several times. By default
                      where each agent keeps its sessions
      --json          {by, zone, prices: {date, source}, rows: [{key, keys?,
                      sessions, requests, input, cached, cache_write, output,
                      reasoning, total, cost_usd, unpriced: {model: tokens},
                      block?}], total, all_time, forecast, budget?}
      --csv           The same rows as comma-separated values
${ARCHIVE_HELP}
      --machine NAME  Of a server: only what was done on this machine
      --color WHEN    ${COLOR_HELP}
  -h, --help          Show this help

Exit codes
  0  done      1  over the budget      2  wrong arguments
  4  nothing could be read
  130  --live was ended by Ctrl-C
` as const;

const options = optionsOf(help, 'home', 'by');
/** The values as they were given. */
export type UsageValues = OptionValues<typeof options>;

export const usageCommand = defineOptionCommand('usage', help, options, async (given, { agents }) => {
  const values = { ...given, agents };
  if (values.json && values.csv) throw usageError('--json and --csv exclude each other', 'usage');
  const address = askedServer('usage', values);
  if (address !== undefined && (values.live || values.statusline))
    throw usageError('--live and --statusline are of this machine, not of --archive', 'usage');
  const isOnlyReport = !values.live && !values.statusline && values.explain === undefined;
  if (values.budget !== undefined && !isOnlyReport)
    throw usageError('--budget goes with a report, not with --live, --statusline or --explain', 'usage');
  if (values.statusline) return (await import('./statusline.ts')).statusline(values);
  const { readUsageOptions } = await import('./usage-options.ts');
  const wanted = await readUsageOptions(values, { archive: address });
  if (wanted.by.includes('tool') && (address !== undefined || values.live))
    throw usageError('--by tool reads the sessions of this machine, once', 'usage');
  if (wanted.by.includes('machine') && address === undefined)
    throw usageError('--by machine is a report of a server: --archive URL', 'usage');
  const { isWorkReport, workReport } = await import('./work-report.ts');
  if (isWorkReport(wanted.by)) {
    if (address === undefined || values.live || values.explain !== undefined)
      throw usageError('--by person, team and repository are reports of a server: --archive URL', 'usage');
    const { withRemoteStore } = await import('../remote/remote-store.ts');
    const { showWorkReport } = await import('./usage.ts');
    const { shownPeriod } = await import('./shown-period.ts');
    return withRemoteStore(address, async (store) =>
      showWorkReport(await workReport(store, wanted, shownPeriod(wanted)), wanted),
    );
  }
  const report = async (gathering?: Gathering) =>
    values.explain === undefined
      ? (await import('./usage.ts')).usage(wanted, gathering)
      : (await import('./explain.ts')).explain(values.explain, wanted, gathering);
  if (values.live) return (await import('./live.ts')).live(wanted, readInterval(values.interval));
  if (address !== undefined) {
    const { withRemoteStore } = await import('../remote/remote-store.ts');
    const { gatherRemote } = await import('../remote/remote-usage.ts');
    const { isAllRead } = await import('./usage.ts');
    const isWhole = values.explain === undefined && isAllRead(wanted);
    const days = isWhole ? { since: undefined, until: undefined } : {};
    return withRemoteStore(address, (store) => report(gatherRemote(store, { ...wanted, ...days })));
  }
  return report();
});

const LONGEST_SECONDS = 24 * 60 * 60;

/** In milliseconds. */
function readInterval(text = '2'): number {
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 0.1 && seconds <= LONGEST_SECONDS) return seconds * 1000;
  throw usageError(`--interval takes seconds, from 0.1 to ${LONGEST_SECONDS}, not '${text}'`, 'usage');
}
