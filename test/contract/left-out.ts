/**
 * What messages leave out of what agents write: a closed list of paths by wire, each with its reason. A text that is in no
 * message and whose path is not listed breaks the completeness contract. Paths are explained in `completeness.ts`.
 */
export type Reason =
  | 'id'
  | 'time'
  | 'folder'
  | 'version'
  | 'signature'
  | 'encrypted'
  | 'hash'
  /** The name of a kind, of a model, of a setting: no text. */
  | 'name'
  /** What the CLI tells the model by itself before any turn: instructions, tools, skills. */
  | 'system prompt'
  /** A state of files, of the world or of the history, kept to go back to. */
  | 'snapshot'
  /** The same text, or the same in other words, stands elsewhere in the messages. */
  | 'repeated';

export interface LeftOut {
  wire: string;
  path: string;
  reason: Reason;
  /** Only texts of this form. A sentence at the path of an id is still missed. */
  when?: RegExp;
}

/** Neither an id nor a name has white space. */
const WORD = /^\S{1,300}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

function entries(wire: string, reason: Reason, paths: readonly string[], when?: RegExp): LeftOut[] {
  return paths.map((path) => ({ wire, reason, path, ...(when && { when }) }));
}

const claude = (wire: 'claude-project' | 'claude-stream' | 'claude-control'): LeftOut[] => [
  ...entries(
    wire,
    'id',
    [
      ...[
        '**.uuid',
        '**.id',
        '**.*Uuid',
        '**.*_uuid',
        '**.*UUID',
        '**.*Id',
        '**.*_id',
        '**.toolUseID',
        '**.*ToolUseID',
      ],
      ...['**.uuids[]', '**.allUuids[]', '**.requestRef', '**.serverClassifierRequest', '**<api-request>.base'],
    ],
    WORD,
  ),
  ...entries(wire, 'time', ['**.timestamp', '**.backupTime'], TIME),
  ...entries(wire, 'name', ['**.type', '**.subtype', '**.model', '**.slug', '**.hookName', '**.hook_name'], WORD),
  ...entries(wire, 'name', ['**<*>.error', '**.api_error_type', '**.apiErrorType', '**.reasonCode'], WORD),
  ...entries(wire, 'signature', ['**.signature'], WORD),
  ...entries(wire, 'repeated', ['**.toolUseResult', '**.tool_use_result'], /^Error: /),
];

const claudeProject: LeftOut[] = [
  ...entries('prompt-log', 'id', ['**.sessionId'], WORD),
  ...entries('prompt-log', 'time', ['**.timestamp'], TIME),
  ...entries('atif', 'time', ['**.timestamp'], TIME),
  ...entries('atif', 'id', ['**.session_id', '**.trajectory_id'], WORD),
  ...entries('prompt-log', 'folder', ['**.project'], WORD),
  ...claude('claude-project'),
  ...entries('claude-project', 'id', ['**.turnAttributionKey'], WORD),
  // The prompt as the model was told it.
  ...entries('claude-project', 'repeated', ['<attachment>.rendered[]**']),
  ...entries('claude-project', 'hash', ['<api-request>.tail[]', '<api-request>.*Hash', '<api-request>.*Digest'], WORD),
  ...entries('claude-project', 'hash', ['<api-request-blob>.hash', '<api-request-shape>.shapeHash'], WORD),
  ...entries('claude-project', 'folder', ['<attachment>.attachment<plan_mode>.planFilePath'], WORD),
  ...entries('claude-project', 'version', ['<attachment>.attachment<environment>.snapshot.osVersion']),
  ...entries('claude-project', 'name', ['<api-request>.querySource', '<api-request>.params.betas[]'], WORD),
  ...entries(
    'claude-project',
    'name',
    ['<attachment>.attachment<unknown_command_fallback>.availableCommandNames[]'],
    WORD,
  ),
  ...entries('claude-project', 'system prompt', [
    '<api-request-shape>.shape.**',
    '<attachment>.attachment<prompt_snapshot>.**',
    '<attachment>.attachment<agent_listing_delta>.addedLines[]',
    '<attachment>.attachment<skill_listing>.content',
    '<attachment>.attachment<skill_listing>.names[]',
  ]),
  // The request as it was sent holds the messages again, with the CLI's reminders around them.
  ...entries('claude-project', 'snapshot', [
    '<api-request-blob>.message.content**',
    '<user>.toolUseResult.originalFile',
  ]),
  // The name of a hook is its command.
  ...entries('claude-project', 'name', ['<progress>.data<hook_progress>.command']),
  // "Context compacted" stands for it.
  ...entries('claude-project', 'repeated', ['<system>.content'], /^Conversation compacted$/),
  // Without its tags it is a text of the assistant.
  ...entries('claude-project', 'repeated', ['<system>.content'], /^<local-command-stdout>/),
  // The prompt follows as a line of its own, a slash command in tags.
  ...entries('claude-project', 'repeated', ['<queue-operation>.content', '<last-prompt>.lastPrompt']),
];

