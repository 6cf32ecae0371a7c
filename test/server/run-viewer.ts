import { request } from 'node:http';
import type { ApiHello } from '../../src/doors/server/api-types.ts';
import type { ApiRun } from '../../src/doors/server/run-types.ts';
import type { AllowRun } from '../../src/doors/server/runs/open-runs.ts';
import { createPlace, type FakePlace } from '../live/fake-session.ts';
import { claudeHome } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

export interface Sent {
  body?: unknown;
  headers?: Record<string, string | undefined>;
}

/** A viewer that may run the fake agent, in the folder of a place or below what is named. */
export async function runViewer(
  more: Partial<AllowRun> = {},
  place: FakePlace = createPlace(),
  prepare: (home: ReturnType<typeof claudeHome>) => void = () => {},
) {
  const { cwd: _, ...live } = place.options();
  const home = claudeHome(`${place.root}/claude`);
  prepare(home);
  const run: AllowRun = { folders: [place.root], isListed: true, live: live as NonNullable<AllowRun['live']>, ...more };
  const { viewer, get, listen, faults } = await testViewer({ homes: [home.path], run });
  const token = new URL(viewer.addressWithToken).searchParams.get('token') ?? '';

  /** A POST as the page sends it, unless a header says otherwise. */
  async function post(path: string, { body = {}, headers = {} }: Sent = {}) {
    const { writeToken } = await get<ApiHello>('/api/hello');
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${token}`,
      origin: new URL(viewer.address).origin,
      'content-type': 'application/json',
      'x-threadline-write': writeToken,
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const call = request(new URL(path, viewer.address), { method: 'POST', headers: sent as Record<string, string> });
      call.on('error', reject);
      call.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      });
      call.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  const start = async (prompt: string, body: object = {}) => {
    const all = { agent: 'claude', prompt, cwd: place.root, ...body };
    const answer = await post('/api/runs', { body: all });
    return { ...answer, run: answer.body as unknown as ApiRun };
  };

  const runs = () => get<ApiRun[]>('/api/runs');

  /** Waits until a run is as wanted. */
  async function runWhen(id: string, isSo: (run: ApiRun) => boolean): Promise<ApiRun> {
    return eventually(async () => (await runs()).find((run) => run.id === id && isSo(run)), `the run ${id}`);
  }

  /** A run that waits with its question. */
  async function waiting(prompt: string, body: object = {}) {
    const { run } = await start(prompt, body);
    const asked = await runWhen(run.id, ({ question }) => question !== undefined);
    if (!asked.question) throw new Error('no question');
    return { run: asked, question: asked.question };
  }

  const answer = (run: string, question: { id: string; shown: string }, body: object) =>
    post(`/api/runs/${run}/answer`, { body: { question: question.id, shown: question.shown, ...body } });

  return { place, viewer, home, get, listen, faults, post, start, runs, runWhen, waiting, answer };
}

/** Asks until there is an answer. */
export async function eventually<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what} did not come`);
}
