import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { parseListening, parsePort } from '../fleet/listening.ts';
import { setLogForm } from '../log-form.ts';
import type { OptionValues } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { namedServer, serverUrl } from '../server-url.ts';

const USUAL_PORT = 4779;

const help = `threadline team: a server where people log in and read what they may.

Usage
  threadline team --archive URL --config FILE --public-url URL [--port N]
  threadline team people [list | revoke WHO | restore WHO] --archive URL
  threadline team tokens [list | add NAME | revoke NAME] --archive URL
  threadline team enrol [list | add NAME | revoke NAME] --archive URL
  threadline team visibility SESSION private|team|all|rule
                             --archive https://HOST

  Takes what machines send, as 'threadline gateway' does, serves the viewer to
  people who log in, and answers their commands: 'threadline login URL' on their
  machines, and then '--archive URL' of search, sessions, show, usage, export,
  serve and mcp. Who is in which team, and who sees what, is in FILE
  (docs/fleet.md). It prints its address when it listens, and goes on until it
  is interrupted.

  'people', 'tokens' and 'enrol' are for the owner of the database. A token is
  for a program, is shown once, and counts at one server: --public-url. WHO is
  the subject that 'people' lists, or # and a number. Whoever was revoked cannot
  log in again until 'restore', which brings no token of before back.
  'enrol add' prints a code, once, by which many machines get a token each that
  only sends: 'threadline login URL --code-file FILE' on them. Admins alone see
  their sessions, until somebody logs in there.

  'visibility' is for the owner of a session, who has logged in: it says who
  reads that session and those of the agents that it started, whatever the
  rules of FILE say. 'rule' lets those say it again.

Options
      --archive URL     postgres://USER@HOST/DATABASE; by default what
                        THREADLINE_ARCHIVE says. The server's user owns nothing:
                        it is in the roles threadline_team, threadline_gateway
      --config FILE     team.json
      --public-url URL  https://HOST, as people reach it
      --port N          The port to listen on; any free one for 0
                        (default: ${USUAL_PORT})
      --host ADDRESS    The address to listen on (default: 127.0.0.1). Others
                        need --tls-cert and --tls-key, or --behind-proxy
      --tls-cert FILE   Certificate with its chain, PEM
      --tls-key FILE    Its key, PEM
      --behind-proxy    A proxy before it speaks TLS, and says who asks by
                        X-Forwarded-For; plain HTTP is spoken here
      --metrics-port N  Answer GET /health and GET /metrics on this port; they
                        are answered nowhere else
      --with-worker     Fold what comes, too. Its user has to be in the role
                        threadline_worker, which reads everything
      --log FORM        text (default) or json: how to write to stderr
      --tenant NAME     The tenant (default: default, or THREADLINE_TENANT)
      --scope SCOPE     tokens add: usage or text, to read; or push, to send:
                        for machines of nobody, such as CI, which name
                        themselves by --machine
      --expires DAYS    tokens add, enrol add: 90d, and then it counts no more
      --uses N          enrol add: how many machines may come by the code
      --machines        enrol revoke: also end the tokens of the machines that
                        came by it, but for those where somebody logged in
      --team NAME       tokens add: see what this team sees; may be given more
                        than once. Without it, what everybody sees
      --usage WHO       visibility: who sees its figures: private, team or all
      --json            people, tokens, enrol: print JSON
  -h, --help            Show this help

Exit codes
  0  ended        2  wrong arguments        4  it cannot listen or connect
  130  interrupted
` as const;

const options = optionsOf(help, 'team');
export type TeamValues = OptionValues<typeof options>;

export const teamCommand = defineCommand('team', help, options, async ({ values, positionals }, context) => {
  const [what, ...rest] = positionals;
  if (what === 'visibility') {
    const { setVisibility } = await import('./set-visibility.ts');
    return setVisibility(rest, namedServer('team', values.archive) ?? '', values);
  }
  const url = serverUrl('team', values.archive);
  if (what === 'people' || what === 'tokens' || what === 'enrol') {
    const { manageTeam } = await import('./manage-team.ts');
    return manageTeam(what, rest, url, values);
  }
  if (what !== undefined) throw usageError(`team takes people, tokens, enrol or visibility, not '${what}'`, 'team');
  setLogForm('team', values.log);
  const listening = parseListening('team', values, USUAL_PORT);
  const metricsPort = parsePort('team', '--metrics-port', values['metrics-port']);
  const { config, 'public-url': publicUrl } = values;
  if (config === undefined) throw usageError('team wants --config team.json', 'team');
  if (publicUrl === undefined || !isTeamAddress(publicUrl))
    throw usageError('team wants --public-url https://HOST', 'team');
  const { runTeam } = await import('./run-team.ts');
  return runTeam({
    ...context,
    ...listening,
    url,
    config,
    publicUrl,
    metricsPort,
    tenant: tenantOf(values),
    behindProxy: values['behind-proxy'] === true,
    withWorker: values['with-worker'] === true,
  });
});

export function tenantOf({ tenant }: TeamValues): string {
  return tenant ?? (process.env.THREADLINE_TENANT || 'default');
}
