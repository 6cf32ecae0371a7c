import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startViewer } from '../../../src/doors/server/viewer.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The viewer with the built page and an agent that does what its prompts say, in a project of its own. */
export async function startRunViewer() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-run-page-')));
  const project = join(root, 'parser-lab');
  for (const name of ['parser-lab', 'claude/projects']) mkdirSync(join(root, name), { recursive: true });
  const log = join(root, 'agent.log');
  const faults: unknown[] = [];
  const viewer = await startViewer({
    homes: [join(root, 'claude')],
    webFolder: here('../../../dist/web'),
    port: 0,
    version: '0.0.0',
    userHome: root,
    onFault: (error) => faults.push(error),
    run: {
      folders: [project],
      isListed: true,
      live: {
        program: here('../../fakes/live/control-agent.mjs'),
        dataFolder: join(root, 'data'),
        environment: { FAKE_LOG: log },
      },
    },
  });
  const token = new URL(viewer.addressWithToken).searchParams.get('token') ?? '';
  return {
    viewer,
    project,
    faults,
    url: (place: string) => `${viewer.address}${place}?token=${token}`,
    made: (name: string) => existsSync(join(project, name)),
    /** What the agent noted: what it asked, was answered, ran and started. */
    notes: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async close() {
      await viewer.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export type RunViewer = Awaited<ReturnType<typeof startRunViewer>>;