/** A run that is printed as one list has a path of its own, and so has a line in an envelope. */
const claudeStream = (wire: 'claude-stream' | 'claude-control'): LeftOut[] => [
  ...claude(wire),
  ...entries(wire, 'folder', ['**<system>.memory_paths.auto', '**<system>.messaging_socket_path'], WORD),
  ...entries(wire, 'name', ['**<system>.capabilities[]', '**<system>.skills[]', '**<system>.slash_commands[]'], WORD),
  ...entries(wire, 'name', ['**<system>.plugins[].name', '**<system>.plugins[].source'], WORD),
  ...entries(wire, 'system prompt', ['**<control_response>.response.response.**']),
  // Without its tags it is the text of the line.
  ...entries(wire, 'repeated', ['**<assistant>.local_command_source'], /^<local-command-stdout>/),
];

const claudeControl: LeftOut[] = [
  ...claudeStream('claude-control'),
  ...entries('claude-control', 'id', ['**.user_message_uuids[]', '**.still_queued[]'], WORD),
  ...entries('claude-control', 'folder', ['**.blocked_path'], WORD),
  ...entries('claude-control', 'name', ['**.terminal_slash_commands[]', '**.decision_reason_type'], WORD),
];

const codexAppServer: LeftOut[] = [
  ...entries('codex-app-server', 'id', ['**.id', '**.*Id', '**.*_id', '**.revision'], WORD),
  ...entries('codex-app-server', 'name', ['**.method', '**.type', '**.source', '**.status'], WORD),
  ...entries('codex-app-server', 'version', ['**.userAgent']),
  ...entries('codex-app-server', 'hash', ['**.gitInfo.sha'], WORD),
  ...entries('codex-app-server', 'folder', ['**.gitInfo.originUrl', '**.thread.path', '**.rolloutPath'], WORD),
  // Without the shell around it.
  ...entries('codex-app-server', 'repeated', ['**.item<commandExecution>.command'], /^\S+ -lc /),
  // The same in the other form, or of the whole turn. Patches have their changes, pieces their whole text.
  ...entries('codex-app-server', 'repeated', [
    '**.params.delta',
    '**.params.diff',
    '**.msg<turn_diff>.unified_diff',
    '**.msg<exec_command_output_delta>.chunk',
    '**.msg<patch_apply_end>.stdout',
  ]),
];

const acp: LeftOut[] = [
  ...entries('acp', 'id', ['**.*Id', '**.*_id', '**.*Uuid', '**.id'], WORD),
  ...entries('acp', 'time', ['**.updatedAt'], TIME),
  ...entries('acp', 'name', ['**.method', '**.sessionUpdate', '**.model', '**.agentInfo.name'], WORD),
  // What the agent can do: ways to log in, models, modes, settings, commands, skills.
  ...entries('acp', 'system prompt', [
    '**.result.authMethods[]**',
    '**.result.models.**',
    '**.result.modes.**',
    '**.configOptions[]**',
    '**.availableCommands[]**',
    '**.availableSkillDetails[]**',
    '**.availableSkills[]**',
  ]),
  ...entries('acp', 'folder', ['**.locations[].path'], WORD),
  // The call in the agent's words for people.
  ...entries('acp', 'repeated', ['**.title']),
  // The exit code stands in a field of its own.
  ...entries(
    'acp',
    'repeated',
    ['**.rawOutput.content', '**.rawOutput.detailedContent', '**.content<text>.text'],
    /<(?:shellId: \S+ completed|exited) with exit code -?\d+>$/,
  ),
];

