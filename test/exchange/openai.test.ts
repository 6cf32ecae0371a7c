import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatMessage } from '../../src/core/writers/chat/chat-message.ts';
import type { ResponseItem } from '../../src/core/writers/chat/response-item.ts';
import { everyRecording } from '../fixtures.ts';
import { wantedAnswers } from './wanted-order.ts';
import { writtenAs } from './written-as.ts';

const recordings = everyRecording();

// The compiler refuses these lines if our messages and items are not those of the package.
const packageMessages = (messages: ChatMessage[]): ChatCompletionMessageParam[] => messages;
const packageItems = (items: ResponseItem[]): ResponseInputItem[] => items;

const chatLines = (bytes: Uint8Array | string, agents = false): ChatMessage[][] =>
  writtenAs('openai', bytes, { agents })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).messages);

const responseItems = (bytes: Uint8Array | string): ResponseItem[] => JSON.parse(writtenAs('responses', bytes));

const isAnswer = (message: ChatMessage): message is ChatAnswer => message.role === 'assistant';

const event = (value: object) => JSON.stringify(value);

describe('messages for trainers', () => {
  it('answer each call once, before the assistant speaks again', () => {
    let calls = 0;
    for (const { name, bytes } of recordings) {
      for (const messages of chatLines(bytes, true)) {
        const open: string[] = [];
        const known = new Set<string>();
        for (const message of packageMessages(messages)) {
          if (message.role === 'tool') expect(open.shift(), name).toBe(message.tool_call_id);
          else expect(open, name).toEqual([]);
          if (message.role !== 'assistant') continue;
          for (const { id } of message.tool_calls ?? []) {
            expect(known.has(id), `${name} ${id}`).toBe(false);
            known.add(id);
            open.push(id);
            calls += 1;
          }
        }
        expect(open, name).toEqual([]);
      }
    }
    expect(calls).toBeGreaterThan(500);
  });

  it('have one answer for each request, with its texts and its calls in order, word for word', () => {
    let compared = 0;
    for (const { name, bytes } of recordings) {
      const wanted = wantedAnswers(bytes)?.filter(({ texts, calls }) => texts.length + calls.length > 0);
      if (!wanted) continue;
      const answers = (chatLines(bytes)[0] ?? [])
        .filter(isAnswer)
        .filter((one) => one.content !== '' || one.tool_calls);
      expect(
        answers.map((one) => one.content ?? ''),
        name,
      ).toEqual(wanted.map(({ texts }) => texts.join('\n\n')));
      for (const [index, { calls }] of wanted.entries()) {
        const written = answers[index]?.tool_calls ?? [];
        expect(
          written.map(({ id }) => id.replace(/#\d+$/, '')),
          name,
        ).toEqual(calls.map(({ id }) => id));
        for (const [at, { input }] of calls.entries()) {
          const call = written[at];
          if (input === undefined || !call) continue;
          if (call.type === 'custom') expect(call.custom.input, name).toBe(input);
          else expect(JSON.parse(call.function.arguments), name).toEqual(input);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('move images of a result to a message of the user, because a result holds text alone', () => {
    const lines = [
      event({ type: 'thread.started', agent: 'codex', thread_id: 't', schema: 'threadline/1' }),
      event({ type: 'turn.started', turn_id: '1', thread_id: 't' }),
      event({
        type: 'item.completed',
        request_id: 'r1',
        item: {
          id: 'c1',
          type: 'tool_call',
          name: 'view',
          input: { path: 'a.png' },
          output: 'seen',
          status: 'completed',
          call: {
            name: 'view',
            input: { path: 'a.png' },
            images: ['data:image/png;base64,iVBORw0KGgo=', '/home/a.png'],
          },
        },
      }),
      event({ type: 'item.completed', request_id: 'r2', item: { id: 'a', type: 'agent_message', text: 'A pixel.' } }),
    ].join('\n');
    expect(chatLines(lines)).toEqual([
      [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'view', arguments: '{"path":"a.png"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'seen' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
            { type: 'text', text: '[image: /home/a.png]' },
          ],
        },
        { role: 'assistant', content: 'A pixel.' },
      ],
    ]);
  });
});

describe('items of Responses', () => {
  it('have an output for each call, after it and before the next prompt or answer of the model', () => {
    let calls = 0;
    for (const { name, bytes } of recordings) {
      const open = new Set<string>();
      let isAnswering = false;
      for (const item of packageItems(responseItems(bytes))) {
        if (item.type === 'function_call' || item.type === 'custom_tool_call') {
          if (isAnswering) expect([...open], name).toEqual([]);
          isAnswering = false;
          open.add(item.call_id);
          calls += 1;
        } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
          isAnswering = true;
          expect(open.delete(String(item.call_id)), name).toBe(true);
        } else if (isAnswering) {
          expect([...open], name).toEqual([]);
          isAnswering = false;
        }
      }
      expect([...open], name).toEqual([]);
    }
    expect(calls).toBeGreaterThan(500);
  });

  it('say the same as messages do', () => {
    for (const { name, bytes } of recordings) {
      const said = responseItems(bytes).flatMap((item) =>
        item.type === 'message' && item.role === 'assistant' ? item.content.map(({ text }) => text) : [],
      );
      const answers = (chatLines(bytes)[0] ?? []).filter(isAnswer).flatMap(({ content }) => content || []);
      expect(said.join('\n\n'), name).toBe(answers.join('\n\n'));
    }
  });
});

describe('session traces', () => {
  it('have a line for the session and the messages of trainers, with text alone', () => {
    for (const { name, bytes } of recordings) {
      const [head, ...lines] = writtenAs('sts', bytes)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(head, name).toMatchObject({ type: 'session', harness: 'threadline', id: expect.any(String) });
      const messages = lines.map(({ type, message }) => {
        expect(type).toBe('message');
        expect(message.content).toEqual(expect.any(String));
        return message;
      });
      const wanted = (chatLines(bytes)[0] ?? []).filter(({ role }) => role === 'assistant' || role === 'tool');
      const found = messages.filter(({ role }) => role === 'assistant' || role === 'tool');
      expect(
        found.map(({ role, toolCallId, toolCalls }) => [role, toolCallId ?? toolCalls?.length ?? 0]),
        name,
      ).toEqual(
        wanted.map((one) => [
          one.role,
          one.role === 'tool' ? one.tool_call_id : (isAnswer(one) && one.tool_calls?.length) || 0,
        ]),
      );
    }
  });
});
