import { createLineMapper } from '../../core/ndjson/stdout-mapper.ts';
import { createReaderOf } from '../../core/wires/event-reader.ts';
import { geminiStream } from '../../core/wires/gemini-stream/wire.ts';
import type { BaseChatRequest, ChatAgent } from './chat-agent.ts';
import { createCommandAgent } from './command-agent.ts';

export interface GeminiAgentOptions {
  /** The program in the sandbox; `gemini` by default. */
  binary?: string | undefined;
  /** A snapshot with the Gemini CLI installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** The environment that holds GEMINI_API_KEY; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Gives the client normalised NDJSON, like other agents: Claude's tool names, ids as in messages, whole texts. */
  normalise?: boolean | undefined;
}

/** The Gemini CLI in a sandbox. The client gets its `stream-json` without a mapper, unless it is to be normalised. */
export function createGeminiAgent(options: GeminiAgentOptions = {}): ChatAgent<BaseChatRequest> {
  const { binary = 'gemini', env = process.env } = options;
  const apiKey = env.GEMINI_API_KEY?.trim();
  const commandEnv: Record<string, string> = apiKey ? { GEMINI_API_KEY: apiKey } : {};
  const flags = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--sandbox', 'false'];
  const agent = createCommandAgent({
    snapshotId: options.snapshotId,
    env,
    toCommand({ session_id: session }, message) {
      const resume = session ? ['--resume', session] : [];
      // Without a prompt argument the Gemini CLI reads the prompt from stdin.
      const prompt = message === undefined ? [] : ['--prompt', message];
      return { cmd: binary, args: [...prompt, ...flags, ...resume], env: commandEnv };
    },
  });
  if (!options.normalise) return agent;
  return {
    ...agent,
    createStdoutMapper: () => createLineMapper(createReaderOf([geminiStream], { raw: true }), { geminiModel: true }),
  };
}
