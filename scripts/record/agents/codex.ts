import { join } from 'node:path';
import { detectCodex } from '../../../src/machine/run/agents/codex/detect.ts';
import type { Answer, Call, NativeCall } from '../answer.ts';
import type { Conversation } from '../conversation.ts';
import { type AnswerItem, message, reasoning } from '../models/answers.ts';
import { startResponsesApi, type Turn } from '../models/responses-api.ts';
import { byShell, type Place, type RecordedAgent } from '../recorded-agent.ts';
import { createHelpers } from './codex-helpers.ts';
import { addFile, deleteFile, moveFile, updateFile } from './codex-patches.ts';

export const codex: RecordedAgent = {
  name: 'codex',
  packages: (version) => [`@openai/codex@${version}`],
  program: (folder) => detectCodex({ CODEX_CLI_PATH: join(folder, 'node_modules/.bin/codex') }),
  settings: (place) => ({ '.codex/config.toml': configuration(place) }),
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), MOCK_API_KEY: 'mock' }),
  argv: (prompt, session) => [
    ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
    ...(session === undefined ? [prompt] : ['resume', session, prompt]),
  ],
  sessionId: /"(?:thread_id|session_id)":"([0-9a-f-]{36})"/,
  startModel: (conversation, place) => startResponsesApi(scriptOf(conversation, place)),
  sessions: { folder: '.codex', keep: /(^|\/)rollout-[^/]*\.jsonl$/ },
};

function scriptOf(conversation: Conversation, place: Place) {
  const helpers = createHelpers();
  return (turn: Turn) => {
    // Starting a helper takes several requests: what goes on between them is no answer of the scenario.
    const between = helpers.next(turn);
    if (between) {
      conversation.keep('main', {}, between.map(native));
      return between;
    }
    const { thread, answer } = conversation.next(turn.request.input);
    const items = itemsOf(answer, (call) => itemOf(call, turn, place, helpers.start));
    conversation.keep(thread, answer, items.filter(isCall).map(native));
    return answer.refuse ?? items;
  };
}

function itemsOf({ think, say, calls = [] }: Answer, item: (call: Call) => AnswerItem | undefined): AnswerItem[] {
  const words = [think === undefined ? [] : reasoning(think), say === undefined ? [] : message(say)];
  return [...words.flat(), ...calls.flatMap((call) => item(call) ?? [])];
}

function itemOf(call: Call, turn: Turn, place: Place, start: (prompt: string, turn: Turn) => AnswerItem) {
  const { tools } = turn;
  if (call.do === 'write') return tools.patch(addFile(call));
  if (call.do === 'edit') return tools.patch(updateFile(call));
  if (call.do === 'move') return tools.patch(moveFile(call, place.project));
  if (call.do === 'delete') return tools.patch(deleteFile(call));
  if (call.do === 'read') return tools.shell(`cat ${call.path}`);
  if (call.do === 'plan') return tools.plan(call.steps);
  if (call.do === 'delegate') return start(call.prompt, turn);
  return tools.shell(byShell(call) ?? 'true');
}

const isCall = ({ type }: AnswerItem) => type.endsWith('_call');

/** Arguments stand as text in some calls and as an object in others. */
function native(item: AnswerItem): NativeCall {
  const name = typeof item.name === 'string' ? item.name : item.type.replace(/_call$/, '');
  if (typeof item.arguments !== 'string') return { name, input: item.input ?? item.arguments };
  return { name, input: JSON.parse(item.arguments) };
}

/** Talks to the scripted model only: what would go out to the network is turned off. */
function configuration({ modelUrl, project }: Place): string {
  const off = ['plugins', 'remote_plugin', 'apps', 'plugin_sharing', 'tool_suggest', 'plugin_discovery_prefetch'];
  return `model = "gpt-5.5"
model_provider = "mock"
model_reasoning_summary = "detailed"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${modelUrl}"
wire_api = "responses"
env_key = "MOCK_API_KEY"
request_max_retries = 0
stream_max_retries = 0

[tools.update_plan]
enabled = true

[analytics]
enabled = false

[feedback]
enabled = false

[otel]
exporter = "none"

[features]
${[...off, 'remote_models'].map((name) => `${name} = false`).join('\n')}

[projects.${JSON.stringify(project)}]
trust_level = "trusted"
`;
}
