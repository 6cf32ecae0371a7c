import { join } from 'node:path';
import { copilot, goose, opencode } from '../../../test/e2e/chat-agents.ts';
import { kimi, PI_BUNDLED, pi, qwen } from '../../../test/e2e/file-agents.ts';
import type { Call, NativeCall } from '../answer.ts';
import { byShell, type RecordedAgent } from '../recorded-agent.ts';
import { startChatModel } from './chat-model.ts';

type ChatAgent = typeof opencode;
type Input = Record<string, unknown>;

/** What a recording needs besides what the end-to-end tests know of an agent. */
interface More extends Pick<RecordedAgent, 'argv' | 'sessionId' | 'sessions' | 'overrides'> {
  edit(path: string, before: string, after: string): [string, Input];
  read(path: string): [string, Input];
  plan?(steps: Extract<Call, { do: 'plan' }>['steps']): [string, Input];
  delegate?(prompt: string): [string, Input];
}

/** Agents that any model can serve which speaks chat completions. */
export const chatAgents: readonly RecordedAgent[] = [
  recorded(opencode, {
    argv: (prompt, session) => ['run', '--format', 'json', ...(session ? ['--session', session] : []), prompt],
    sessionId: /"sessionID":"(ses_\w+)"/,
    sessions: { folder: '.local/share/opencode', keep: /(^|\/)opencode\.db$/ },
    edit: (filePath, oldString, newString) => ['edit', { filePath, oldString, newString }],
    read: (filePath) => ['read', { filePath }],
    plan: (steps) => [
      'todowrite',
      { todos: steps.map(({ step, status }) => ({ content: step, status, priority: 'medium' })) },
    ],
    delegate: (prompt) => ['task', { description: 'Count files', prompt, subagent_type: 'general' }],
  }),
  recorded(qwen, {
    argv: (prompt, session) => [
      ...['-p', prompt, '--output-format', 'stream-json', '--auth-type', 'openai', '--approval-mode', 'yolo'],
      ...(session ? ['--resume', session] : []),
    ],
    sessionId: /"session_id":"([0-9a-f-]{36})"/,
    sessions: { folder: '.qwen', keep: /^projects\/.*\.jsonl$/ },
    edit: (file_path, old_string, new_string) => ['edit', { file_path, old_string, new_string }],
    read: (file_path) => ['read_file', { file_path }],
    delegate: (prompt) => [
      'agent',
      { description: 'Count files', prompt, subagent_type: 'Explore', run_in_background: false },
    ],
  }),
  recorded(pi, {
    overrides: PI_BUNDLED,
    argv: (prompt, session) => ['--mode', 'json', ...(session ? ['--session', session] : []), prompt],
    sessionId: /"type":"session"[^\n]*?"id":"([0-9a-f-]{36})"/,
    sessions: { folder: '.pi/agent', keep: /^sessions\// },
    edit: (path, oldText, newText) => ['edit', { path, edits: [{ oldText, newText }] }],
    read: (path) => ['read', { path }],
  }),
  recorded(kimi, {
    argv: (prompt, session) => ['-p', prompt, '--output-format', 'stream-json', ...(session ? ['-S', session] : [])],
    sessionId: /"session_id":"(session_[0-9a-f-]{36})"/,
    sessions: { folder: '.kimi-code', keep: /^(sessions\/.*(wire\.jsonl|state\.json)|session_index\.jsonl)$/ },
    edit: (path, old_string, new_string) => ['Edit', { path, old_string, new_string }],
    read: (path) => ['Read', { path }],
    plan: (steps) => [
      'TodoList',
      {
        todos: steps.map(({ step, status }) => ({ title: step, status: status === 'completed' ? 'done' : status })),
      },
    ],
    delegate: (prompt) => ['Agent', { description: 'Count files', prompt, subagent_type: 'coder' }],
  }),
  recorded(goose, {
    argv: (prompt, session) => [
      ...['run', '--output-format', 'stream-json', ...(session ? ['--resume'] : []), '-t', prompt],
    ],
    // It tells no session: the last one is taken.
    sessionId: /"type":"(complete)"/,
    sessions: { folder: '.local/share/goose', keep: /sessions\.db$/ },
    edit: (path, before, after) => ['edit', { path, before, after }],
    read: (path) => ['shell', { command: `cat ${path}` }],
    delegate: (instructions) => ['delegate', { instructions }],
  }),
  recorded(copilot, {
    argv: (prompt, session) => [
      ...['-p', prompt, '--output-format', 'json', '--allow-all'],
      ...(session ? [`--resume=${session}`] : []),
    ],
    sessionId: /"sessionId":"([0-9a-f-]{36})"/,
    sessions: { folder: '.copilot', keep: /^session-state\/.*\.jsonl$/ },
    edit: (path, old_str, new_str) => ['edit', { path, old_str, new_str }],
    read: (path) => ['view', { path }],
    delegate: (prompt) => [
      'task',
      { description: 'Count files', prompt, agent_type: 'explore', name: 'counter', mode: 'sync' },
    ],
  }),
];

function recorded(agent: ChatAgent, more: More): RecordedAgent {
  const { argv, sessionId, sessions, overrides } = more;
  const tools = (call: Call, project: string): [string, Input] | undefined => {
    if (call.do === 'write') return agent.write(join(project, call.path), call.text);
    if (call.do === 'edit') return more.edit(join(project, call.path), call.before, call.after);
    if (call.do === 'read') return more.read(join(project, call.path));
    if (call.do === 'plan') return more.plan?.(call.steps);
    if (call.do === 'delegate') return more.delegate?.(call.prompt);
    return agent.shell(byShell(call) ?? 'true');
  };
  const native = (pair: [string, Input] | undefined): NativeCall | undefined =>
    pair && { name: pair[0], input: pair[1] };
  return {
    name: agent.name,
    packages: (version) => agent.packages.map((spec) => spec.replace(/@[^@]+$/, `@${version}`)),
    ...(overrides && { overrides }),
    program: (folder) => join(folder, 'node_modules', agent.program),
    settings: (place) => agent.settings?.(place) ?? {},
    env: (place) => agent.env(place),
    argv,
    sessionId,
    startModel: (conversation, place) =>
      startChatModel(conversation, place, (call) => native(tools(call, place.project))),
    sessions,
  };
}
