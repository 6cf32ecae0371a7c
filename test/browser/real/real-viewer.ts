import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startViewer, type Viewer } from '../../../src/doors/server/viewer.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files of the sample that tests write to, below the folder of homes. */
export const files = {
  codex: 'codex/sessions/2026/11/14/rollout-2026-11-14T09-12-04-01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101.jsonl',
  claude: 'claude/projects/-home-you-harbour/7c1e6a90-3f52-4d0b-9b7d-2f1c5e8a0201.jsonl',
  gemini: 'gemini/tmp/harbour/chats/session-2026-11-14T11-40-5b0f7c11.jsonl',
} as const;

/** The viewer with the built page, on a copy of the sample. */
export interface RealViewer {
  viewer: Viewer;
  /** Of the copy. */
  folder: string;
  faults: unknown[];
  /** The address of a place, with the token: what a first visit opens. */
  url(place: string): string;
  get<Answer>(path: string): Promise<Answer>;
  close(): Promise<void>;
}

/** `prepare` changes the copy before the viewer looks at it. */
export async function startRealViewer(prepare: (folder: string) => void = () => {}): Promise<RealViewer> {
  return startViewerOn((folder) => {
    cpSync(here('../../../sample'), folder, { recursive: true });
    prepare(folder);
    return ['codex', 'claude', 'gemini'].map((name) => join(folder, name));
  });
}

/** The same on homes that `write` puts into a new folder. */
export async function startViewerOn(write: (folder: string) => readonly string[]): Promise<RealViewer> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-real-'));
  const homes = write(folder);
  const faults: unknown[] = [];
  const viewer = await startViewer({
    homes,
    webFolder: here('../../../dist/web'),
    port: 0,
    version: '0.0.0',
    userHome: '/home/you',
    onFault: (error) => faults.push(error),
  });
  const token = new URL(viewer.addressWithToken).searchParams.get('token') ?? '';
  return {
    viewer,
    folder,
    faults,
    url: (place) => `${viewer.address}${place}${place.includes('?') ? '&' : '?'}token=${token}`,
    async get<Answer>(path: string) {
      const response = await fetch(new URL(path, viewer.address), { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      // The route's type is known to whoever asks.
      return (await response.json()) as Answer;
    },
    async close() {
      await viewer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Hides a tab, or shows it again, as a browser tells its page. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** A line of a Codex session that begins a turn: from then on it is at work. */
export function codexTurn(id: string): string {
  const payload = { type: 'task_started', turn_id: id, started_at: 1_794_648_600, model_context_window: 272_000 };
  // A session is at work if its last record is of now.
  const timestamp = new Date().toISOString();
  return `${JSON.stringify({ timestamp, ordinal: 999, type: 'event_msg', payload })}\n`;
}

/** A line of a Codex session that says something. */
export function codexAnswer(id: string, text: string): string {
  return `${JSON.stringify({
    timestamp: new Date().toISOString(),
    ordinal: 1000,
    type: 'event_msg',
    payload: {
      type: 'item_completed',
      thread_id: 'x',
      turn_id: 'y',
      item: { type: 'AgentMessage', id, content: [{ type: 'Text', text }] },
    },
  })}\n`;
}
