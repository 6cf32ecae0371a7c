import { createLineMapper } from '../../core/ndjson/stdout-mapper.ts';
import { createReaderOf } from '../../core/wires/create-reader.ts';
import { geminiStream } from '../../core/wires/gemini-stream/wire.ts';
import { geminiFlags } from '../../machine/run/agents/gemini/arguments.ts';
import { type CommandAgent, createCommandAgent } from './command-agent.ts';

/** Options of `createGeminiAgent`. */
export interface GeminiAgentOptions {
  /** The program in the sandbox; `gemini` by default. */
  binary?: string | undefined;
  /** `-m`; Gemini CLI's own choice by default. */
  model?: string | undefined;
  /** A snapshot with the Gemini CLI installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** The environment that holds GEMINI_API_KEY; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Gives the client normalised NDJSON, like other agents: Claude's tool names, ids as in messages. */
  normalise?: boolean | undefined;
  /** Normalised: end each answer with a line that has all of it, which Gemini never writes. Default: `wire`, no. */
  whole?: 'always' | 'wire' | undefined;
  /**
   * Lets the agent do all things without asking, also in a sandbox that is no fence (`createLocalSandbox`). Without it,
   * the agent there writes files and runs no commands: `auto_edit`.
   */
  dangerouslyBypass?: boolean | undefined;
}

/** The flags, in the order that chat services have always used. */
const FLAGS = ['--output-format', 'stream-json', '--approval-mode'];
const BYPASS = ['yolo', '--sandbox', 'false'];

/**
 * The Gemini CLI in a sandbox. A sandbox that is a fence is the only one: it asks for nothing there. The client gets its
 * `stream-json` without a mapper, unless it is to be normalised.
 */
export function createGeminiAgent(options: GeminiAgentOptions = {}): CommandAgent {
  const { binary = 'gemini', env = process.env, model } = options;
  const apiKey = env.GEMINI_API_KEY?.trim();
  const commandEnv: Record<string, string> = apiKey ? { GEMINI_API_KEY: apiKey } : {};
  const settings = geminiFlags({ model });
  const agent = createCommandAgent({
    snapshotId: options.snapshotId,
    env,
    dangerouslyBypass: options.dangerouslyBypass,
    toCommand({ session_id: session }, message, isFree) {
      const resume = session ? ['--resume', session] : [];
      // Without a prompt argument the Gemini CLI reads the prompt from stdin.
      const prompt = message === undefined ? [] : ['--prompt', message];
      const flags = [...FLAGS, ...(isFree ? BYPASS : ['auto_edit'])];
      return { cmd: binary, args: [...prompt, ...flags, ...settings, ...resume], env: commandEnv };
    },
  });
  if (!options.normalise) return agent;
  return {
    ...agent,
    createStdoutMapper: () =>
      createLineMapper(createReaderOf([geminiStream], { raw: true }), {
        geminiModel: true,
        whole: options.whole ?? 'wire',
      }),
  };
}
