/**
 * Where a live session and its file are not the same: a closed list. `what` is a beginning of the difference, `where` the
 * recordings in which it is met.
 */
export interface LiveException {
  where: RegExp;
  what: RegExp;
  why: string;
}

export const LIVE_EXCEPTIONS: readonly LiveException[] = [
  {
    where: /^claude\/(?:1\.0\.128|2\.1\.75)\//,
    what: /^user_message is in no file: "also say please"/,
    why: 'older versions keep no prompt that came while a command ran',
  },
  {
    where: /^claude\/2\.1\.325\/c15-/,
    what: /^user_message is in no file: "<local-command-stdout>/,
    why: 'the CLI prints what a setting did, and does not keep it',
  },
  {
    where: /^claude-code-acp\/.*(?:a0-|a6-)/,
    what: /^user_message is in no file: "also say please"/,
    why: 'the adapter never gives on a prompt that came while it was busy',
  },
  {
    where: /^claude-code-acp\/.*(?:a0-|a7-)/,
    what: /^reasoning is in no file/,
    why: 'the adapter runs a model whose thinking is kept under no text',
  },
  {
    where: /^claude-code-acp\/.*a13-/,
    what: / live and mcp_tool_call kept$/,
    why: 'the adapter’s own tools of files and terminals are those of an MCP server in the file',
  },
  {
    where: /^codex\/.*a21-review/,
    what: /is in another thread$|^agent_message is in no file: "One bug\."/,
    why: 'a review runs in a thread with a file of its own, and is told in the one that asked for it',
  },
  {
    where: /^codex\/.*(?:a23-two-threads|a25-subagents)/,
    what: /^(?:agent_message|user_message|reasoning) is in no file/,
    why: 'the recording kept one of two files',
  },
  {
    where: /^codex\/0\.145\.0\/(?:a26-|a33-)/,
    what: /^command_execution .* is in no file$/,
    why: 'what the person ran, and commands inside of a script, have other ids in files of this age',
  },
  {
    where: /^codex\/0\.98\.0\/a1-hello/,
    what: /^reasoning is in no file/,
    why: 'the parts of a summary are items of their own in files of this age',
  },
  { where: /^codex-acp\//, what: /has another command$/, why: 'the adapter leaves out the shell around a command' },
  {
    where: /^(?:claude-code-acp|copilot|gemini)\/.*a0-/,
    what: /^agent_message is in no file: "This text is long/,
    why: 'a text that was cut short by a cancel is not kept',
  },
  {
    where: /^(?:claude-code-acp|copilot)\/.*a0-/,
    what: /is in another thread$/,
    why: 'a sub-agent’s call is told as its parent’s',
  },
  {
    where: /^(?:claude-code-acp|copilot|gemini|qwen)\/.*(?:a0-|a16-)/,
    what: /^user_message is in no file: "x?"$/,
    why: 'a prompt that the agent answered with an error',
  },
  {
    where: /^copilot\/.*a0-/,
    what: /is file_change live and tool_call kept$/,
    why: 'a tool that does not exist: the protocol calls it an edit',
  },
  {
    where: /^gemini\//,
    what: /is command_execution live and tool_call kept$/,
    why: 'a refused command has no result in the file, where it is a call like any other',
  },
  {
    where: /^gemini\/.*a12-/,
    what: /is tool_call live and mcp_tool_call kept$/,
    why: 'the protocol does not say that a tool is one of an MCP server',
  },
  {
    where: /^gemini\/.*a7/,
    what: /is in no file|^no file of thread/,
    why: 'loading a session destroys its file (0.61.0)',
  },
  {
    where: /^gemini\/.*a5c-/,
    what: /^command_execution .* is in no file$/,
    why: 'of a turn that was killed nothing is kept',
  },
  {
    where: /^qwen\/.*a0-/,
    what: /^agent_message is in no file: "Background agent/,
    why: 'the agent’s own words about its background agents',
  },
  {
    where: /^qwen\/.*a20-/,
    what: /^user_message is in no file: "also say please"/,
    why: 'the file keeps the words with what the model was told around them',
  },
];
