import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../../../../test/sessions/temp-home.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import type { Row } from '../api-types.ts';
import { createSentRows } from './sent-rows.ts';
import { createFileSource, type ViewedSource } from './viewed-source.ts';

const MAX_TEXT = 64 * 1024;

async function readRows(source: ViewedSource): Promise<readonly Row[]> {
  const fold = createSentRows({ maxTextBytes: MAX_TEXT });
  for await (const outcomes of source.read()) for (const outcome of outcomes) fold.push(outcome);
  return fold.rows;
}

/** The rows once the file was followed to its end, `steps` of them with something done before each. */
async function followRows(source: ViewedSource, ...steps: (() => void)[]): Promise<readonly Row[]> {
  const stopped = new AbortController();
  let fold = createSentRows({ maxTextBytes: MAX_TEXT });
  for await (const change of source.follow(stopped.signal)) {
    if (change.kind === 'reset') fold = createSentRows({ maxTextBytes: MAX_TEXT });
    else for (const outcome of change.outcomes) fold.push(outcome);
    if (change.kind === 'reset' || !change.isCurrent) continue;
    const step = steps.shift();
    step?.();
    if (!step) stopped.abort();
  }
  return fold.rows;
}

function said(rows: readonly Row[]): string[] {
  return rows.flatMap(({ kind, blocks: [block] }) =>
    (kind === 'prompt' || kind === 'answer') && block && 'text' in block ? [block.text.text] : [],
  );
}

describe('a fork that names the file it goes on from', () => {
  it('shows what was said there before its own lines, the same when it is followed and when it is read', async () => {
    const [parent = '', path = ''] = tempHome().record('0.166.0/s12-fork-1-fork');
    const fork = createFileSource(path, agentStores);
    const rows = await followRows(fork);
    expect(said(rows)).toEqual([
      ...said(await readRows(createFileSource(parent, agentStores))),
      ...said(rows).slice(-2),
    ]);
    expect(said(rows)).toContain('Say hello.');
    expect(said(rows).at(-1)).toBe('This is the fork.');
    const parts = rows.map(({ inherited }) => (inherited ? 'p' : 'o')).join('');
    expect(parts).toMatch(/^o+p+o+$/);
    expect((await readRows(fork)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('keeps it when the file grows', async () => {
    const [, path = ''] = tempHome().record('0.166.0/s12-fork-1-fork');
    const fork = createFileSource(path, agentStores);
    const item = { type: 'AgentMessage', id: 'late', content: [{ type: 'Text', text: 'Said later.' }] };
    const payload = { type: 'item_completed', thread_id: 'x', turn_id: 'y', item };
    const grow = () =>
      appendFileSync(
        path,
        `${JSON.stringify({ timestamp: '2026-11-15T08:00:00.000Z', type: 'event_msg', payload })}\n`,
      );
    expect(said(await followRows(fork, grow))).toEqual(said(await readRows(fork)));
  });
});

describe('any other session', () => {
  it('has the same rows when it is followed and when it is read', async () => {
    for (const name of ['0.166.0/s3-patch', '0.166.0/s12-subagent', '0.166.0/s6-mcp']) {
      const [path = ''] = tempHome().record(name);
      const source = createFileSource(path, agentStores);
      expect(
        (await followRows(source)).map(({ id }) => id),
        name,
      ).toEqual((await readRows(source)).map(({ id }) => id));
    }
  });
});
