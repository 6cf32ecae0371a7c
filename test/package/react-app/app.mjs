// A page of another product, as plain JavaScript: each component once, and a stream.
import { createElement as h } from 'react';
import { Approval, Diff, Plan, ToolCall, Transcript, useThread } from 'threadline/react';
import { events, fewPayloadEvents } from './data.mjs';

const chat = [
  { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'List the files' }] },
  {
    id: 'a1',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'I look.' },
      {
        type: 'dynamic-tool',
        toolName: 'Bash',
        toolCallId: 'c1',
        state: 'output-available',
        input: { command: 'ls' },
        output: 'a.ts',
      },
      { type: 'tool-weather', toolCallId: 'c2', state: 'input-available', input: { city: 'Oslo' } },
      { type: 'text', text: 'There is **one** file.' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    ],
  },
];

function Live({ stream }) {
  const { rows, state } = useThread(stream);
  return h('section', { id: 'live', 'data-state': state }, h(Transcript, { rows, agent: 'Live' }));
}

export function App({ stream, hostileEvents = fewPayloadEvents, onAnswer = () => {} }) {
  return h(
    'main',
    null,
    h('section', { id: 'events' }, h(Transcript, { events, agent: 'Codex', theme: 'light' })),
    h(
      'section',
      { id: 'chat' },
      h(Transcript, {
        messages: chat,
        agent: 'Helper',
        renderImage: ({ name, data }) => h('i', null, `${name} ${data}`),
      }),
    ),
    h('section', { id: 'call' }, h(ToolCall, { name: 'Bash', input: { command: 'npm test' }, result: 'ok' })),
    h('section', { id: 'diff' }, h(Diff, { text: '@@ -1 +1 @@\n-old\n+new', path: 'a.ts', split: true })),
    h(
      'section',
      { id: 'plan' },
      h(Plan, {
        steps: [
          { text: 'Look', state: 'done' },
          { text: 'Fix', state: 'doing' },
        ],
      }),
    ),
    h(
      'section',
      { id: 'approval' },
      h(Approval, { question: { title: 'Run a command', command: 'rm -rf build' }, onAnswer }),
    ),
    h(Live, { stream }),
    h('section', { id: 'hostile' }, h(Transcript, { events: hostileEvents, open: true })),
  );
}
