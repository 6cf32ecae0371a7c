import { readLists } from './lists.ts';

/** A change that is no mere addition, and why it is right. CHANGELOG.md names each for those whom it concerns. */
interface AllowedChange {
  list: string;
  name: string;
  reason: string;
}

/** Every schema: each says what its type says. */
const schemas = [...(readLists('exports').get('schema')?.keys() ?? [])].filter((name) => name.endsWith('Schema'));

export const allowedChanges: readonly AllowedChange[] = [
  ...schemas.map((name) => ({
    list: 'schema',
    name,
    reason: 'takes all it took, and has the fields that were added; an absent field is not typed as undefined',
  })),
  { list: 'schema', name: 'schemaVersion', reason: 'grows by its own rule: more is taken' },
  ...['GeneratedContent', 'StreamPart'].map((name) => ({
    list: 'ai',
    name,
    reason: "has a request for an approval, which only a session under control gives; the AI SDK's own type has it too",
  })),
  { list: 'root', name: 'AgentName', reason: 'has the names of eight more agents' },
  { list: 'root', name: 'WireName', reason: 'has the names of their wires and of those that threadline writes itself' },
  { list: 'sessions', name: 'SessionStore', reason: '`titles` is given one more thing, which stores may leave unread' },
  { list: 'root', name: 'Usage', reason: 'callers may leave counts out; readers do not' },
  { list: 'root', name: 'TokenCountEvent', reason: 'callers may leave counts out; readers do not' },
  ...['Thread', 'ThreadTurn', 'TurnAbortedEvent', 'TurnFailedEvent'].map((name) => ({
    list: 'root',
    name,
    reason: 'counts that threadline makes are `CountedUsage`, which is what `Usage` was',
  })),
  { list: 'run', name: 'RunResult', reason: '`usage` is what `Usage` was: `CountedUsage`' },
  { list: 'run', name: 'TurnResult', reason: '`usage` and `turnUsage` are what `Usage` was: `CountedUsage`' },
  { list: 'sessions', name: 'ResumePoint', reason: '`priorUsage` is what `Usage` was: `CountedUsage`' },
  {
    list: 'root',
    name: 'McpToolCallItem',
    reason: 'callers may use other names and forms; readers do not, and `mcpCall` reads them all',
  },
  ...['EventMessageEvent', 'ResponseItemEvent', 'SessionMetaEvent', 'TurnContextEvent'].map((name) => ({
    list: 'root',
    name,
    reason: 'has a payload for each kind, with its fields: nothing takes this type, it tells what a line holds',
  })),
  ...['ResponseItemFunctionCallOutput', 'ResponseItemMessage'].map((name) => ({
    list: 'root',
    name,
    reason: 'its parts are told apart by their kind: nothing takes this type',
  })),
  {
    list: 'root',
    name: 'TurnCompletedEvent',
    reason: '`inferred` may also name fields; `turn_usage` is what `Usage` was',
  },
  ...['root', 'chat'].map((list) => ({
    list,
    name: 'ChatAgent',
    reason: '`requestSchema` is a schema of Zod, as that of our agents is; `runChat` still takes any (`RunnableAgent`)',
  })),
  { list: 'chat', name: 'RunChatInput', reason: 'takes every agent that it took' },
  { list: 'chat', name: 'PreparedSandbox', reason: 'agents get more: all that a sandbox can do; `runChat` makes it' },
  ...['createClaudeAgent', 'createCodexAgent', 'createGeminiAgent'].map((name) => ({
    list: 'chat',
    name,
    reason: 'gives a `ChatAgent<BaseChatRequest>` whose schema can be extended',
  })),
  {
    list: 'sessions',
    name: 'isSubagent',
    reason: 'takes anything that tells parent and source: every session still does',
  },
  {
    list: 'sessions',
    name: 'SourceReadOptions',
    reason: 'a member may also be given as undefined, as those of SessionReadOptions may',
  },
  { list: 'usage', name: 'UsageFilter', reason: '`project` may also be several folders' },
  { list: 'usage', name: 'UsageReportOptions', reason: '`by` may also be several groupings' },
  { list: 'usage', name: 'usageGroupings', reason: 'has `tool` and `block`, too' },
  { list: 'writers', name: 'HeadOptions', reason: '`known` may tell less, and how many turns there are' },
  {
    list: 'used',
    name: 'EnvelopeBase',
    reason: '`item_id` is left out where the wire has none, as `itemId` is undefined',
  },
  { list: 'used', name: 'SessionHead', reason: 'was never exported; its members stand in the one record of a session' },
];

const calls =
  'a call as the model made it stands in `item.call`, of every agent: in `extra` it was of some calls of Codex';

/** Keys of what commands write that moved, and where to. They are of `extra` and `data`, which hold what has no place yet. */
export const allowedKeys: readonly AllowedChange[] = [
  { list: 'convert-codex-events', name: '.data.output', reason: 'what the model was told stands in `item.call.told`' },
  ...['.item.extra.call.name', '.item.extra.patch'].map((name) => ({
    list: 'convert-codex-events',
    name,
    reason: calls,
  })),
  ...['.*.item.extra.call.name', '.*.item.extra.patch'].map((name) => ({
    list: 'convert-codex-messages',
    name,
    reason: calls,
  })),
  ...['', '.call', '.call.name'].map((key) => ({
    list: 'show',
    name: `.messages[].*.item.extra${key}`,
    reason: calls,
  })),
];
