import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { parseStyle, parseTurns } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { namedServer } from '../server-url.ts';
import { parseSince } from '../sessions/filter.ts';

const help = `threadline export: write sessions for others to read, without secrets.

Usage
  threadline export SESSION... --to SHAPE [-o FILE|FOLDER|-]
  threadline export --since WHEN|--project DIR --to SHAPE -o FOLDER

  SESSION is last, a number of the list, an id or a FILE, as 'threadline show'
  takes them. One session goes to ID.html (.md, .jsonl) in this folder, to
  FILE, into FOLDER or, with -, to standard output. Several go into FOLDER: a
  file each, those of agents that they started too, and a page index.html (or
  index.md) that links to them. The paths that were written are printed.

  Files are for their owner's eyes only, and are written whole or not at all. A
  file that is there is left alone, and a symbolic link is never followed.

Shapes
  html       one page for people, which runs no script and loads nothing
  markdown   a page that reads well on GitHub
  text       what 'threadline show' prints, with nothing folded
  messages, events, ndjson     lines for programs, as 'convert' writes them
  otlp       bodies of OpenTelemetry, one per line
  claude, codex, gemini        a session file of that agent

Options
      --to SHAPE           One of these, or the name of a session format
  -o, --output OUT         Where to write
      --force              Replace files that are there
      --no-redact          Leave secrets in. By default keys, tokens and
                           passwords of known forms become [redacted:NAME], and
                           stderr tells how many there were of each
      --redact-also TEXT   Redact this too: a text, or a prefix and one class
                           with a bound, such as 'acme_[A-Za-z0-9]{20,64}';
                           =TEXT is a text as it stands. May be given again
      --private-paths      Write ~ for your home folder and no account name
      --no-tools           Only what was said
      --no-reasoning       Without the model's reasoning
      --turns A..B         Only these turns; A.. and ..B are ranges too
      --all                Also the context that the CLI put in by itself, and
                           turns that were taken back
      --style STYLE        codex: legacy or paginated
      --content            otlp: with what was said, not only how long it was
      --since WHEN         Sessions written to since: 2026-11-15, 36h, 7d, 2w
      --project DIR        Those of that folder, or of a folder of that name
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

const options = optionsOf(help, 'home', 'redact-also');

export const exportCommand = defineCommand('export', help, options, async ({ values, positionals }, context) => {
  const { since, project } = values;
  const isFiltered = since !== undefined || project !== undefined;
  if (values.to === undefined) throw usageError('say what to write: --to html, markdown, messages, …', 'export');
  if (positionals.length === 0 && !isFiltered)
    throw usageError("say what to export: a SESSION, 'last', or --since, --project", 'export');
  if (positionals.length > 0 && isFiltered)
    throw usageError('name sessions, or choose them by --since and --project', 'export');
  if (values['no-redact'] && (values['redact-also'] || values['private-paths']))
    throw usageError('--no-redact excludes --redact-also and --private-paths', 'export');
  const { exportSessions } = await import('./export.ts');
  return exportSessions({
    ...context,
    archive: namedServer('export', values.archive),
    wanted: positionals,
    filter: isFiltered ? { since: parseSince(since, Date.now(), 'export'), project } : undefined,
    homes: values.home,
    to: values.to,
    output: values.output,
    force: values.force === true,
    redaction: values['no-redact'] ? undefined : { also: values['redact-also'], privatePaths: values['private-paths'] },
    writing: {
      tools: !values['no-tools'],
      reasoning: !values['no-reasoning'],
      turns: parseTurns('export', values.turns),
      all: values.all,
      style: parseStyle('export', values.style),
      content: values.content,
    },
  });
});
