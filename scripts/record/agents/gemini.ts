import { join } from 'node:path';
import { geminiOfPackage } from '../../../src/machine/run/agents/gemini/detect.ts';
import type { Answer, NativeCall } from '../answer.ts';
import type { Conversation } from '../conversation.ts';
import { type GeminiPart, type GeminiScript, startGeminiApi } from '../models/gemini-api.ts';
import { byShell, type Place, type RecordedAgent, type Tools } from '../recorded-agent.ts';

export const gemini: RecordedAgent = {
  name: 'gemini',
  packages: (version) => [`@google/gemini-cli@${version}`],
  program: (folder) => geminiOfPackage(join(folder, 'node_modules/@google/gemini-cli')),
  settings: () => ({ '.gemini/settings.json': JSON.stringify(SETTINGS) }),
  env: ({ modelUrl }) => ({
    GEMINI_API_KEY: 'mock',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  argv: (prompt, session) => [
    ...['-p', prompt, '--output-format', 'stream-json', '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo'],
    ...(session === undefined ? [] : ['--resume', session]),
  ],
  sessionId: /"session_id":"([0-9a-f-]{36})"/,
  startModel: (conversation, place) => startGeminiApi(scriptOf(conversation, place)),
  sessions: { folder: '.gemini', keep: /^tmp\/[^/]+\/(chats\/|logs\.json$)/ },
};

function scriptOf(conversation: Conversation, place: Place): GeminiScript {
  return (_index, request) => {
    const { thread, answer } = conversation.next(request.contents);
    const calls = (answer.calls ?? []).flatMap((each) => tools(each, place) ?? []);
    // Its helpers end by a call of their own.
    const isEnd = thread === 'sub' && calls.length === 0 && answer.say !== undefined;
    const all = isEnd ? [{ name: 'complete_task', input: reportOf(answer.say ?? '') }] : calls;
    conversation.keep(thread, answer, all);
    return answer.refuse ?? partsOf(answer, all);
  };
}

function reportOf(SummaryOfFindings: string): object {
  return { report: { SummaryOfFindings, ExplorationTrace: ['ls'], RelevantLocations: [] } };
}

function partsOf({ think, say }: Answer, calls: readonly NativeCall[]): GeminiPart[] {
  return [
    ...(think === undefined ? [] : [{ text: think, thought: true as const }]),
    ...(say === undefined ? [] : [{ text: say }]),
    ...calls.map(({ name, input }) => ({ functionCall: { name, args: input as Record<string, unknown> } })),
  ];
}

const tools: Tools = (each, { project }) => {
  if (each.do === 'write')
    return { name: 'write_file', input: { file_path: join(project, each.path), content: each.text } };
  if (each.do === 'read') return { name: 'read_file', input: { file_path: join(project, each.path) } };
  if (each.do === 'edit') {
    const { before: old_string, after: new_string } = each;
    const instruction = 'Changes the lines that the person asked for.';
    return { name: 'replace', input: { file_path: join(project, each.path), old_string, new_string, instruction } };
  }
  if (each.do === 'delegate') {
    const input = { agent_name: 'codebase_investigator', prompt: each.prompt, objective: each.prompt };
    return { name: 'invoke_agent', input };
  }
  if (each.do === 'plan') {
    const todos = each.steps.map(({ step, status }) => ({ description: step, status }));
    return { name: 'write_todos', input: { todos } };
  }
  return { name: 'run_shell_command', input: { command: byShell(each), description: 'Runs a command' } };
};

/** Talks to the scripted model only: what would go out to the network is turned off. */
const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { maxAttempts: 1, disableAutoUpdate: true },
  privacy: { usageStatisticsEnabled: false },
};
