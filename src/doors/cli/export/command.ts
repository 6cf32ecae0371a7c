import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { parseStyle, parseTurns } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { namedServer } from '../server-url.ts';
import { parsePeriod } from '../when.ts';

const help = `threadline export: write sessions for others to read.

Usage
  threadline export SESSION... --to SHAPE [-o FILE|FOLDER|-]
  threadline export --since WHEN|--project NAME --to SHAPE -o FOLDER

  SESSION is last, a number of the list, an id or a FILE, as 'threadline show'
  takes them. One session goes to ID.html (.md, .jsonl) in this folder, to
  FILE, into FOLDER or, with -, to standard output. Several go into FOLDER: a
  file each, those of agents that they started too, and a page index.html (or
  index.md) that links to them. The paths that were written are printed.

  Files are for their owner's eyes only, and are written whole or not at all. A
  file that is there is left alone, and a symbolic link is never followed.

Shapes
  html       one page for people, which runs no script and loads nothing; a long
             session becomes several pages of at most 20 MB, as stderr says
  replay     one page that plays the session: speed, jumps, keys, captions. It
             has one script of its own and loads nothing; at most 20 MB, and it
             says what is left out
  markdown   a page that reads well on GitHub
  summary    15 lines of Markdown for a pull request: task, answer, files,
             commits of this repository that have its lines, commands, tests,
             cost
  text       what 'threadline show' prints, with nothing folded
  messages, events, ndjson     lines for programs, as 'convert' writes them
  otlp       bodies of OpenTelemetry, one per line
  atif       one trajectory, for those who evaluate and train
  ui-messages, openai, responses, sts
             messages for front ends, trainers and hubs, as of 'convert'
  hf         the agent's own lines, with nothing but secrets removed
  claude, codex, gemini, qwen, pi
             a session file of that agent

Options
      --to SHAPE           One of these, or the name of a session format
  -o, --output OUT         Where to write
      --force              Replace files that are there
      --no-redact          Keep secrets. By default a recognised secret (a key,
                           token or password) becomes [redacted:NAME-1];
                           the same secret has the same number. Not every secret
                           is recognised: read what you share. stderr says how
                           many were
      --redact-also TEXT   Redact this too: a text, or a prefix and one class
                           with a bound, such as 'acme_[A-Za-z0-9]{20,64}';
                           =TEXT is a text as it stands. May be given again
      --redact-rules FILE  Redact by rules of your own: docs/redaction.md
      --private-paths      Write ~ for your home folder and no account name
      --no-tools           Only what was said
      --no-reasoning       Without the model's reasoning
      --turns A..B         Only these turns; A.. and ..B are ranges too
      --all                Also the context that the CLI put in by itself, and
                           turns that were taken back
      --flat               atif: steps of sub-agents among the others
      --style STYLE        codex: legacy or paginated
      --content            otlp: with what was said, not only how long it was
      --link URL           summary: the address of the whole session
      --since WHEN         Only sessions written to since: 2026-11-15, 36h, 90d,
                           1w, today, yesterday, monday, 'last week'
      --until WHEN         Only those not written to after then; a day counts
                           whole
      --project NAME       Only sessions of a project: its name, a path, or a
                           part of either that no other project has
      --home DIR           Where to look for sessions; may be given again
      --archive URL        Take them from this server, postgres://…; by default
                           the one that THREADLINE_ARCHIVE names, if any
  -h, --help               Show this help

Exit codes
  0  done        2  wrong arguments        3  no dialect recognises the input
  4  no such session, a file is there already, or one cannot be read or written

Examples
  threadline export last --to html -o session.html
  threadline export --since 7d --project . --to markdown -o sessions
`;

/** The address is written as a link, so that it has to be one. */
function parseLink(link: string | undefined): string | undefined {
  if (link === undefined || /^https?:$/.test(URL.parse(link)?.protocol ?? '')) return link;
  throw usageError('--link takes an address that begins with https:// or http://', 'export');
}

const options = optionsOf(help, 'home', 'redact-also');

export const exportCommand = defineCommand('export', help, options, async ({ values, positionals }, context) => {
  const isFiltered = (values.since ?? values.until ?? values.project) !== undefined;
  if (values.to === undefined) throw usageError('say what to write: --to html, markdown, messages, …', 'export');
  if (positionals.length === 0 && !isFiltered)
    throw usageError("say what to export: a SESSION, 'last', or --since, --until, --project", 'export');
  if (positionals.length > 0 && isFiltered)
    throw usageError('name sessions, or choose them by --since, --until and --project', 'export');
  if (values['no-redact'] && (values['redact-also'] || values['redact-rules'] || values['private-paths']))
    throw usageError('--no-redact excludes --redact-also, --redact-rules and --private-paths', 'export');
  const archive = namedServer('export', values.archive);
  const { since, until } = parsePeriod('export', values);
  const { chosenProjects } = await import('../project.ts');
  const projects = await chosenProjects('export', values, { ...context, homes: values.home, archive });
  const { exportSessions } = await import('./export.ts');
  return exportSessions({
    ...context,
    archive,
    wanted: positionals,
    filter: isFiltered ? { since: since?.at, until: until?.at, projects } : undefined,
    homes: values.home,
    to: values.to,
    output: values.output,
    force: values.force === true,
    redaction: values['no-redact']
      ? undefined
      : { also: values['redact-also'], rules: values['redact-rules'], privatePaths: values['private-paths'] },
    writing: {
      tools: !values['no-tools'],
      reasoning: !values['no-reasoning'],
      turns: parseTurns('export', values.turns),
      all: values.all,
      flat: values.flat,
      style: parseStyle('export', values.style),
      content: values.content,
      link: parseLink(values.link),
    },
  });
});
