/** Bounds of the command line, the chat service and the MCP server; those of the viewer stand in `doors/server`. docs/limits.md says what happens at each. */
export const doorLimits = /* @__PURE__ */ Object.freeze({
  /** `sessions`: so many of the newest have a status in a list. */
  maxListedStatuses: 500,
  /** `chat`: how much of an answer waits for a slow client before the agent has to. */
  maxUnsentChatBytes: 64 * 1024,
  /** `chat`: longest message of a request, in characters. */
  maxChatMessageLength: 16 * 1024 * 1024,
  /** `chat`: longest id of a request, in characters. */
  maxChatIdLength: 256,
  /** `chat`: longest message that is an argument, in bytes; a longer one goes by a file. Linux takes 128 KiB. */
  maxChatArgumentBytes: 96 * 1024,
  /** `chat`: how much of a command's output a local sandbox keeps as a text, in bytes. */
  maxCommandOutputBytes: 16 * 1024 * 1024,
  /** `mcp`: longest answer, in bytes as it is sent. */
  maxMcpAnswerBytes: 64 * 1024,
  /** `mcp`: a longer line of the client is dropped, in bytes. */
  maxMcpRequestBytes: 1024 * 1024,
  /** `mcp`: how long a search may take; what was found until then is given. */
  mcpSearchMs: 20_000,
  /** `mcp`: how long a call waits for what is new; it is answered from what is there then. */
  mcpRefreshMs: 5000,
} as const);
