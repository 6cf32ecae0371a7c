import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader } from 'threadline';
import { describe, expect, it } from 'vitest';
import type { FileOp } from '../../src/core/replay/file-op.ts';
import { createFileOps } from '../../src/core/replay/file-ops.ts';
import { createReplay } from '../../src/core/replay/replay.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);
const AGENTS = 'claude codex gemini opencode kilo copilot qwen pi kimi goose cline'.split(' ');
const FILES = '*/*/{stdout*,rollout*,session/**/*}.{jsonl,json}';

function opsOf(bytes: Uint8Array): FileOp[] {
  const reader = createEventReader();
  const ops = createFileOps();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) =>
    outcome.ok ? outcome.events.flatMap((event) => ops.push(event)) : [],
  );
}

/** The text that a call shows of a file before it. */
function shown(op: FileOp): { path: string; text: string } | undefined {
  if (op.kind === 'see') return op.isWhole ? op : undefined;
  if (op.kind !== 'edit' && op.kind !== 'write' && op.kind !== 'patch') return undefined;
  return op.before === undefined || op.before === '' ? undefined : { path: op.path, text: op.before };
}

/** Texts that are shown and differ from a state that was said to be sure. */
async function contradictions(ops: readonly FileOp[]): Promise<string[]> {
  const replay = createReplay();
  const found: string[] = [];
  for (const op of ops) {
    const told = shown(op);
    const state = told && replay.chains.get(told.path)?.states.at(-1);
    if (told && state && !state.isGone && !state.isGuess && !replay.isUnsure(state)) {
      const known = replay.table.text(state.lines);
      if (known !== told.text && known !== `${told.text}\n`) found.push(`${op.call} ${told.path}`);
    }
    await replay.apply({ agent: 'recorded', id: 's' }, op);
  }
  return found;
}

describe.each(AGENTS)('file operations of every recording of %s', (agent) => {
  it('never contradict what a later call shows', async (context) => {
    if (!existsSync(join(shared, agent))) return context.skip(WITHOUT_SHARED);
    let changes = 0;
    for (const file of globSync(FILES, { cwd: join(shared, agent) }).sort()) {
      const ops = opsOf(readFileSync(join(shared, agent, file)));
      changes += ops.filter(({ kind }) => kind === 'edit' || kind === 'write' || kind === 'patch').length;
      expect({ file, wrong: await contradictions(ops) }).toEqual({ file, wrong: [] });
    }
    expect(changes).toBeGreaterThan(0);
  }, 120_000);
});
