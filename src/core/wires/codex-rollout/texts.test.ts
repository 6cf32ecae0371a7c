import { describe, expect, it } from 'vitest';
import {
  assistantText,
  call,
  event,
  finished,
  line,
  meta,
  output,
  readRecords,
  response,
  summary,
  userText,
} from '../../../../test/rollout-lines.ts';

const started = event('task_started', { turn_id: 'turn-1' });
const ended = event('task_complete', { turn_id: 'turn-1', last_agent_message: null });
const reasoning = (...texts: string[]) =>
  response('reasoning', { summary: texts.map((text) => ({ type: 'summary_text', text })), encrypted_content: 'x' });
const environment = '<environment_context>\n  <cwd>/work</cwd>\n</environment_context>';

describe('a text that is written twice appears once', () => {
  it('when the response item comes before or after its event', () => {
    const events = readRecords([
      meta(),
      started,
      userText('Hi'),
      event('user_message', { message: 'Hi', images: [] }),
      event('agent_reasoning', { text: 'Hm' }),
      reasoning('Hm'),
      assistantText('Hello'),
      event('agent_message', { message: 'Hello' }),
      ended,
    ]);
    expect(summary(events)).toEqual([
      'thread.started',
      'turn.started',
      'completed user: Hi',
      'completed reasoning: Hm',
      'completed agent: Hello',
      'turn.completed',
    ]);
    expect(events.filter(({ type }) => type === 'context')).toHaveLength(3);
  });

  it('when the same text is said twice', () => {
    const say = [event('agent_message', { message: 'Again' }), assistantText('Again')];
    const both = [
      event('agent_message', { message: 'Again' }),
      event('agent_message', { message: 'Again' }),
      assistantText('Again'),
      assistantText('Again'),
    ];
    for (const said of [[...say, ...say], both]) {
      expect(summary(readRecords([meta(), started, ...said, ended]))).toEqual([
        'thread.started',
        'turn.started',
        'completed agent: Again',
        'completed agent: Again',
        'turn.completed',
      ]);
    }
  });

  it('when one response item holds what several events or one event say', () => {
    const apart = [event('agent_message', { message: 'One. ' }), event('agent_message', { message: 'Two.' })];
    const joined = [event('agent_message', { message: 'One. Two.' })];
    const texts = (said: Record<string, unknown>[]) =>
      summary(readRecords([meta(), started, ...said, assistantText('One. ', 'Two.'), ended])).slice(2, -1);
    expect(texts(apart)).toEqual(['completed agent: One. ', 'completed agent: Two.']);
    expect(texts(joined)).toEqual(['completed agent: One. Two.']);
  });

  it('with the parts of a summary joined, and none that is blank, where turns say when they began', () => {
    const think = (text: string) => event('agent_reasoning', { text });
    const records = [think('One'), think('Two'), reasoning('One', 'Two'), think(' '), reasoning(' '), think('Three')];
    const read = (start: Record<string, unknown>) =>
      summary(readRecords([meta(), start, ...records, reasoning('Three'), ended])).filter((entry) =>
        entry.includes('reasoning'),
      );
    expect(read(event('task_started', { turn_id: 'turn-1', started_at: 1 }))).toEqual([
      'completed reasoning: One\nTwo',
      'completed reasoning: Three',
    ]);
    expect(read(started)).toHaveLength(4);
  });

  it('in a paginated file, where the item has the parts of a summary joined', () => {
    const events = readRecords([
      meta({ history_mode: 'paginated' }),
      started,
      userText('Hi'),
      finished({ type: 'UserMessage', id: 'u', content: [{ type: 'text', text: 'Hi', text_elements: [] }] }),
      finished({ type: 'Reasoning', id: 'blank', summary_text: [' '], raw_content: [] }),
      reasoning(' '),
      finished({ type: 'Reasoning', id: 'rs', summary_text: ['One', 'Two'], raw_content: ['Raw'] }),
      response('reasoning', {
        id: 'rs',
        summary: [{ text: 'One' }, { text: 'Two' }],
        content: [{ type: 'reasoning_text', text: 'Raw' }],
      }),
      finished({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'Hello' }], phase: 'final_answer' }),
      assistantText('Hello'),
      ended,
    ]);
    expect(summary(events)).toEqual([
      'thread.started',
      'turn.started',
      'completed user: Hi',
      'completed reasoning: One\nTwo',
      'completed raw reasoning: Raw',
      'completed agent: Hello',
      'turn.completed',
    ]);
  });
});

describe('a text that is written once', () => {
  it('is shown from a response item where a file has no events for texts', () => {
    const records = [
      meta(),
      userText(environment),
      userText('Hi'),
      reasoning('Hm'),
      assistantText('First'),
      call('shell', { command: ['ls'] }),
      output('{"output":"a","metadata":{"exit_code":0,"duration_seconds":0}}'),
      assistantText('Hello'),
      userText('And now?'),
      assistantText('Bye'),
    ];
    expect(summary(readRecords(records))).toEqual([
      'thread.started',
      'turn.started',
      `completed injected: ${environment}`,
      'completed user: Hi',
      'completed reasoning: Hm',
      'completed agent: First',
      'started command in_progress: ls',
      'completed command completed: ls',
      'completed agent: Hello',
      'turn.completed',
      'turn.started',
      'completed user: And now?',
      'completed agent: Bye',
      'turn.completed',
    ]);
  });

  it('is shown from an event when the response item never came', () => {
    const events = readRecords([meta(), started, event('agent_message', { message: 'cut off' })]);
    expect(summary(events)).toEqual(['thread.started', 'turn.started', 'completed agent: cut off']);
  });

  it('is no message when it is the summary that a compaction asked for', () => {
    const events = readRecords([
      meta(),
      started,
      userText('Hi'),
      event('user_message', { message: 'Hi' }),
      assistantText('SUMMARY'),
      line('compacted', { message: 'Another language model …', replacement_history: [userText('Hi').payload] }),
      event('context_compacted'),
      event('agent_message', { message: 'Done' }),
      assistantText('Done'),
      ended,
    ]);
    expect(summary(events)).toEqual([
      'thread.started',
      'turn.started',
      'completed user: Hi',
      'completed compaction',
      'completed agent: Done',
      'turn.completed',
    ]);
    expect(JSON.stringify(events)).toContain('SUMMARY');
  });

  it('keeps its place before a web search that is written after it (0.60)', () => {
    const events = readRecords([
      meta(),
      userText('Hi'),
      event('user_message', { message: 'Hi' }),
      event('agent_reasoning', { text: 'Hm' }),
      event('agent_message', { message: 'Sunny' }),
      event('token_count', { info: null }),
      reasoning('Hm'),
      response('web_search_call', { status: 'completed', action: { type: 'search', query: 'weather' } }),
      assistantText('Sunny'),
    ]);
    expect(summary(events).slice(3)).toEqual([
      'completed reasoning: Hm',
      'completed web: weather',
      'completed agent: Sunny',
      'turn.completed',
    ]);
  });
});

