import { KB, MB } from './units.ts';

/** Bounds of the command line, chat and the MCP server (docs/limits.md). Those of the viewer are in `doors/server`. */
export const doorLimits = /* @__PURE__ */ Object.freeze({
  /** `sessions`: number of the newest sessions that have a status in a list. */
  maxListedStatuses: 500,
  /** `sessions`: maximum number of session files that are all looked at for a list of the newest few. */
  maxWholeListFiles: 200,
  /** `resume`: number of the newest sessions to choose from. */
  maxPickedSessions: 500,
  /** `chat`: bytes of an answer that wait for a slow client before the agent must wait. */
  maxUnsentChatBytes: 64 * KB,
  /** `chat`: maximum characters of a request's message. */
  maxChatMessageLength: 16 * MB,
  /** `chat`: maximum characters of a request's id. */
  maxChatIdLength: 256,
  /** `chat`: maximum bytes of a message passed as an argument; a longer one goes by a file. Linux takes 128 KiB. */
  maxChatArgumentBytes: 96 * KB,
  /** `chat`: maximum bytes of a command's output that a local sandbox keeps as text. */
  maxCommandOutputBytes: 16 * MB,
  /** `search`: wait for the greeting of a process that offers to search. Then the command searches itself, … */
  searchGreetingMs: 1000,
  /** `search`: … as it does without an answer in this time. */
  searchAnswerMs: 5000,
  /** `search`: maximum bytes of such an answer. */
  maxSearchAnswerBytes: 64 * MB,
  /** `serve`, `tail`: wait for the question of a process that connected. */
  searchAskedMs: 2000,
  /** `serve`, `tail`, `search`: maximum bytes of a question, and of a greeting. */
  maxSearchAskedBytes: MB,
  /** `serve`, `tail`: maximum processes that ask at once. */
  maxSearchAskers: 16,
  /** `mcp`: maximum bytes of an answer, as sent. */
  maxMcpAnswerBytes: 64 * KB,
  /** `mcp`: maximum bytes of a client's line. A longer one is dropped. */
  maxMcpRequestBytes: MB,
  /** `mcp`: maximum time of a search. The results found until then are returned. */
  mcpSearchMs: 20_000,
  /** `mcp`: maximum wait of a call for a refresh. It is then answered from the present state. */
  mcpRefreshMs: 5000,
} as const);
