import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTranscripts } from '../../src/doors/server/transcript/transcripts.ts';
import { createFileSource, type ViewedSource } from '../../src/doors/server/transcript/viewed-source.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';

/** A source that counts the lines that were read of it. */
function counted(path: string): ViewedSource & { lines: number } {
  const source = createFileSource(path, agentStores);
  const counting = {
    ...source,
    lines: 0,
    async *read() {
      for await (const outcomes of source.read()) {
        for (const outcome of outcomes) {
          counting.lines += 1;
          yield [outcome];
        }
      }
    },
  };
  return counting;
}

async function opened(source: ViewedSource) {
  const transcripts = createTranscripts({ agents: agentStores });
  onTestFinished(() => transcripts.close());
  const transcript = transcripts.open(source, 'claude');
  await transcript.ready;
  return { rows: transcript.rows, find: transcripts.findMessage };
}

describe('the whole text of a row', () => {
  it('costs reading up to the row, and no further', async () => {
    const home = claudeHome(join(testFolder(), '.claude'));
    const said = Array.from({ length: 500 }, (_, at) => ({ text: `line ${at} ${'x'.repeat(100)}`, at }));
    const source = counted(home.write(sessionId(1), said));
    const { rows, find } = await opened(source);
    expect(rows).toHaveLength(500);
    for (const wanted of [0, 1, 250]) {
      source.lines = 0;
      const row = rows[wanted];
      const found = row && (await find(source, row));
      expect(JSON.stringify(found?.message.content)).toContain(`line ${wanted} `);
      expect(source.lines).toBeLessThanOrEqual(wanted + 2);
    }
  });

  it('is that of its last line: a command has the output that came long after it', async () => {
    const record = (line: object) =>
      `${JSON.stringify({ sessionId: sessionId(1), cwd: '/x', version: '2.1.0', ...line })}\n`;
    const use = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'make' } };
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'it is made' };
    const path = join(testFolder(), 'session.jsonl');
    writeFileSync(
      path,
      record({ type: 'user', uuid: 'u', message: { role: 'user', content: 'go' } }) +
        record({ type: 'assistant', uuid: 'a', message: { id: 'm', role: 'assistant', content: [use] } }) +
        Array.from({ length: 50 }, (_, at) =>
          record({ type: 'user', uuid: `u${at}`, message: { role: 'user', content: `and ${at}` } }),
        ).join('') +
        record({ type: 'user', uuid: 'r', message: { role: 'user', content: [result] } }),
    );
    const source = counted(path);
    const { rows, find } = await opened(source);
    const command = rows.find(({ kind }) => kind === 'command');
    expect(command?.lines).toEqual([2, 53]);
    const found = command && (await find(source, command));
    expect(JSON.stringify(found?.message.content)).toContain('it is made');
  });
});