it('texts keep their places between calls that are written, outputs too, after all texts of the response (0.40)', () => {
  const later = '2026-01-01T00:00:09.000Z';
  const events = readRecords([
    meta(),
    started,
    event('agent_message', { message: 'One' }),
    event('agent_message', { message: 'Two' }),
    event('agent_message', { message: 'Three' }),
    { ...assistantText('One'), timestamp: later },
    call('shell', { command: ['ls'] }, 'a'),
    output('{"output":"","metadata":{"exit_code":0}}', 'a'),
    { ...assistantText('Two'), timestamp: later },
    call('shell', { command: ['pwd'] }, 'b'),
    output('{"output":"","metadata":{"exit_code":0}}', 'b'),
    assistantText('Three'),
    ended,
  ]);
  const order = summary(events).map((entry) => entry.replace(/^completed /, ''));
  expect(order.filter((entry) => /agent:|^started/.test(entry))).toEqual([
    'agent: One',
    expect.stringMatching(/^started .*ls/),
    'agent: Two',
    expect.stringMatching(/^started .*pwd/),
    'agent: Three',
  ]);
  const two = events.find(
    (given) => 'item' in given && given.item.type === 'agent_message' && given.item.text === 'Two',
  );
  expect(two?.timestamp).toBe(later);
});

describe('what the person typed', () => {
  it.each([
    environment,
    '# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>',
    '<user_instructions>x</user_instructions>',
    ' <TURN_ABORTED>\nx\n</turn_aborted>\n',
    '<subagent_notification>{}</subagent_notification>',
    '<external_editor>x</external_editor>',
    '<hook_prompt hook_run_id="1">x</hook_prompt>',
    'Warning: Your account was flagged for x',
    'Another language model started to solve this problem and produced a summary of its thinking',
  ])('is told from context that the CLI put in: %j', (text) => {
    const [, , item] = readRecords([meta(), started, userText(text), ended]);
    expect(item).toMatchObject({ item: { type: 'user_message', injected: true } });
  });

  it.each([
    '<environment_context> is what I ask about',
    'Explain </environment_context>',
    'warning',
    '# AGENTS.md instructions are bad',
    '<external_a>x</external_b>',
  ])('is typed: %j', (text) => {
    expect(summary(readRecords([meta(), userText(text), assistantText('ok')]))).toContain(`completed user: ${text}`);
  });

  it('is told by the kinds of its parts where the file has them', () => {
    const kinds = (...content_item_kinds: string[]) => ({
      internal_chat_message_metadata_passthrough: { content_item_kinds },
    });
    const message = (text: string, fields: object) =>
      response('message', { role: 'user', content: [{ type: 'input_text', text }], ...fields });
    const events = readRecords([
      meta(),
      started,
      message('plain words', kinds('skills.selected_skill_instructions')),
      message('<skill>typed</skill>', kinds('user.text')),
      ended,
    ]);
    expect(summary(events).slice(2, -1)).toEqual([
      'completed injected: plain words',
      'completed user: <skill>typed</skill>',
    ]);
  });

  it('is shown with its images and without their labels', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA' };
    const label = (text: string) => ({ type: 'input_text', text });
    const content = [label('<image name=[Image #1] path="a.png">'), image, label('</image>'), label('What is it?')];
    const [, , item] = readRecords([meta(), response('message', { role: 'user', content }), assistantText('A pixel')]);
    expect(item).toMatchObject({ item: { text: 'What is it?', images: [image.image_url] } });
  });

  it('is not what a developer or another agent says', () => {
    const events = readRecords([
      meta(),
      started,
      response('message', { role: 'developer', content: [{ type: 'input_text', text: 'Be brief' }] }),
      response('agent_message', {
        author: '/root',
        recipient: '/root/a',
        content: [{ type: 'input_text', text: 'Count' }],
      }),
      line('inter_agent_communication', {
        author: '/root',
        recipient: '/root/a',
        content: 'Hurry',
        trigger_turn: true,
      }),
      assistantText('{"author":"/a","recipient":"/b","other_recipients":[],"content":"x","trigger_turn":false}'),
      ended,
    ]);
    expect(events.filter((given) => 'item' in given)).toMatchObject([
      { item: { text: 'Be brief', injected: true, role: 'developer' } },
      { item: { text: 'Count', injected: true, role: 'agent', extra: { author: '/root', recipient: '/root/a' } } },
      { item: { text: 'Hurry', injected: true, role: 'agent' } },
      { item: { injected: true, role: 'agent' } },
    ]);
  });
});
