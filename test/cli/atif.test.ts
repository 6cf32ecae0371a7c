import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../src/core/wires/atif/check-document.ts';
import { type Atif, trajectoriesIn } from '../exchange/foreign-atif.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const folder = temporaryFolder();

/** The path of a session in the bundled recordings. */
const sessionAt = (pattern: string) => join(fixtures, globSync(pattern, { cwd: fixtures })[0] ?? '');

const withAgents = sessionAt('claude/2.1.325/s11/session/projects/*/*.jsonl');
const withImage = sessionAt('claude/2.1.75/s3/session/projects/*/*.jsonl');

const documentOf = (path: string): Atif => JSON.parse(readFileSync(path, 'utf8'));

describe('a trajectory on the command line', () => {
  it('holds the agents that the session started, also those in files of their own', async () => {
    const path = join(folder.path, 'agents.json');
    expect(await runCli(['convert', withAgents, '--to', 'atif', '-o', path])).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    const text = readFileSync(path, 'utf8');
    const [root, ...agents] = trajectoriesIn(documentOf(path));
    expect(agents).toHaveLength(3);
    for (const { trajectory_id } of JSON.parse(text).subagent_trajectories)
      expect(JSON.stringify(root?.steps)).toContain(`"subagent_trajectory_ref":[{"trajectory_id":"${trajectory_id}"}]`);
    expect(checkDocument(JSON.parse(text))).toEqual({ errors: [], warnings: [] });
    // Read again it is the same, and as a flat one it has the steps of all.
    expect((await runCli(['convert', path, '--to', 'atif'])).stdout).toBe(text);
    const flat = JSON.parse((await runCli(['convert', withAgents, '--to', 'atif', '--flat'])).stdout);
    expect(flat.steps).toHaveLength([root, ...agents].reduce((sum, one) => sum + (one?.steps.length ?? 0), 0));
    expect(flat.subagent_trajectories).toBeUndefined();
    expect(flat.final_metrics.total_cost_usd).toBeCloseTo(root?.final_metrics?.total_cost_usd ?? 0, 9);
  });

  it('has its images as files beside it, for their owner alone, and replaces none', async () => {
    const path = join(folder.path, 'with-image.json');
    mkdirSync(join(folder.path, 'images'));
    writeFileSync(join(folder.path, 'images', 'with-image-1.png'), 'mine');
    await runCli(['convert', withImage, '--to', 'atif', '-o', path]);
    const names = readdirSync(join(folder.path, 'images'));
    const own = names.filter((name) => name !== 'with-image-1.png');
    expect(own.length).toBeGreaterThan(0);
    for (const name of own) {
      expect(statSync(join(folder.path, 'images', name)).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, 'utf8')).toContain(`"path": "images/${name}"`);
    }
    expect(readFileSync(join(folder.path, 'images', 'with-image-1.png'), 'utf8')).toBe('mine');
  });

  it('has a text for each image on standard output, and says so', async () => {
    const { stdout, stderr } = await runCli(['convert', withImage, '--to', 'atif']);
    expect(stdout).toMatch(/\[image: image\/png, \d+ bytes\]/);
    expect(stderr).toContain('left out');
  });

  it('of export has no secrets, whatever field they stand in', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const step = {
      step_id: 1,
      source: 'agent',
      message: `it is ${secret}`,
      reasoning_content: secret,
      tool_calls: [{ tool_call_id: 'c', function_name: 'f', arguments: { key: secret }, extra: { secret } }],
      observation: { results: [{ source_call_id: 'c', content: secret, extra: { secret } }] },
      extra: { deep: [{ secret }] },
    };
    const path = folder.write(
      'secret.json',
      JSON.stringify({
        schema_version: 'ATIF-v1.7',
        session_id: 's',
        agent: { name: 'a', version: '1', extra: { secret } },
        steps: [step],
        notes: secret,
        extra: { secret },
        subagent_trajectories: [
          {
            schema_version: 'ATIF-v1.7',
            trajectory_id: 'i',
            agent: { name: 'a', version: '1' },
            steps: [step],
            notes: secret,
          },
        ],
      }),
    );
    const { stdout, exitCode } = await runCli(['export', path, '--to', 'atif', '-o', '-']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('[redacted:');
    expect(stdout).not.toContain(secret);
    expect(checkDocument(JSON.parse(stdout)).errors).toEqual([]);
  });

  it('is read on where it is continued, without what the next part repeats', async () => {
    const part = (steps: object[], next?: string) =>
      JSON.stringify({
        schema_version: 'ATIF-v1.7',
        session_id: 'run',
        agent: { name: 'a', version: '1' },
        steps,
        continued_trajectory_ref: next,
      });
    const said = (step_id: number, message: string, is_copied_context?: boolean) => ({
      step_id,
      source: 'agent',
      message,
      is_copied_context,
    });
    const first = folder.write('part.json', part([said(1, 'first'), said(2, 'second')], 'part.cont-1.json'));
    folder.write('part.cont-1.json', part([said(1, 'second', true), said(2, 'third')], 'part.json'));
    const { stdout } = await runCli(['show', first]);
    expect(stdout.match(/first|second|third/g)).toEqual(['first', 'second', 'third']);
    // As a trajectory it still names the next part.
    const again = JSON.parse((await runCli(['convert', first, '--to', 'atif'])).stdout);
    expect(again).toMatchObject({ continued_trajectory_ref: 'part.cont-1.json', steps: [{}, {}] });
    // A name that leads elsewhere is not followed.
    const away = folder.write('away.json', part([said(1, 'here')], '../part.cont-1.json'));
    expect((await runCli(['show', away])).stdout).not.toContain('third');
  });

  it('is checked by the rules of its format', async () => {
    const bad = folder.write(
      'bad.json',
      JSON.stringify({
        schema_version: 'ATIF-v1.7',
        session_id: 's',
        agent: { name: 'a', version: '1' },
        steps: [
          {
            step_id: 2,
            timestamp: '2026-01-01T00:00:00',
            source: 'user',
            message: [{ type: 'image', source: { media_type: 'image/png', path: 'none.png' } }],
            metrics: {},
          },
        ],
      }),
    );
    const { stdout, exitCode } = await runCli(['check', '--strict', bad]);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('steps[0].step_id: expected 1');
    expect(stdout).toContain('steps[0].metrics: only for agent steps');
    expect(stdout).toContain('steps[0].timestamp: no time zone');
    expect(stdout).toContain('no such file: none.png');
    const { files } = JSON.parse((await runCli(['check', '--json', bad])).stdout);
    expect(files[0]).toMatchObject({ wire: 'atif', warnings: expect.arrayContaining(['no such file: none.png']) });
  });

  it('of an agent whose files do not name their session has the id of its folder', async () => {
    const home = join(folder.path, '.kimi-code');
    cpSync(sessionAt('kimi/*/s4-todo/session/.kimi-code'), home, { recursive: true });
    const [path = ''] = globSync('sessions/*/*/agents/main/wire.jsonl', { cwd: home });
    const { stdout } = await runCli(['convert', join(home, path), '--to', 'atif']);
    expect(JSON.parse(stdout).session_id).toMatch(/^session_/);
  });
});
