import { describe, expect, it } from 'vitest';
import { readMessages } from '../../src/archive/model/stored-messages.ts';
import { storedSource } from '../../src/archive/model/stored-source.ts';
import { createMessageBuilder } from '../../src/core/messages/message-builder.ts';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { call, event, output, response, userText } from '../rollout-lines.ts';
import { codexHead, codexId, jsonLines, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const key = { agent: 'codex', threadId: codexId(1) };
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
const thread =
  codexHead(codexId(1)) +
  jsonLines([
    userText('look it up'),
    event('user_message', { message: 'look it up' }),
    response('web_search_call', {
      status: 'completed',
      action: { type: 'search', query: 'first', queries: ['first', 'second OKAPI', 'third ZEBU'] },
    }),
    call('update_plan', { explanation: 'QUOKKA changed it', plan: [{ step: 'a', status: 'pending' }] }, 'p'),
    output('Plan updated', 'p'),
    call('exec_command', { cmd: 'ls', justification: 'May I read NUMBAT?' }, 'c'),
    output('Exit code: 0\nOutput:\nx', 'c'),
    call('exec_command', { cmd: 'cat long' }, 'd'),
    event('exec_command_end', { call_id: 'd', command: ['cat'], exit_code: 0, aggregated_output: lines(9) }),
    output(`Exit code: 0\nWall time: 0 seconds\nOutput:\n${lines(99)}\nCAPYBARA`, 'd'),
  ]);

async function indexed() {
  const home = madeHome(tempFolder('home'));
  home.write(1, thread);
  const archive = await tempArchive({ homes: [home.path] });
  await archive.refresh();
  return { home, archive };
}

describe('the archive', () => {
  it.each(['OKAPI', 'ZEBU', 'QUOKKA', 'NUMBAT', 'CAPYBARA'])(
    'finds %s, which only a note or the longer output has',
    async (word) => {
      const { archive } = await indexed();
      for (const mode of ['words', 'exact'] as const) {
        const { hits } = await archive.search({ text: word, mode }, { limit: 9 });
        expect(hits.map(({ session }) => session.threadId)).toEqual([codexId(1)]);
      }
    },
  );

  it('has notes as blocks of their own kind, those of one kind together', async () => {
    const { archive } = await indexed();
    const { hits } = await archive.search({ text: 'OKAPI', mode: 'words', kind: 'note' }, { limit: 9 });
    expect(hits).toMatchObject([{ kind: 'note', role: 'assistant' }]);
    const blocks = await archive.readBlocks(key, { from: 0, count: 99 });
    expect(blocks.filter(({ kind }) => kind === 'note').map(({ text, input }) => [input, text])).toEqual([
      [{ kind: 'query' }, 'second OKAPI\nthird ZEBU'],
      [{ kind: 'explanation' }, 'QUOKKA changed it'],
      [{ kind: 'justification' }, 'May I read NUMBAT?'],
    ]);
  });

  it('gives the notes of a session back whose file is gone', async () => {
    const { home, archive } = await indexed();
    home.remove(1);
    await archive.refresh();
    const row = await archive.getSession(key);
    if (!row) throw new Error('no session');
    expect(row.gone).toBe(true);
    const messages = await readMessages(archive, row.key);
    const builder = createMessageBuilder();
    for await (const outcomes of storedSource(row, messages).read(createEventReader(), {})) {
      for (const outcome of outcomes) if (outcome.ok) for (const item of outcome.events) builder.push(item);
    }
    builder.end();
    const notes = builder.messages.flatMap((message) => message.notes ?? []);
    expect(notes.map(({ kind }) => kind)).toEqual(['query', 'explanation', 'justification']);
    expect(notes[0]?.text).toBe('second OKAPI\nthird ZEBU');
  });
});
