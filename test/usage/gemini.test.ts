import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findUsageFiles } from 'threadline/usage';
import { describe, expect, it } from 'vitest';
import { type Fields, jsonLines, scanFiles, scanPaths, sums, temporaryFolder } from './scan-files.ts';

const header: Fields = { sessionId: 's1', projectHash: 'h', startTime: '2026-11-15T07:00:00Z', kind: 'main' };
const tokens = { input: 1000, output: 20, cached: 400, thoughts: 7, tool: 0, total: 1027 };

const gemini = (id: string, fields: Fields = {}): Fields => ({
  id,
  timestamp: '2026-11-15T07:31:59.806Z',
  type: 'gemini',
  content: 'said',
  tokens,
  model: 'gemini-2.5-flash',
  ...fields,
});
const user = (id: string): Fields => ({ id, type: 'user', content: [{ text: 'hello' }] });

describe('requests of Gemini CLI', () => {
  it('are counted once for a message, however often it is written', async () => {
    const { rows } = await scanFiles({
      'a.jsonl': [header, user('u'), gemini('m1', { tokens: null }), gemini('m1'), gemini('m1', { toolCalls: [{}] })],
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      agent: 'gemini',
      threadId: 's1',
      key: 'm1',
      model: 'gemini-2.5-flash',
      input: 1000,
      cached: 400,
      output: 27,
      reasoning: 7,
    });
  });

  it('survive a checkpoint that forgot their tokens, and a rewind', async () => {
    const { tokens: _, ...bare } = gemini('m1');
    const { rows } = await scanFiles({
      'a.jsonl': [header, gemini('m1'), { $rewindTo: 'm1' }, { $set: { messages: [user('u'), bare] } }, gemini('m2')],
    });
    expect(rows.map(({ key }) => key)).toEqual(['m1', 'm2']);
  });

  it('are found in a checkpoint, and in the document of old versions', async () => {
    const checkpoint = await scanFiles({ 'a.jsonl': [header, { $set: { messages: [gemini('m1'), gemini('m2')] } }] });
    expect(sums(checkpoint.rows)).toMatchObject({ requests: 2, input: 2000, output: 54 });
    const document = { ...header, messages: [user('u'), gemini('m1'), gemini('m2')] };
    for (const text of [JSON.stringify(document, null, 2), JSON.stringify(document)]) {
      expect(sums((await scanFiles({ 'a.json': text })).rows)).toMatchObject({ requests: 2, input: 2000 });
    }
  });

  it('count once for a document and the lines that a newer version made of it', async () => {
    const document = JSON.stringify({ ...header, messages: [gemini('m1')] }, null, 2);
    const { rows } = await scanFiles({ 'a.json': document, 'a.jsonl': [header, gemini('m1'), gemini('m2')] });
    expect(rows.map(({ key }) => key)).toEqual(['m1', 'm2']);
  });

  it('are two in two sessions that use the same ids', async () => {
    const { rows } = await scanFiles({ a: [header, gemini('m')], b: [{ ...header, sessionId: 's2' }, gemini('m')] });
    expect(rows).toHaveLength(2);
  });

  it('are not those of another agent, which were handed over', async () => {
    const { rows } = await scanFiles({ a: [header, gemini('m1', { threadline: { i: 0 } }), gemini('m2')] });
    expect(rows.map(({ key }) => key)).toEqual(['m2']);
  });

  it('belong to the folder that is named beside the chats', async () => {
    const folder = temporaryFolder();
    const chats = join(folder, 'tmp/slug/chats');
    mkdirSync(chats, { recursive: true });
    writeFileSync(join(folder, 'tmp/slug/.project_root'), '/home/user/project\n');
    writeFileSync(join(chats, 'session-2026-11-15T07-33-0b88ed79.jsonl'), jsonLines([header, gemini('m1')]));
    const { rows } = await scanPaths(findUsageFiles({ homes: [folder], agent: 'gemini' }));
    expect(rows.map(({ project }) => project)).toEqual(['/home/user/project']);
  });

  it('are found in documents of any length', async () => {
    const long = { content: 'x"\\\n世'.repeat(100_000) };
    const text = JSON.stringify({ ...header, messages: [gemini('m1', long), gemini('m2', long)] }, null, 2);
    expect(sums((await scanFiles({ 'a.json': text })).rows)).toMatchObject({ requests: 2, input: 2000 });
    const lines = jsonLines([header, gemini('m1', long), gemini('m2', long)]);
    expect(sums((await scanFiles({ 'a.jsonl': lines })).rows)).toMatchObject({ requests: 2, input: 2000 });
  });

  it('may hold any value at any place', async () => {
    for (const value of [{ toString: 0, valueOf: 0 }, [], 'text', -5, null, true]) {
      const { rows } = await scanFiles({
        a: [
          { ...header, sessionId: 's1', messages: value },
          gemini('m1', { tokens: value }),
          gemini('m2', { tokens: { ...tokens, input: value, cached: value }, model: value, timestamp: value }),
          { $set: value },
          { $set: { messages: value } },
          { $set: { messages: [value] } },
        ],
      });
      expect(rows.map(({ key, output }) => [key, output])).toEqual([['m2', 27]]);
    }
  });
});
