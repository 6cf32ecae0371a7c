// Writes the lines of a Codex session file (paginated style, as Codex 0.166 writes them), for the sample home.

/** @param {{id: string, start: string, cwd: string, branch?: string, model: string, title?: string, parent?: string, nickname?: string}} thread */
export function codexThread(thread) {
  const { id, cwd, model, parent, nickname } = thread;
  const lines = [];
  let time = Date.parse(thread.start);
  let ordinal = 0;
  let turn = 0;
  let turnId = '';
  let calls = 0;
  const total = {
    input_tokens: 0,
    cached_input_tokens: 0,
    cache_write_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  };

  const write = (type, payload) => {
    lines.push(JSON.stringify({ timestamp: new Date(time).toISOString(), ordinal, type, payload }));
    ordinal += 1;
  };
  const item = (seconds, content) => {
    const started = time;
    time += Math.round(seconds * 1000);
    write('event_msg', {
      type: 'item_completed',
      thread_id: id,
      turn_id: turnId,
      item: content,
      started_at_ms: started,
      completed_at_ms: time,
    });
  };
  const nextCall = () => {
    calls += 1;
    return `call_${id.slice(-6)}${String(calls).padStart(3, '0')}`;
  };

  write('session_meta', {
    session_id: id,
    id,
    timestamp: new Date(time).toISOString(),
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.166.0',
    source: parent
      ? {
          subagent: {
            thread_spawn: { parent_thread_id: parent, depth: 1, agent_nickname: nickname, agent_role: 'default' },
          },
        }
      : 'cli',
    ...(parent && { parent_thread_id: parent, agent_nickname: nickname }),
    model_provider: 'openai',
    history_mode: 'paginated',
    git: {
      branch: thread.branch ?? 'main',
      commit_hash: '5d0c3a6f',
      repository_url: 'https://example.com/threadline.git',
    },
  });

  const api = {
    id,
    prompt(text) {
      turn += 1;
      turnId = `${id.slice(0, 24)}${String(turn).padStart(12, '0')}`;
      write('event_msg', {
        type: 'task_started',
        turn_id: turnId,
        started_at: Math.floor(time / 1000),
        model_context_window: 272000,
        collaboration_mode_kind: 'default',
      });
      write('turn_context', {
        turn_id: turnId,
        cwd,
        approval_policy: 'on-request',
        sandbox_policy: { type: 'workspace-write' },
        model,
        effort: 'high',
        summary: 'auto',
      });
      write('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
      item(0, { type: 'UserMessage', id: `user-${turn}`, content: [{ type: 'text', text, text_elements: [] }] });
      return api;
    },
    think(seconds, text) {
      item(seconds, { type: 'Reasoning', id: `rs_${ordinal}`, summary_text: [text], raw_content: [] });
      write('response_item', {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text }],
        content: null,
        encrypted_content: null,
      });
      return api;
    },
    say(text) {
      item(1.2, { type: 'AgentMessage', id: `msg_${ordinal}`, content: [{ type: 'Text', text }] });
      write('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
      return api;
    },
    run(command, { seconds = 0.4, exit = 0, output = '' } = {}) {
      const call = nextCall();
      write('response_item', {
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: command }),
        call_id: call,
      });
      item(seconds, {
        type: 'CommandExecution',
        id: call,
        process_id: '4711',
        command: ['/bin/bash', '-lc', command],
        cwd: `file://${cwd}`,
        parsed_cmd: [],
        source: 'agent',
        status: exit === 0 ? 'completed' : 'failed',
        aggregated_output: output,
        exit_code: exit,
        duration: { secs: Math.floor(seconds), nanos: Math.round((seconds % 1) * 1e9) },
        stdout: output,
        stderr: '',
        formatted_output: output,
      });
      const text = `Wall time: ${seconds.toFixed(4)} seconds\nProcess exited with code ${exit}\nOutput:\n${output}`;
      write('response_item', { type: 'function_call_output', call_id: call, output: text });
      return api;
    },
    change(path, diff, kind = 'update') {
      const call = nextCall();
      const change =
        kind === 'add' ? { type: 'add', content: diff } : { type: 'update', unified_diff: diff, move_path: null };
      write('response_item', {
        type: 'custom_tool_call',
        status: 'completed',
        call_id: call,
        name: 'apply_patch',
        input: patchText(path, diff, kind),
      });
      item(0.1, {
        type: 'FileChange',
        id: call,
        changes: { [`${cwd}/${path}`]: change },
        status: 'completed',
        auto_approved: true,
        stdout: 'Success.',
        stderr: '',
      });
      write('response_item', {
        type: 'custom_tool_call_output',
        call_id: call,
        output: JSON.stringify({
          output: `Success. Updated the following files:\nM ${path}\n`,
          metadata: { exit_code: 0, duration_seconds: 0.1 },
        }),
      });
      return api;
    },
    plan(steps) {
      const call = nextCall();
      const plan = steps.map(([status, step]) => ({ step, status }));
      write('response_item', {
        type: 'function_call',
        name: 'update_plan',
        arguments: JSON.stringify({ plan }),
        call_id: call,
      });
      time += 300;
      write('response_item', { type: 'function_call_output', call_id: call, output: 'Plan updated' });
      return api;
    },
    mcp(server, tool, args, text, seconds = 0.8) {
      const call = nextCall();
      write('response_item', {
        type: 'function_call',
        name: `mcp__${server}__${tool}`,
        arguments: JSON.stringify(args),
        call_id: call,
      });
      item(seconds, {
        type: 'McpToolCall',
        id: call,
        server,
        tool,
        arguments: args,
        status: 'completed',
        result: { content: [{ type: 'text', text }], structured_content: null },
        error: null,
        duration: { secs: 0, nanos: seconds * 1e9 },
      });
      write('response_item', {
        type: 'function_call_output',
        call_id: call,
        output: JSON.stringify([{ type: 'text', text }]),
      });
      return api;
    },
    spawn(child, prompt, answer, seconds) {
      const call = nextCall();
      write('response_item', {
        type: 'function_call',
        name: 'spawn_agent',
        arguments: JSON.stringify({ message: prompt }),
        call_id: call,
      });
      item(seconds, {
        type: 'CollabAgentToolCall',
        id: call,
        tool: 'spawnAgent',
        status: 'completed',
        sender_thread_id: id,
        receiver_thread_ids: [child],
        prompt,
        agents_states: { [child]: { status: 'completed', message: answer } },
      });
      write('response_item', {
        type: 'function_call_output',
        call_id: call,
        output: JSON.stringify({ agent_id: child }),
      });
      return api;
    },
    /** A request to the model was counted. */
    used(input, cached, output, reasoning) {
      const last = {
        input_tokens: input,
        cached_input_tokens: cached,
        cache_write_input_tokens: 0,
        output_tokens: output,
        reasoning_output_tokens: reasoning,
        total_tokens: input + output,
      };
      for (const key of Object.keys(total)) total[key] += last[key];
      write('token_usage_record', {
        thread_id: id,
        turn_id: turnId,
        session_id: id,
        response_id: `resp_${id.slice(-8)}${ordinal}`,
        usage: last,
        model,
      });
      write('event_msg', {
        type: 'token_count',
        info: { total_token_usage: { ...total }, last_token_usage: last, model_context_window: 272000 },
        rate_limits: null,
      });
      return api;
    },
    wait(seconds) {
      time += seconds * 1000;
      return api;
    },
    done(text = null) {
      write('event_msg', {
        type: 'task_complete',
        turn_id: turnId,
        last_agent_message: text,
        completed_at: Math.floor(time / 1000),
        duration_ms: 1000,
      });
      return api;
    },
    failed(message) {
      write('event_msg', { type: 'error', message, codex_error_info: 'other' });
      write('event_msg', { type: 'task_complete', turn_id: turnId, last_agent_message: null });
      return api;
    },
    /** A line that the program was killed in, and that the next start closed. */
    torn(text) {
      lines.push(text);
      return api;
    },
    file() {
      const name = new Date(Date.parse(thread.start)).toISOString().slice(0, 19).replaceAll(':', '-');
      const day = name.slice(0, 10).replaceAll('-', '/');
      const title = thread.title && { id, thread_name: thread.title, updated_at: new Date(time).toISOString() };
      return { path: `codex/sessions/${day}/rollout-${name}-${id}.jsonl`, text: `${lines.join('\n')}\n`, title };
    },
  };
  return api;
}

function patchText(path, diff, kind) {
  const head = kind === 'add' ? `*** Add File: ${path}` : `*** Update File: ${path}`;
  const body = kind === 'add' ? diff.replace(/^/gm, '+') : diff;
  return `*** Begin Patch\n${head}\n${body}\n*** End Patch\n`;
}
