import type { AskingAgent } from './asking-agent.ts';

/** Names its session when it starts a server, since 2.1.157. `/clear` begins another one, and the server lives on. */
export const claudeAsker: AskingAgent = {
  agent: 'claude',
  client: 'claude',
  started: (env) => [env.CLAUDE_CODE_SESSION_ID],
};
