import { beforeAll, describe, expect, it } from 'vitest';
import { message } from '../../scripts/record/models/answers.ts';
import { parseLines, runCli } from '../cli/run-cli.ts';
import { CODEX_VERSIONS, createWorkshop, findCodex } from './codex-harness.ts';

/** What a run and its file have in common: times and the wire's own records differ. */
const shared = ({ id, role, content }: Record<string, unknown>) => ({ id, role, content });

describe.each(CODEX_VERSIONS)('the command line with Codex %s', (version) => {
  let codex: Awaited<ReturnType<typeof findCodex>> = { skip: 'not installed' };
  beforeAll(async () => {
    codex = await findCodex(version);
  }, 300_000);

  it('runs it, resumes the last session, lists it and shows it, with the same messages each time', async (context) => {
    if ('skip' in codex) return context.skip(codex.skip);
    const workshop = await createWorkshop({
      ...codex,
      script: ({ index, tools }) => (index === 0 ? [tools.shell('echo hello from the shell')] : [message('Done.')]),
    });
    try {
      const { home, project } = workshop;
      const env = { CODEX_CLI_PATH: codex.binary, CODEX_HOME: home, HOME: home, MOCK_API_KEY: 'mock', TZ: 'UTC' };
      const flags = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--to', 'messages'];
      const run = (...args: string[]) => runCli(['run', ...args, ...flags], { env, cwd: project });
      const first = await run('say hello');
      expect(first).toMatchObject({ exitCode: 0, stderr: '' });
      const second = await run('and again', '--resume', 'last');
      expect(second).toMatchObject({ exitCode: 0, stderr: '' });

      const { sessions } = JSON.parse((await runCli(['sessions', '--json'], { env })).stdout);
      expect(sessions).toHaveLength(1);
      expect(sessions[0]).toMatchObject({ cwd: project, first_prompt: 'say hello', turns: 2, version });
      const { messages } = JSON.parse((await runCli(['show', sessions[0].id, '--json'], { env })).stdout);
      const live = [...parseLines(first.stdout), ...parseLines(second.stdout)];
      expect(live.map(shared)).toEqual(messages.map(shared));
      const usages = (all: { usage?: unknown }[]) => all.map(({ usage }) => usage);
      expect(usages(live)).toEqual(usages(messages));

      const shown = await runCli(['show', 'last'], { env });
      expect(shown.stdout).toContain(
        '\n› say hello\n\n$ echo hello from the shell\n  hello from the shell\n\n• Done.\n',
      );
    } finally {
      await workshop.close();
    }
  });
});
