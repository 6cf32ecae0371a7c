import { defineOptionCommand } from '../define-command.ts';
import { COLOR_HELP } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { ARCHIVE_HELP } from '../remote/remote-store.ts';
import { askedServer } from '../server-url.ts';
import { FILTER_HELP } from '../usage/filter-help.ts';

const help = `threadline insights: find what agents fail at and what costs too much.

Usage
  threadline insights [--since WHEN] [--until WHEN] [--agent NAME]
                      [--project NAME | --here] [--json] [--archive URL]

  Each finding is a rule over the sessions of this machine, with the places that
  show it as agent:ID#LINE. 'threadline show agent:ID' opens the session. What
  became of the money is told by lines of sessions that stand in commits; a
  server does not know commits.

Options
      --since WHEN    The first day, as in 'threadline usage'; 30d by default
      --until WHEN    Until then; a day counts whole
${FILTER_HELP}
      --json          {of: {sessions, costUsd}, findings: [{code, severity,
                      title, text, value, unit, evidence: {query, rows:
                      [{agent, id, line, text}], total}, action?}], tools:
                      [{name, server?, calls, failed, p50, p95, resultTokens,
                      costUsd, trend, places?: {calls, failed, slow, costly,
                      each as evidence}}], outcome: {committed, edited, dropped,
                      failed, asked, unknown}, outcomeSessions, commits: [{hash,
                      at, title, folder, added, lines, costUsd, sessions}],
                      commitsTotal}
${ARCHIVE_HELP}
      --machine NAME  Of a server: only what was done on this machine
      --color WHEN    ${COLOR_HELP}
  -h, --help          Show this help

Exit codes
  0  done      2  wrong arguments      4  nothing could be read

Examples
  threadline insights --since 7d --here
  threadline insights --json | jq -r '.findings[].evidence.query'
` as const;

const options = optionsOf(help, 'home');

export const insightsCommand = defineOptionCommand('insights', help, options, async (given, { agents }) => {
  const archive = askedServer('insights', given);
  const { readUsageOptions } = await import('../usage/usage-options.ts');
  const values = { ...given, since: given.since ?? '30d', agents };
  const wanted = await readUsageOptions(values, { command: 'insights', archive });
  const { insights } = await import('./insights.ts');
  if (archive === undefined) return insights(wanted, given.since === undefined);
  const { withRemoteStore } = await import('../remote/remote-store.ts');
  return withRemoteStore(archive, (store) => insights(wanted, given.since === undefined, store));
});
