// Writes the lines of a Claude Code project file, as 2.1 writes them, for the sample home.

/** @param {{id: string, start: string, cwd: string, branch?: string, model: string, title?: string, agentId?: string}} thread */
export function claudeThread(thread) {
  const { id, cwd, model, agentId } = thread;
  const lines = [];
  let time = Date.parse(thread.start);
  let count = 0;
  let parent = null;
  let message = 0;
  let isOpen = false;
  let usage = {
    input_tokens: 12,
    cache_creation_input_tokens: 1800,
    cache_read_input_tokens: 24_000,
    output_tokens: 320,
  };

  const uuid = () => {
    count += 1;
    return `${id.slice(0, 24)}${agentId ? 'a' : 'b'}${String(count).padStart(11, '0')}`;
  };
  const write = (fields) => {
    const own = uuid();
    const base = { parentUuid: parent, isSidechain: agentId !== undefined, ...(agentId && { agentId }) };
    const rest = {
      uuid: own,
      timestamp: new Date(time).toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId: id,
      version: '2.1.325',
      gitBranch: thread.branch ?? 'main',
    };
    lines.push(JSON.stringify({ ...base, ...fields, ...rest }));
    parent = own;
  };
  const assistant = (block, stop = null) => {
    if (!isOpen) message += 1;
    isOpen = true;
    const messageId = `msg_01${id.slice(-6)}${agentId ?? ''}${String(message).padStart(4, '0')}`;
    const content = {
      id: messageId,
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason: stop,
      stop_sequence: null,
      usage,
    };
    write({ message: content, requestId: `req_01${id.slice(-6)}${agentId ?? ''}${message}`, type: 'assistant' });
  };

  const api = {
    prompt(text) {
      isOpen = false;
      write({
        promptId: `p${count}`,
        type: 'user',
        message: { role: 'user', content: text },
        permissionMode: 'default',
      });
      return api;
    },
    uses(input, written, cached, output) {
      usage = {
        input_tokens: input,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: cached,
        output_tokens: output,
      };
      return api;
    },
    think(seconds, text) {
      time += seconds * 1000;
      assistant({ type: 'thinking', thinking: text, signature: 'c2FtcGxl' });
      return api;
    },
    say(text) {
      time += 1500;
      assistant({ type: 'text', text }, 'end_turn');
      isOpen = false;
      return api;
    },
    tool(name, input, { result = '', seconds = 0.3, isError = false, more } = {}) {
      const use = `toolu_01${id.slice(-6)}${agentId ?? ''}${String(count).padStart(4, '0')}`;
      time += 400;
      assistant({ type: 'tool_use', id: use, name, input }, 'tool_use');
      isOpen = false;
      time += seconds * 1000;
      write({
        type: 'user',
        message: {
          role: 'user',
          content: [{ tool_use_id: use, type: 'tool_result', content: result, is_error: isError }],
        },
        ...(more && { toolUseResult: more }),
      });
      return use;
    },
    bash(command, options = {}) {
      const { result = '' } = options;
      api.tool(
        'Bash',
        { command },
        { ...options, more: { stdout: result, stderr: '', interrupted: false, isImage: false } },
      );
      return api;
    },
    edit(path, before, after) {
      const structuredPatch = [
        {
          oldStart: 1,
          oldLines: before.length,
          newStart: 1,
          newLines: after.length,
          lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
        },
      ];
      const input = { file_path: `${cwd}/${path}`, old_string: before.join('\n'), new_string: after.join('\n') };
      api.tool('Edit', input, {
        result: `The file ${cwd}/${path} has been updated.`,
        more: { filePath: `${cwd}/${path}`, oldString: input.old_string, newString: input.new_string, structuredPatch },
      });
      return api;
    },
    todos(steps) {
      const todos = steps.map(([status, content]) => ({ content, status, activeForm: content }));
      api.tool('TodoWrite', { todos }, { result: 'Todos have been modified successfully.' });
      return api;
    },
    wait(seconds) {
      time += seconds * 1000;
      return api;
    },
    get time() {
      return new Date(time).toISOString();
    },
    title(text) {
      lines.push(JSON.stringify({ type: 'custom-title', customTitle: text, sessionId: id }));
      return api;
    },
    file() {
      const folder = `claude/projects/${cwd.replaceAll(/[^a-zA-Z0-9]/g, '-')}`;
      const path = agentId ? `${folder}/${id}/subagents/agent-${agentId}.jsonl` : `${folder}/${id}.jsonl`;
      return { path, text: `${lines.join('\n')}\n` };
    },
  };
  return api;
}
