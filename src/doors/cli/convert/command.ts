import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseCount, parseOptions, parseStyle, parseTurns } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline convert: convert a session or a file to another format.

Usage
  threadline convert [FILE|SESSION] --to SHAPE [--from WIRE] [-o OUT] [--strict]
                     [--all] [--split] [--no-original] [--first-turn N]

  FILE holds what the agent printed or kept of a session; compressed sessions
  (.jsonl.zst) and those of a single document (.json) are read too. Without one,
  or with -, standard input is read, and what a live agent writes appears at
  once. SESSION is last, a number of the list, or an id, as 'threadline show'
  takes them.

Shapes
  events     one typed event per line, bad lines among them
  messages   one message per line, in the form that Claude's tools know, each
             once: what an agent prints as soon as it will not change any more
  ndjson     one line for each thing that is said or done, the same for every
             agent: init, message, thinking, tool_use, tool_result, stderr,
             result
  otlp       bodies of OpenTelemetry, one per line: spans of turns, requests and
             tools, a log event a message, sums of tokens
  atif       one trajectory, for those who evaluate and train: ATIF 1.7; with -o
             its images are files in images/ beside OUT
  ui-messages
             a list of the AI SDK's messages, for front ends
  openai     a line {"messages": […]} as trainers read it; with --agents one
             for each agent that the agent started, too
  responses  a list of items of OpenAI's Responses
  sts        a session trace of Hugging Face's Hub
  claude-project, codex-rollout, gemini-chat, qwen-chat, pi-session, or
  claude, codex, gemini, qwen, pi
             a session file that this agent resumes; what it cannot hold is in
             docs/writers.md
  claude-stream
             what Claude Code prints with --output-format stream-json
  markdown   a page that reads well on GitHub: facts, prompts, every turn
  html       one file for people, which runs no script and loads nothing: light
             and dark, folded, with colours, diffs and links to every message.
  replay     one file that plays the thread, by one script of its own; it loads
             nothing and has at most 20 MB
  text       what 'threadline show' prints, with nothing folded
  summary    15 lines of Markdown for a pull request
             These five read a FILE twice: what stands on top comes from all of
             it

Options
      --to SHAPE        One of these shapes
      --from WIRE       The dialect of the input; by default it is recognised by
                        its first lines. WIRE is one of:
{wires}
  -o, --output OUT      Write to this file, whole or not at all, for its owner's
                        eyes only; a symbolic link or a directory is refused
      --strict          Unknown kinds and events without their thread are bad
                        lines too, and any bad line makes the exit code 3
      --all             messages, ndjson, atif: also the context that the CLI
                        put in by itself, and turns that were taken back
      --flat            atif: steps of sub-agents among the others, by their
                        times
      --split           messages: results of tools in messages of their own, as
                        Claude has them
      --agents          messages: also those of agents that the agent started,
                        each with its parent
      --no-original     messages: leave out _original, the record that opened a
                        message: two thirds of its size
      --no-tools        messages, atif, pages: only what was said
      --no-reasoning    messages, atif, pages: without the model's reasoning
      --turns A..B      messages, atif, pages: only these turns; A.. and ..B
                        are ranges too
      --first-turn N    messages, ndjson: the number of the first turn, for what
                        an agent printed when it resumed a thread; ids begin
                        with it
      --style STYLE     codex: legacy, which every version reads, or paginated,
                        which shows commands, too
      --content         otlp: with what was said, not only how long it was
      --redact          Put [redacted:NAME] in the place of the secrets that it
                        recognises; stderr tells how many. --redact-also TEXT,
                        --redact-rules FILE, --private-paths: as of 'export'
      --home DIR        Where to look for a SESSION; may be given several times
  -h, --help            Show this help

Problems
  A line that cannot be read never stops the rest. With --to events it becomes
    {"type":"problem","code":"invalid-json","message":"…",
     "line":3,"offset":210,"raw":"…"}
  What is wrong inside a line that could be read comes in the same form, after
  the events of that line, and with "raw" only where an event does not have it.
  The other shapes have no place for problems: they are told on stderr.

Exit codes
  0  done        2  wrong arguments        4  a file cannot be read or written
  3  no dialect recognises the input, or it has bad lines with --strict

Examples
  codex exec --json "fix the tests" | threadline convert --to events
  threadline convert run.jsonl --to messages -o messages.jsonl
  threadline convert last --to html -o session.html
`;

/** The help describes three options under another one. */
const options = {
  ...optionsOf(help, 'home'),
  'redact-also': { type: 'string', multiple: true },
  'redact-rules': { type: 'string' },
  'private-paths': { type: 'boolean' },
} as const;

export const convertCommand: Command = {
  options,
  async help() {
    const { wireNames } = await import('./convert.ts');
    const names = wireNames().map((name) => `                          ${name}`);
    return help.replace('{wires}', () => names.join('\n'));
  },
  async run(args, context) {
    const { values, positionals } = parseOptions('convert', args, options);
    if (positionals.length > 1)
      throw usageError(`convert takes one FILE or SESSION, not ${positionals.length}`, 'convert');
    if (values.to === undefined)
      throw usageError(
        'say what to convert to: --to events, messages, ndjson, markdown, html, text, claude, codex or gemini',
        'convert',
      );
    if (!values.redact && (values['redact-also'] || values['redact-rules'] || values['private-paths']))
      throw usageError('--redact-also, --redact-rules and --private-paths need --redact', 'convert');
    const firstTurn = parseCount('convert', '--first-turn', values['first-turn'], 1);
    if (positionals.length === 0 && process.stdin.isTTY) {
      throw usageError('no FILE given, and nothing is piped in', 'convert');
    }
    const { convert } = await import('./convert.ts');
    return convert({
      ...values,
      agents: context.agents,
      subagents: values.agents === true,
      to: values.to,
      original: !values['no-original'],
      tools: !values['no-tools'],
      reasoning: !values['no-reasoning'],
      turns: parseTurns('convert', values.turns),
      firstTurn,
      style: parseStyle('convert', values.style),
      redaction: values.redact
        ? { also: values['redact-also'], rules: values['redact-rules'], privatePaths: values['private-paths'] }
        : undefined,
      homes: values.home,
      wanted: positionals[0] ?? '-',
    });
  },
};
