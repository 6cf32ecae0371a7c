const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Ids of records, requests, calls and sessions. One that could be a text leaves as a digest. */
export const IDS = names(
  `id uuid parentUuid leafUuid logicalParentUuid sessionId session_id requestId request_id messageId message_id agentId
   agent_id turn_id turnId thread_id threadId response_id responseId call_id callId tool_use_id toolUseID
   parent_thread_id parentThreadId forked_from_id forkedFromId conversation_id rollout_id projectHash promptId $rewindTo
   parentId parentID parent_id parent_session_id parentSessionId messageID sessionID callID toolCallId apiCallId usageId
   taskId interactionId project_id prompt_id parentToolCallId stepUuid stepId subagent_id`,
);

export const TIMES = names(
  `timestamp startTime lastUpdated started_at completed_at resets_at created_at updated_at event.timestamp`,
);

/** The agent's own words: the kind of a record, and how the request was made. */
export const WORDS = names(
  `type subtype role model service_tier speed version cli_version cliVersion originator subagent stop_reason
   record_type operation model_provider reasoning_effort effort plan_type limit_id history_mode
   entrypoint userType
   table modelID providerID model_name modelId provider api mode agent providerId modelAlias usageScope protocol_version
   session_type status say ask reason event.name kind
   provider_name producer selectedModel newModel previousModel currentModel shutdownType`,
);

export const FOLDERS = names('cwd directory working_dir workspace_root');

/** Objects that are searched further. */
export const INNER = names(
  `payload info total_token_usage last_token_usage rate_limits primary secondary usage message cache_creation
   output_tokens_details server_tool_use tokens $set source subagent thread_spawn history_base forkedFrom thread_settings
   token_usage
   data row cache time path state modelInfo modelUsage metrics accounting context event usageMetadata systemPayload
   uiEvent model model_config cost functionCall functionResponse compactionTokensUsed environmentDisclosure`,
);

/** Objects with a name of a model for each of their fields. */
export const BY_MODEL = names('modelMetrics');

/** Lists whose objects are searched further. */
export const LISTS = names('content messages iterations parts');

/** Texts that are JSON: columns of databases, and lines within lines. What they hold is reduced in its turn. */
export const PACKED = names('data content_json model_config_json metadata_json metadata');

/** The kinds of a message whose text is JSON with the counts of a request. */
export const COUNTING_SAYS = names('api_req_started deleted_api_reqs api_req_finished subagent_usage');
