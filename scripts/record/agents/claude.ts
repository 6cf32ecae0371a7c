import { join } from 'node:path';
import { claudeOfPackage } from '../../../src/machine/run/agents/claude/detect.ts';
import type { Answer, NativeCall } from '../answer.ts';
import type { Conversation } from '../conversation.ts';
import {
  type AnthropicBlock,
  type AnthropicScript,
  call,
  say,
  startAnthropicApi,
  think,
} from '../models/anthropic-api.ts';
import { byShell, type Place, type RecordedAgent, type Tools } from '../recorded-agent.ts';

const TOOLS = [
  'Bash',
  'Edit',
  'Write',
  'Read',
  'Glob',
  'Grep',
  'TodoWrite',
  'TaskCreate',
  'TaskUpdate',
  'Task',
  'Agent',
];

export const claude: RecordedAgent = {
  name: 'claude',
  packages: (version) => [`@anthropic-ai/claude-code@${version}`],
  program: (folder) => claudeOfPackage(join(folder, 'node_modules/@anthropic-ai/claude-code')),
  settings: () => ({}),
  env: ({ home, modelUrl }) => ({
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-mock',
    // Talks to the scripted model only.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
  }),
  argv: (prompt, session) => [
    ...['-p', prompt, '--output-format', 'stream-json', '--verbose', '--allowedTools', TOOLS.join(',')],
    ...(session === undefined ? [] : ['--resume', session]),
  ],
  sessionId: /"session_id":"([0-9a-f-]{36})"/,
  startModel: (conversation, place) => startAnthropicApi(scriptOf(conversation, place)),
  sessions: { folder: '.claude', keep: /^projects\// },
};

function scriptOf(conversation: Conversation, place: Place): AnthropicScript {
  return ({ body }) => {
    const { thread, answer } = conversation.next(body.messages);
    const has = (name: string) => body.tools?.some((tool) => tool.name === name) ?? false;
    const calls = (answer.calls ?? []).flatMap((each) => toolsOf(has)(each, place) ?? []);
    conversation.keep(thread, answer, calls);
    if (answer.refuse) return { type: 'invalid_request_error', ...answer.refuse };
    return blocksOf(answer, calls);
  };
}

function blocksOf(answer: Answer, calls: readonly NativeCall[]): AnthropicBlock[] {
  return [
    ...(answer.think === undefined ? [] : [think(answer.think)]),
    ...(answer.say === undefined ? [] : [say(answer.say)]),
    ...calls.map(({ name, input }) => call(name, input as Record<string, unknown>)),
  ];
}

const toolsOf =
  (has: (name: string) => boolean): Tools =>
  (each, { project }) => {
    if (each.do === 'write')
      return { name: 'Write', input: { file_path: join(project, each.path), content: each.text } };
    if (each.do === 'read') return { name: 'Read', input: { file_path: join(project, each.path) } };
    if (each.do === 'edit') {
      const { before: old_string, after: new_string } = each;
      return { name: 'Edit', input: { file_path: join(project, each.path), old_string, new_string } };
    }
    if (each.do === 'delegate') {
      const input = { description: 'Count files', prompt: each.prompt, subagent_type: 'general-purpose' };
      return { name: has('Task') ? 'Task' : 'Agent', input };
    }
    if (each.do === 'plan') {
      const todos = each.steps.map(({ step, status }) => ({ content: step, status, activeForm: step }));
      if (has('TodoWrite')) return { name: 'TodoWrite', input: { todos } };
      // Tools that are found by a search first can be called without one.
      const [first] = each.steps;
      return { name: 'TaskCreate', input: { subject: first?.step, description: first?.step } };
    }
    return { name: 'Bash', input: { command: byShell(each), description: 'Runs a command' } };
  };
