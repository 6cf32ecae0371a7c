import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LiveEvent } from '../../src/doors/server/api-types.ts';
import { startViewer, type ViewerOptions } from '../../src/doors/server/viewer.ts';
import { testFolder } from './claude-home.ts';

/** A viewer on homes of a test, asked as the page asks it. */
export async function testViewer(options: Partial<ViewerOptions>) {
  const webFolder = join(testFolder(), 'web');
  mkdirSync(webFolder);
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>page</title>');
  const faults: unknown[] = [];
  const viewer = await startViewer({
    webFolder,
    port: 0,
    version: '0.0.0',
    userHome: '/home/me',
    env: {},
    onFault: (error) => faults.push(error),
    ...options,
  });
  onTestFinished(() => viewer.close());
  const token = new URL(viewer.addressWithToken).searchParams.get('token');
  const ask = (path: string) => fetch(new URL(path, viewer.address), { headers: { authorization: `Bearer ${token}` } });

  async function get<Body>(path: string): Promise<Body> {
    const response = await ask(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as Body;
  }

  /** Collects what the stream tells. */
  async function listen(path: string): Promise<LiveEvent[]> {
    const told: LiveEvent[] = [];
    const { body } = await ask(path);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    onTestFinished(() => reader?.cancel());
    void (async () => {
      let text = '';
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        const events = `${text}${part.value}`.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const [, name, data] = /^event: (.*)\ndata: (.*)$/m.exec(event) ?? [];
          if (name && data) told.push({ event: name, data: JSON.parse(data) } as LiveEvent);
        }
      }
    })().catch(() => {});
    return told;
  }

  return { viewer, ask, get, listen, faults };
}
