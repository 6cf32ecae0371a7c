import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/core/text/text-layout.ts';
import { expectGolden } from '../golden.ts';
import { fillHome } from './codex-home.ts';
import { fixture, runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = folder.path;
fillHome(home, ['0.166.0/s2-shell', '0.166.0/s12-subagent', '0.20.0/s2-shell', '0.55.0/s8-resume-1-id']);
folder.write(
  'bad.jsonl',
  `{"type":"thread.started","thread_id":"t","new_field":1}\n{"type":"hologram.${'x'.repeat(60)}"}\nnoise\n`,
);

const screens: Record<string, string[]> = {
  sessions: ['sessions', '--all'],
  'show-shell': ['show', fixture('0.166.0/s2-shell/rollout.jsonl')],
  'show-patch': ['show', fixture('0.166.0/s3-patch/rollout.jsonl')],
  'show-plan': ['show', fixture('0.166.0/s4-plan/rollout.jsonl')],
  'show-code-mode': ['show', fixture('0.166.0/s2-shell-codemode/rollout.jsonl')],
  'show-write-stdin': ['show', fixture('0.166.0/s12-write-stdin/rollout.jsonl')],
  'show-compact': ['show', fixture('0.42.0/s12-compact/rollout.jsonl')],
  'show-agents': ['show', fixture('0.166.0/s12-subagent/rollout.jsonl')],
  'show-error': ['show', fixture('0.166.0/s7a-http400/rollout.jsonl')],
  check: ['check', 'bad.jsonl'],
};

const env = { CODEX_HOME: home, HOME: '/home/user', TZ: 'UTC' };

/** Each screen as it is: with how wide it is, and with its colours. */
describe.each(Object.entries(screens))('%s', (name, args) => {
  it.each([40, 80, 140])('is the reviewed one at %i columns, with colours', async (columns) => {
    const options = { env: { ...env, COLUMNS: String(columns), FORCE_COLOR: '1' }, cwd: folder.path };
    const { stdout } = await runCli(args, options);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
    const plain = stdout.replaceAll(/\x1b\[\d+m/g, '');
    expect(plain.split('\n').filter((line) => textWidth(line) > columns)).toEqual([]);
    expectGolden(`screens/${name}.${columns}.txt`, stdout);
  });

  it('is the reviewed one in a pipe, neither cut nor coloured', async () => {
    const { stdout } = await runCli(args, { env, cwd: folder.path });
    expect(stdout).not.toContain('\x1b');
    expectGolden(`screens/${name}.pipe.txt`, stdout);
  });
});
