import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { allWires } from '../../src/core/wires/registry.ts';
import { writers } from '../../src/core/writers/registry.ts';
import { runCli, shellRun } from './run-cli.ts';

const shapes = [...writers.keys()].join(', ');

/** Those of agents first. */
const wireNames = allWires()
  .toSorted((one, other) => Number(one.agent === '') - Number(other.agent === ''))
  .map(({ name }) => name)
  .join(', ');

describe('help and version', () => {
  it.each(['--version', '-V', '-v', 'version'])(
    '%s prints the version of the package and nothing else',
    async (option) => {
      expect(await runCli([option])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
    },
  );

  it.each([
    [[], 'Usage: threadline COMMAND'],
    [['--help'], '  More: threadline help act'],
    [['-h'], '  sessions    List the sessions of all agents'],
    [['help', 'exit-codes'], '130  interrupted'],
    [['help', 'show'], 'Exit codes'],
    [['--help', 'show'], 'threadline show'],
    [['-h', 'show', '--json'], 'threadline show'],
    [['--help', '--json'], 'Usage: threadline COMMAND'],
    [['help', 'check'], 'Exit codes'],
    [['help', 'convert'], 'Exit codes'],
    [['convert', '--help'], '--from WIRE'],
    [['check', '-h'], '--json'],
    [['convert', '--bogus', '--help'], wireNames.replaceAll(', ', `\n${' '.repeat(26)}`)],
    [['sessions', '--help'], '--limit N'],
    [['show', '--help'], 'threadline show last'],
    [['run', 'fix', '--help'], '--resume SESSION'],
  ])('%j prints help on stdout that fits 80 columns', async (args, expected) => {
    const { exitCode, stdout, stderr } = await runCli(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(expected);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('wrong arguments exit with 2 and one line that points to the help', () => {
  it.each([
    [['frobnicate'], "unknown command 'frobnicate'; see 'threadline --help'"],
    [['--frobnicate'], "unknown option '--frobnicate'; see 'threadline --help'"],
    [['convert', shellRun, '--to', 'events', '--bogus'], "unknown option '--bogus'; see 'threadline convert --help'"],
    [['sesions'], "unknown command 'sesions'; did you mean 'threadline sessions'?"],
    [['Show'], "unknown command 'Show'; did you mean 'threadline show'?"],
    [['help', 'shwo'], "unknown command 'shwo'; did you mean 'threadline show'?"],
    [['--hepl'], "unknown option '--hepl'; did you mean 'threadline --help'?"],
    [['show', 'x', '--jsn'], "unknown option '--jsn' (did you mean '--json'?); see 'threadline show --help'"],
    [
      ['check', '--color', 'blue', shellRun],
      "--color takes always, never or auto, not 'blue'; see 'threadline check --help'",
    ],
    [['convert', shellRun, '-x'], "unknown option '-x'; see 'threadline convert --help'"],
    [['convert', shellRun, '--to'], "--to needs a value; see 'threadline convert --help'"],
    [
      ['convert', shellRun],
      "say what to convert to: --to events, messages, ndjson, markdown, html, text, claude, codex or gemini; see 'threadline convert --help'",
    ],
    [
      ['convert', 'a', 'b', '--to', 'events'],
      "convert takes one FILE or SESSION, not 2; see 'threadline convert --help'",
    ],
    [
      ['convert', shellRun, '--to', 'poetry'],
      `unknown shape 'poetry'; --to takes: ${shapes}, markdown, html, replay, text, summary; see 'threadline convert --help'`,
    ],
    [
      ['convert', shellRun, '--to', 'messages', '--first-turn', '0'],
      "--first-turn takes a whole number from 1, not '0'; see 'threadline convert --help'",
    ],
    [
      ['convert', shellRun, '--to', 'events', '--from', 'morse'],
      `unknown wire 'morse'; --from takes: ${wireNames}; see 'threadline convert --help'`,
    ],
    [['sessions', 'x'], "sessions takes no argument 'x'; see 'threadline sessions --help'"],
    [
      ['sessions', '--limit', '-1'],
      "--limit takes no value that begins with a dash: '-1'; see 'threadline sessions --help'",
    ],
    [
      ['sessions', '--limit', 'few'],
      "--limit takes a whole number from 0, not 'few'; see 'threadline sessions --help'",
    ],
    [['show'], "say what to show: a SESSION, a FILE or 'last'; see 'threadline show --help'"],
    [['show', 'a', 'b'], "show takes one session, not 2; see 'threadline show --help'"],
    [['run'], "no PROMPT given; see 'threadline run --help'"],
    [['run', 'fix', 'it'], "run takes one PROMPT; put it in quotes; see 'threadline run --help'"],
    [['run', 'fix it', 'now'], "run takes one PROMPT; put it in quotes; see 'threadline run --help'"],
    [['run', '--bogus', 'x'], "unknown option '--bogus'; see 'threadline run --help'"],
    [['run', ''], "the prompt is empty; see 'threadline run --help'"],
    [['run', 'x', '--to', 'poetry'], `unknown shape 'poetry'; --to takes: ${shapes}; see 'threadline run --help'`],
    [
      ['run', 'x', '--timeout', 'soon'],
      "--timeout takes a whole number from 1, not 'soon'; see 'threadline run --help'",
    ],
    [['check', '--to', 'events', shellRun], "unknown option '--to'; see 'threadline check --help'"],
  ])('%j', async (args, message) => {
    expect(await runCli(args)).toEqual({ exitCode: 2, stdout: '', stderr: `threadline: ${message}\n` });
  });
});
