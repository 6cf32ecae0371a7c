import { createLineMapper } from '../../core/ndjson/stdout-mapper.ts';
import { codexExec } from '../../core/wires/codex-exec/wire.ts';
import { codexLegacy } from '../../core/wires/codex-legacy/wire.ts';
import { createReaderOf } from '../../core/wires/create-reader.ts';
import { codexFlags } from '../../machine/run/agents/codex/arguments.ts';
import type { ConfigValue } from '../../machine/run/agents/codex/toml.ts';
import { type CommandAgent, createCommandAgent } from './command-agent.ts';

/** Options of `createCodexAgent`. */
export interface CodexAgentOptions {
  /** The program in the sandbox; `codex` by default. */
  binary?: string | undefined;
  /** `-m`; Codex's own choice by default. */
  model?: string | undefined;
  /** The address of the model's service: the setting `openai_base_url`. */
  baseUrl?: string | undefined;
  /** More Codex settings by their dotted names: `{'model_reasoning_effort': 'high'}`. */
  config?: Readonly<Record<string, ConfigValue>> | undefined;
  /** A snapshot with Codex installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** The environment that holds the key; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The variable that holds the key. A provider in `config` with an `env_key` needs another one. */
  keyVariable?: string | undefined;
  /**
   * Lets the agent do all things without asking, also in a sandbox that is no fence (`createLocalSandbox`). Without it,
   * the agent there writes in its working folder alone, behind Codex's own sandbox: `-s workspace-write`.
   */
  dangerouslyBypass?: boolean | undefined;
}

/** The wires that Codex prints. A server need not load the readers of everything that agents keep on disk. */
const STREAMS = [codexExec, codexLegacy];

/** The flags, in the order that chat services have always used. */
const FLAGS = ['--json', '--skip-git-repo-check'];
const BYPASS = '--dangerously-bypass-approvals-and-sandbox';
const OWN_FENCE = codexFlags({ sandbox: 'workspace-write' });

/**
 * Codex in a sandbox. A sandbox that is a fence is the only one: Codex's own is switched off there. Only the key is passed on from the
 * environment: CODEX_API_KEY, which `codex exec` reads for its own service, unless another variable is named.
 *
 * @example
 * import { createCodexAgent } from 'threadline/chat';
 *
 * const agent = createCodexAgent({ model: 'gpt-5.2-codex', config: { model_reasoning_effort: 'low' } });
 * console.log(agent.createCommand({ input: { message: 'Which files are here?' } }).args);
 */
export function createCodexAgent(options: CodexAgentOptions = {}): CommandAgent {
  const { binary = 'codex', env = process.env, keyVariable = 'CODEX_API_KEY', model, baseUrl, config } = options;
  const apiKey = env[keyVariable]?.trim();
  if (!apiKey) throw new TypeError(`${keyVariable} is missing: Codex needs a key in the sandbox`);
  const settings = codexFlags({
    model,
    config: { ...config, ...(baseUrl === undefined ? {} : { openai_base_url: baseUrl }) },
  });
  const agent = createCommandAgent({
    snapshotId: options.snapshotId,
    env,
    dangerouslyBypass: options.dangerouslyBypass,
    toCommand({ session_id: session }, message, isFree) {
      const resume = session ? ['resume', session] : [];
      // Every version takes the sandbox before `resume`, and the bypass behind it.
      const [before, behind] = isFree ? [[], [...FLAGS, BYPASS]] : [OWN_FENCE, FLAGS];
      // After `--` a message cannot be taken for an option. `-` is stdin.
      const prompt = message === undefined ? ['-'] : ['--', message];
      return {
        cmd: binary,
        args: ['exec', ...settings, ...before, ...resume, ...behind, ...prompt],
        env: { [keyVariable]: apiKey },
      };
    },
  });
  return {
    ...agent,
    createStdoutMapper: () => createLineMapper(createReaderOf(STREAMS, { raw: true }), { errors: 'wire' }),
    // Codex prints this whenever stdin is not a terminal.
    isStderrNoise: (line) => /^Reading (?:additional input|prompt) from stdin\.\.\.$/.test(line),
  };
}
