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

const claude = (wire: 'claude-project' | 'claude-stream'): LeftOut[] => [
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
  ...claude('claude-project'),
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

/** A run that is printed as one list has a path of its own. */
const claudeStream: LeftOut[] = [
  ...claude('claude-stream'),
  ...entries('claude-stream', 'folder', ['**<system>.memory_paths.auto', '**<system>.messaging_socket_path'], WORD),
  ...entries(
    'claude-stream',
    'name',
    ['**<system>.capabilities[]', '**<system>.skills[]', '**<system>.slash_commands[]'],
    WORD,
  ),
  ...entries('claude-stream', 'name', ['**<system>.plugins[].name', '**<system>.plugins[].source'], WORD),
  ...entries('claude-stream', 'system prompt', ['<control_response>.response.response.**']),
  // Without its tags it is the text of the line.
  ...entries('claude-stream', 'repeated', ['<assistant>.local_command_source'], /^<local-command-stdout>/),
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
  ...[...claudeProject, ...claudeStream, ...codexRollout, ...codexExec, ...codexLegacy, ...geminiChat, ...geminiStream],
];
