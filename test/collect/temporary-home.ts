import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SystemClock } from '../../src/machine/sessions/following/clock.ts';

/** A home of Codex with a folder for the collector beside it. */
export interface TemporaryHome {
  folder: string;
  home: string;
  state: string;
  /** The path of a session of that number, its folder made. */
  session(number: number): string;
  remove(): void;
}

export function temporaryHome(): TemporaryHome {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-collect-'));
  const home = join(folder, 'home');
  const state = join(folder, 'state');
  return {
    folder,
    home,
    state,
    session(number) {
      const id = `01a1de06-ab42-79f0-9c2d-${String(number).padStart(12, '0')}`;
      const path = join(home, 'sessions', '2026', '11', '15', `rollout-2026-11-15T07-00-00-${id}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A clock that goes on when it is told to; that on the wall may jump. */
export interface ManualClock extends SystemClock {
  pass(milliseconds: number): void;
  jump(milliseconds: number): void;
}

export function createManualClock(): ManualClock {
  let now = 1000;
  let shift = 1_800_000_000_000;
  return {
    now: () => now,
    wall: () => now + shift,
    async wait(milliseconds) {
      now += milliseconds;
    },
    pass(milliseconds) {
      now += milliseconds;
    },
    jump(milliseconds) {
      shift += milliseconds;
    },
  };
}
