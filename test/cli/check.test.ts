import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture, runCli, shellRun } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const inFolder = { cwd: folder.path };

folder.write(
  'mixed.jsonl',
  [
    '{"type":"thread.started","thread_id":"t","cli_version":"9.8.7","new_field":1}',
    '',
    '{"type":"turn.completed","usage":{"input_tokens":1,"new_count":2},"__proto__":{"polluted":1}}',
    'noise',
    '{"type":"item.started","item":{"id":"a","type":"hologram"},"beside":1}',
    '{"type":"item.completed","item":{"id":"a","type":"hologram"}}',
    '{"type":"item.completed","item":{"id":"b","type":"command_execution","command":"ls","aggregated_output":"","exit_code":0,"status":"completed","new_field":1}}',
    '{"type":"constructor"}',
    '{"type":"__proto__"}',
    '   ',
    '{"type":"turn.st',
  ].join('\n'),
);
folder.write('good.jsonl', readFileSync(shellRun));

describe('check --json', () => {
  it('writes exactly the fields of the contract, for each file in order', async () => {
    const result = await runCli(['check', '--json', 'mixed.jsonl', 'good.jsonl'], inFolder);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({
      files: [
        {
          path: 'mixed.jsonl',
          wire: 'codex-exec',
          version: '9.8.7',
          lines: 11,
          blank: 2,
          events: 7,
          problems: [
            { line: 4, code: 'invalid-json' },
            { line: 11, code: 'truncated-tail' },
          ],
          unknown_events: JSON.parse('{"constructor":1,"__proto__":1}'),
          unknown_items: { hologram: 2 },
          extra_fields: {
            'thread.started.new_field': 1,
            'turn.completed.__proto__': 1,
            'turn.completed.usage.new_count': 1,
            'item.started.beside': 1,
            'item.command_execution.new_field': 1,
          },
        },
        {
          path: 'good.jsonl',
          wire: 'codex-exec',
          version: null,
          lines: 10,
          blank: 0,
          events: 10,
          problems: [],
          unknown_events: {},
          unknown_items: {},
          extra_fields: {},
        },
      ],
    });
    expect(result.stdout).toContain('"unknown_events":{"constructor":1,"__proto__":1}');
  });

  it('lists every problem, however many', async () => {
    folder.write('bad.jsonl', `{"type":"turn.started"}\n${'noise\n'.repeat(500)}`);
    const { stdout } = await runCli(['check', '--json', 'bad.jsonl'], inFolder);
    expect(JSON.parse(stdout).files[0].problems).toHaveLength(500);
  });

  it('is whole JSON even when no file could be opened', async () => {
    const { stdout, exitCode } = await runCli(['check', '--json', 'missing'], inFolder);
    expect({ files: JSON.parse(stdout).files, exitCode }).toEqual({ files: [], exitCode: 4 });
  });

  it('counts a last line without a newline, and names older dialects', async () => {
    const legacy = fixture('0.20.0/s2-shell/stdout.jsonl');
    const { stdout } = await runCli(['check', '--json', legacy]);
    expect(JSON.parse(stdout).files[0]).toMatchObject({ wire: 'codex-legacy', problems: [] });
  });
});

describe('check for people', () => {
  it('is the answer, a table, and details where there is something to tell', async () => {
    const result = await runCli(['check', 'good.jsonl', 'mixed.jsonl'], inFolder);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toBe(`\
2 files, 21 lines: 2 problems, 3 unknown kinds; 5 fields kept as extra (normal), listed by -v

file         wire        version  lines  events  problems  unknown  extra
good.jsonl   codex-exec  -           10      10         0        0      0
mixed.jsonl  codex-exec  9.8.7       11       7         2        3      5

mixed.jsonl
  problems
    line  4  invalid-json    ${messageOf(result.stdout, 'invalid-json')}
    line 11  truncated-tail  the last line ends in the middle of a record
  unknown events
    1 × constructor
    1 × __proto__
  unknown items
    2 × hologram
`);
  });

  it('-v lists the extra fields of all files together', async () => {
    const { stdout } = await runCli(['check', '-v', 'mixed.jsonl', 'mixed.jsonl'], inFolder);
    expect(stdout).toContain('; 5 fields kept as extra (normal)\n');
    expect(stdout.split('\n\n').at(-1)).toBe(`\
  fields kept as extra, of all files
    2 × thread.started.new_field
    2 × turn.completed.__proto__
    2 × turn.completed.usage.new_count
    2 × item.started.beside
    2 × item.command_execution.new_field
`);
  });

  it('of many files lists those with something to look at', async () => {
    const many = Array.from({ length: 30 }, () => 'good.jsonl');
    const { stdout } = await runCli(['check', ...many, 'mixed.jsonl'], inFolder);
    expect(stdout.match(/^good\.jsonl /gm)).toBeNull();
    expect(stdout).toMatch(/^mixed\.jsonl {2}codex-exec/m);
    expect(stdout).toContain('\n30 files without a problem are not listed (-v)\n');
    const all = await runCli(['check', '-v', ...many, 'mixed.jsonl'], inFolder);
    expect(all.stdout.match(/^good\.jsonl /gm)).toHaveLength(30);
  });

  it('says so when everything was understood, and leaves out versions where no file has one', async () => {
    expect((await runCli(['check', 'good.jsonl'], inFolder)).stdout).toBe(`\
1 file, 10 lines: 0 problems, 0 unknown kinds

file        wire        lines  events  problems  unknown  extra
good.jsonl  codex-exec     10      10         0        0      0
`);
  });

  it('shortens names and messages to fit 80 columns', async () => {
    const path = folder.write(`${'long-'.repeat(30)}name.jsonl`, `${JSON.stringify({ type: 'turn.x'.repeat(40) })}\n`);
    const { stdout } = await runCli(['check', path], { env: { COLUMNS: '80' } });
    const lines = stdout.split('\n');
    expect(lines[3]).toMatch(/^long-long-.*… {2}codex-exec/);
    expect(lines.filter((line) => line.length > 80 && line !== path)).toEqual([]);
  });

  it('shows the first 20 problems and counts the rest', async () => {
    folder.write('many.jsonl', `{"type":"turn.started"}\n${'noise\n'.repeat(50)}`);
    const { stdout } = await runCli(['check', 'many.jsonl'], inFolder);
    expect(stdout.match(/invalid-json/g)).toHaveLength(20);
    expect(stdout).toContain('    … and 30 more\n');
  });

  it('reads standard input as -', async () => {
    const { stdout } = await runCli(['check', '-'], { input: readFileSync(shellRun) });
    expect(stdout).toContain('-     codex-exec     10      10');
  });
});

/** The parser's own words, which are not ours to pin. */
function messageOf(output: string, code: string): string {
  return new RegExp(`${code} +(.*)`).exec(output)?.[1] ?? '';
}