const codexRollout: LeftOut[] = [
  ...entries('codex-rollout', 'id', ['**.id', '**.*_id', '**.revision', '**.ghost_commit.parent'], WORD),
  ...entries('codex-rollout', 'time', ['**.timestamp'], TIME),
  ...entries('codex-rollout', 'name', ['**.type', '**.content_item_kinds[]', '**.codex_error_info'], WORD),
  ...entries('codex-rollout', 'name', ['<event_msg>.payload<item_completed>.item<CommandExecution>.source'], WORD),
  ...entries('codex-rollout', 'hash', ['.git.commit_hash', '<session_meta>.payload.git.commit_hash'], WORD),
  ...entries(
    'codex-rollout',
    'folder',
    ['.git.repository_url', '<session_meta>.payload.git.repository_url', '**.cwd'],
    WORD,
  ),
  ...entries('codex-rollout', 'encrypted', ['**.encrypted_content']),
  ...entries('codex-rollout', 'system prompt', [
    '<session_meta>.payload.base_instructions.text',
    '<session_meta>.payload.instructions',
    '<turn_context>.payload.user_instructions',
    '<response_item>.payload<additional_tools>.tools[]**',
    '<response_item>.payload<tool_search_output>.tools[]**',
  ]),
  ...entries('codex-rollout', 'snapshot', [
    '<world_state>.payload.state.**',
    '<compacted>.payload.guardian_history[]**',
  ]),
  // Each file has its own call and its own result.
  ...entries(
    'codex-rollout',
    'repeated',
    ['**.input', '**.arguments!.command[]', '**.arguments!.cmd'],
    /\*\*\* Begin Patch/,
  ),
  ...entries(
    'codex-rollout',
    'repeated',
    ['**.output', '**.output!.output', '**.stdout'],
    /Success\. Updated the following files:/,
  ),
  // An image stands there by its path, as Codex prints it, and without its label.
  ...entries('codex-rollout', 'repeated', ['**.content[]<input_image>.image_url'], /^data:/),
  ...entries('codex-rollout', 'repeated', ['**.content[]<input_text>.text'], /^<\/?(?:image|audio)[^>]*>$/),
  ...entries('codex-rollout', 'repeated', ['<event_msg>.payload<item_completed>.item<ImageView>.path'], /^file:/),
  // An error without its quotes; a page that was searched as its address and its pattern.
  ...entries('codex-rollout', 'repeated', ['**.output'], /^err: "/),
  ...entries('codex-rollout', 'repeated', ['**.query'], /^'.*' in https?:/),
];

const codexExec: LeftOut[] = [
  ...entries('codex-exec', 'id', ['**.id', '**.*_id'], WORD),
  // The command without the shell around it; a page that was searched as its address and its pattern.
  ...entries('codex-exec', 'repeated', ['**.item<command_execution>.command'], /^\S*sh(?:\.exe)? /),
  ...entries('codex-exec', 'repeated', ['**.item<web_search>.query'], /^'.*' in https?:/),
];

const codexLegacy: LeftOut[] = [
  ...entries('codex-legacy', 'id', ['**.call_id'], WORD),
  ...entries('codex-legacy', 'name', ['.msg<*>.type'], WORD),
  // Pieces of an output in base64, and the changes of a turn as one diff.
  ...entries('codex-legacy', 'repeated', ['.msg<exec_command_output_delta>.chunk'], WORD),
  ...entries('codex-legacy', 'repeated', ['.msg<turn_diff>.unified_diff']),
  ...entries('codex-legacy', 'repeated', ['.msg<patch_apply_end>.stdout'], /^Success\. Updated the following files:/),
];

const geminiChat: LeftOut[] = [
  ...entries('gemini-chat', 'name', ['<gemini>.model'], WORD),
  ...entries('gemini-chat', 'id', ['**.id', '**.sessionId', '**.agentId', '.$rewindTo'], WORD),
  ...entries('gemini-chat', 'time', ['**.timestamp', '**.lastUpdated', '.startTime'], TIME),
  ...entries('gemini-chat', 'hash', ['.projectHash'], WORD),
  ...entries(
    'gemini-chat',
    'system prompt',
    ['.$set.messages[]<gemini>.content[].text'],
    /^Got it\. Thanks for the additional context!$/,
  ),
  ...entries('gemini-chat', 'snapshot', [
    '**.resultDisplay.fileDiff',
    '**.resultDisplay.originalContent',
    '**.resultDisplay.newContent',
  ]),
  // A checkpoint has thoughts in another form.
  ...entries('gemini-chat', 'repeated', ['.$set.messages[]<gemini>.content[].text'], /^\*\*/),
  // What a sub-agent does stands in its own file, too.
  ...entries('gemini-chat', 'repeated', ['**.resultDisplay.recentActivity[]<*>.description']),
  // The tool and its input in Gemini's words for people.
  ...entries('gemini-chat', 'repeated', ['**.toolCalls[].description', '**.toolCalls[].displayName']),
];

const geminiStream: LeftOut[] = [
  ...entries('gemini-stream', 'id', ['**.session_id'], WORD),
  ...entries('gemini-stream', 'time', ['**.timestamp'], TIME),
  ...entries('gemini-stream', 'name', ['<*>.error<*>.type'], WORD),
];

const opencode = (wire: string): LeftOut[] => [
  ...entries(wire, 'id', ['**.id', '**.*ID', '**.*_id', '**.parentSessionId'], WORD),
  ...entries(wire, 'hash', ['**.snapshot', '**.hash'], WORD),
  // The files of a commit of the whole folder, which the agent makes after each step.
  ...entries(wire, 'snapshot', ['**<patch>.files[]', '**.summary.diffs[].patch']),
  // What an edit did, beside the texts that it replaced.
  ...entries(wire, 'repeated', ['**.state.metadata.diff', '**.state.metadata.filediff.patch']),
  // The title of the session, which lists show.
  ...entries(wire, 'name', ['**.info.title']),
  ...entries(wire, 'name', ['**.type'], WORD),
];

const copilot = (wire: 'copilot-stream' | 'copilot-events'): LeftOut[] => [
  ...entries(wire, 'id', ['**.id', '**.*Id', '**.agent_id', '**.reasoningOpaque'], WORD),
  ...entries(wire, 'id', ['<user.message>.data.source'], /^agent-\S{1,300}$/),
  ...entries(wire, 'time', ['**.timestamp', '**.*Time'], TIME),
  ...entries(wire, 'name', ['**.type', '**.*Source', '**.*Type', '**.object', '**.*_category', '**.kind'], WORD),
  ...entries(
    wire,
    'name',
    ['**.*Basis', '<assistant.turn_retry>.data.reason', '**.enabledFeatureFlags[]', '<subagent.selected>.data.tools[]'],
    WORD,
  ),
  ...entries(wire, 'hash', ['**.headCommit', '**.hashed_*'], WORD),
  ...entries(wire, 'folder', ['<session.compaction_complete>.data.checkpointPath'], WORD),
  ...entries(wire, 'encrypted', ['**.encryptedContent', '**.encrypted_content'], WORD),
  ...entries(wire, 'system prompt', [
    '<system.message>.data.content',
    '<system.message>.data.contentBlocks[].content',
    '<session.skills_loaded>.data.skills[].*',
  ]),
  // The request of a compaction as it was sent holds the messages again.
  ...entries(wire, 'snapshot', [
    '<model.messages_snapshot>.data.messages[].content',
    '<model.model_call_success>.data.requestMessages![].content',
  ]),
  // Each file has its own call and its own result.
  ...entries(wire, 'repeated', ['**.arguments'], /\*\*\* Begin Patch/),
  // The call in Copilot's words for people, and its result again: with the query, or as a diff of what was only viewed.
  ...entries(wire, 'repeated', ['<assistant.message>.data.toolRequests[]<*>.intentionSummary']),
  ...entries(wire, 'repeated', ['<tool.execution_complete>.data.result.detailedContent']),
  // The exit code stands in a field of its own.
  ...entries(
    wire,
    'repeated',
    ['<tool.execution_complete>.data.result.content'],
    /<(?:shellId: \S+ completed|exited) with exit code -?\d+>$/,
  ),
  // Pieces of a call and of an output, before they are whole. The output then has no escape sequences.
  ...entries(wire, 'repeated', ['<assistant.tool_call_delta>.data.inputDelta**', '<tool.shell_output>.data.text']),
];

const qwenStream: LeftOut[] = [
  ...entries('qwen-stream', 'id', ['**.uuid', '**.id', '**.*_id'], WORD),
  ...entries(
    'qwen-stream',
    'name',
    ['**.subtype', '**.type', '**.tools[]', '**.slash_commands[]', '**.agents[]'],
    WORD,
  ),
  // Pieces of a call, before it is whole.
  ...entries('qwen-stream', 'repeated', ['**<input_json_delta>.partial_json**']),
];

const qwenChat: LeftOut[] = [
  ...entries('qwen-chat', 'id', ['**.uuid', '**.*Uuid', '**.*Id', '**.*_id'], WORD),
  ...entries('qwen-chat', 'time', ['**.timestamp'], TIME),
  ...entries('qwen-chat', 'time', ['<system>.systemPayload.uiEvent.*'], TIME),
  ...entries('qwen-chat', 'name', ['**.subtype', '**.type', '**.*Type', '**.*_type', '**.subagent_name'], WORD),
  ...entries('qwen-chat', 'name', ['<system>.systemPayload.uiEvent.*'], /^qwen-code\.\w+$/),
  ...entries('qwen-chat', 'hash', ['**.contentHash'], WORD),
  ...entries(
    'qwen-chat',
    'system prompt',
    ['<system>.systemPayload.compressedHistory[].parts[].text'],
    /^Got it\. Thanks for the additional context!$/,
  ),
  ...entries('qwen-chat', 'snapshot', [
    '**.resultDisplay.fileDiff',
    '**.resultDisplay.originalContent',
    '**.resultDisplay.newContent',
  ]),
  // The words of a sub-agent stand in its own file, too.
  ...entries('qwen-chat', 'repeated', ['<system>.systemPayload.uiEvent.response_text']),
  // The exit code stands in a field of its own.
  ...entries('qwen-chat', 'repeated', ['**.resultDisplay<shell_result>.text'], /^Command exited with code: -?\d+$/),
];

const piSession: LeftOut[] = [
  ...entries('pi-session', 'id', ['**.id', '**.sessionId'], WORD),
  ...entries('pi-session', 'time', ['**.timestamp'], TIME),
  ...entries('pi-session', 'name', ['**.type'], WORD),
  ...entries('pi-session', 'folder', ['<session>.parentSession', '**.sessionFile', '**.baseUrl'], WORD),
  // A message of the system: its sections, and the tools that were added.
  ...entries('pi-session', 'system prompt', ['**.sections.*', '**.toolsAdded[]**']),
  // The edit stands in the call.
  ...entries('pi-session', 'repeated', ['**.details.diff', '**.details.patch']),
  // The end of the turn says it.
  ...entries('pi-session', 'repeated', ['**.errorMessage'], /^Request was aborted\.$/),
];

const kimiStream: LeftOut[] = [
  ...entries('kimi-stream', 'id', ['<session.resume_hint>.session_id'], WORD),
  ...entries('kimi-stream', 'id', ['<session.resume_hint>.command', '<session.resume_hint>.content'], /kimi -r \S+$/),
  ...entries('kimi-stream', 'name', ['<turn.step.retrying>.error_name'], WORD),
];

const kimiWire: LeftOut[] = [
  ...entries('kimi-wire', 'id', ['**.id', '**.*Id', '**.uuid', '**.*Uuid'], WORD),
  ...entries('kimi-wire', 'time', ['**.createdAt', '**.finishedAt', '**.abortedAt'], TIME),
  ...entries('kimi-wire', 'name', ['**.type', '**.errorName'], WORD),
  ...entries('kimi-wire', 'hash', ['**.hash', '**.*Hash', '<file_history.tracked>.entry.key'], WORD),
  ...entries('kimi-wire', 'system prompt', ['**.systemPrompt', '<llm.tools_snapshot>.tools[]**', '**.tools[]**']),
  // The summary follows in other words, and the call in Kimi's words for people.
  ...entries('kimi-wire', 'repeated', ['<context.apply_compaction>.contextSummary', '**<tool.call>.description']),
  ...entries('kimi-wire', 'repeated', ['**.action'], /^\w+: /),
  // The end of the turn says it without its code. The second telling of a message may have other words for a failure.
  ...entries('kimi-wire', 'repeated', ['<turn.step.interrupted>.message'], /^\[[\w.]+\] /),
  ...entries('kimi-wire', 'repeated', ['<agent.message.appended>.message.message.content[]<text>.text']),
];

/** A time without a zone, as SQLite writes it. */
const ROW_TIME = /^\d{4}-\d\d-\d\d[T ][\d:.]+Z?$/;

const goose: LeftOut[] = [
  ...entries('goose-stream', 'id', ['**.id', '**.extension_id', '**.subagent_session_id'], WORD),
  ...entries('goose-stream', 'signature', ['**.signature'], WORD),
  ...entries('goose-rows', 'id', ['**.id', '**.message_id', '**.session_id', '**.subagent_session_id'], WORD),
  ...entries('goose-rows', 'signature', ['**.signature'], WORD),
  ...entries('goose-rows', 'time', ['**.created_at', '**.updated_at', '**.timestamp', '**.last_message_at'], ROW_TIME),
  // The title stands above the messages.
  ...entries('goose-rows', 'name', ['.row.name', '.name']),
  ...entries('goose-rows', 'system prompt', ['.row.extension_data!.**', '.extension_data.**', '.row.recipe_json!.**']),
  // A plan as steps, without its boxes.
  ...['goose-stream', 'goose-rows'].flatMap((wire) =>
    entries(wire, 'repeated', ['**.arguments.content'], /^\s*[-*] \[/),
  ),
];

const cline: LeftOut[] = [
  ...entries('cline-stream', 'time', ['**.ts'], TIME),
  ...entries(
    'cline-stream',
    'id',
    ['**.agentId', '**.taskId', '**.parentAgentId', '**.toolCallId', '**.executionId'],
    WORD,
  ),
  ...entries('cline-stream', 'name', ['**.model.id'], WORD),
  // The whole output follows when the command has ended.
  ...entries('cline-stream', 'repeated', ['**.update.chunk'], /^\S*\[\d+ command-output characters skipped/),
  // The places in Cline's own program at which a request failed.
  ...entries('cline-stream', 'snapshot', ['**.error.stack']),
  // What a call was asked for, in other words; its input tells it.
  ...entries('cline-stream', 'repeated', ['**.output[].query', '**.output.query', '**.update.query']),
  ...entries('cline-session', 'time', ['.updated_at'], TIME),
  ...entries(
    'cline-session',
    'id',
    ['**.id', '**.tool_use_id', '**.sessionId', '**.parentThreadId', '**.subagent'],
    WORD,
  ),
  ...entries('cline-session', 'system prompt', ['.system_prompt']),
  ...entries('cline-session', 'repeated', ['**<tool_result>.content[].query', '**<tool_result>.content!.query']),
  // The prompt without its tags.
  ...entries('cline-session', 'repeated', ['**.content[]<text>.text'], /^\s*<user_input mode="/),
  ...['cline-task', 'cline-task-stream'].flatMap((wire) => [
    ...entries(wire, 'name', ['**.providerId', '**.modelId', '**.cancelReason'], WORD),
    ...entries(wire, 'repeated', ['**.errorMessage!.**', '**.streamingFailedMessage!.**', '**.text!.details.**']),
    ...entries(wire, 'repeated', ['<error>.message!.**', '**<ask>.text!.**']),
  ]),
];

export const LEFT_OUT: readonly LeftOut[] = [
  ...goose,
  ...cline,
  ...[...claudeControl, ...codexAppServer, ...acp],
  ...[
    ...claudeProject,
    ...claudeStream('claude-stream'),
    ...codexRollout,
    ...codexExec,
    ...codexLegacy,
    ...geminiChat,
    ...geminiStream,
  ],
  ...['opencode-stream', 'opencode-store', 'opencode-events', 'opencode-export'].flatMap(opencode),
  ...[...copilot('copilot-stream'), ...copilot('copilot-events'), ...qwenStream, ...qwenChat],
  ...[...piSession, ...kimiStream, ...kimiWire],
];
