import { agentPrompt, type PromptMessage } from './agent-prompt.ts';
import type { AgentSource } from './agent-source.ts';
import { createApprovalAnswers } from './approval-answers.ts';
import { collectParts, type GenerateResult } from './collect-parts.ts';
import { type ReadPartsOptions, readParts } from './read-parts.ts';
import type { CallWarning, StreamPart } from './stream-part.ts';

/** The SDK's request, with the fields that threadline uses (`LanguageModelV4CallOptions`). */
export interface ModelCall {
  prompt: PromptMessage[];
  abortSignal?: AbortSignal;
  includeRawChunks?: boolean;
  tools?: readonly unknown[];
  /** Has a schema if the caller wants an object. Pass it to the agent as its output schema. */
  responseFormat?: { type: string; schema?: unknown };
}

/** What `run` gets beside the prompt. */
export interface AgentCall {
  /** Aborted when the caller aborts, or when nobody reads the stream any more. */
  signal: AbortSignal;
  /** The SDK's whole request: the conversation, provider options, the response format. */
  call: ModelCall;
}

/** Options of `createThreadlineModel`. */
export interface ThreadlineModelOptions {
  /**
   * Starts the agent. `CodexClient` fits:
   * `run: (prompt, { signal }) => client.streamExec({ prompt, signal })`. So does an agent under control:
   * `run: (prompt) => ({ live: session, prompt })`.
   */
  run(prompt: string, agent: AgentCall): AgentSource | PromiseLike<AgentSource>;
  /** The SDK's name for the model until the agent reports it. */
  modelId?: string;
  /** The SDK's name for the provider. Default: `threadline`. */
  provider?: string;
}

/** A language model of the AI SDK (`LanguageModelV4`) backed by an agent, which runs its tools by itself. */
export interface ThreadlineModel {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  /** Runs the agent on the last prompt. The SDK calls it. */
  doStream(call: ModelCall): Promise<{ stream: ReadableStream<StreamPart> }>;
  /** The same, all at once. */
  doGenerate(call: ModelCall): Promise<GenerateResult>;
}

/**
 * Makes an agent a language model of the AI SDK: `streamText({ model })` runs it.
 *
 * @example
 * import { streamText } from 'ai';
 * import { createThreadlineModel } from 'threadline/ai';
 * import { CodexClient } from 'threadline/run';
 *
 * const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true });
 * const model = createThreadlineModel({ run: (prompt, { signal }) => codex.streamExec({ prompt, signal }) });
 * console.log(await streamText({ model, prompt: 'Which files are here?' }).text);
 */
export function createThreadlineModel(options: ThreadlineModelOptions): ThreadlineModel {
  const { run, modelId = 'agent', provider = 'threadline' } = options;
  const approvals = createApprovalAnswers();
  if (typeof run !== 'function') throw new TypeError('run is a function that starts an agent');

  async function doStream(call: ModelCall): Promise<{ stream: ReadableStream<StreamPart> }> {
    call.abortSignal?.throwIfAborted();
    const { prompt, warnings } = agentPrompt(call.prompt);
    const answered = await approvals.take(call.prompt);
    warnings.push(...answered.warnings);
    // What was allowed goes on in the stream that asked.
    if (prompt === '' && answered.isOnlyAnswers)
      return { stream: toStream(readCall(NOTHING, call, warnings), async () => {}) };
    const leaving = new AbortController();
    const signal = call.abortSignal ? AbortSignal.any([call.abortSignal, leaving.signal]) : leaving.signal;
    const source = await run(prompt, { signal, call });
    const parts = readCall(source, call, [...warnings, ...callWarnings(call)], { approvals, signal });
    return { stream: toStream(parts, () => stopSource(source, leaving)) };
  }

  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: {},
    doStream,
    doGenerate: async (call) => collectParts((await doStream(call)).stream),
  };
}

/** A source that says nothing and ends well. */
const NOTHING: AgentSource = { ndjson: (async function* () {})(), completion: Promise.resolve({ ok: true }) };

async function* readCall(
  source: AgentSource,
  call: ModelCall,
  warnings: CallWarning[],
  options: Pick<ReadPartsOptions, 'approvals' | 'signal'> = {},
): AsyncGenerator<StreamPart> {
  yield { type: 'stream-start', warnings };
  const { includeRawChunks = false } = call;
  for await (const part of readParts(source, { includeRawChunks, ...options })) {
    // An agent that was told to stop does so in its own way. What it says about that is not an answer.
    if (part.type === 'error' || part.type === 'finish') call.abortSignal?.throwIfAborted();
    yield part;
  }
}

async function stopSource(source: AgentSource, leaving: AbortController): Promise<void> {
  leaving.abort();
  if (!('live' in source)) await source.stop?.();
}

/** Reads only as fast as the stream is read. */
function toStream<Part>(parts: AsyncGenerator<Part>, stop: () => Promise<void>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      // The agent has to end first: a generator that waits for it cannot be left.
      // Nobody is left to hear that it could not be stopped; its `completion` tells that.
      await Promise.allSettled([stop(), parts.return(undefined)]);
    },
  });
}

/** Call settings that mean nothing to an agent. */
const UNSUPPORTED = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
];

function callWarnings(call: ModelCall): CallWarning[] {
  const given = new Map(Object.entries(call));
  const warnings: CallWarning[] = [];
  for (const feature of UNSUPPORTED)
    if (given.get(feature) !== undefined) warnings.push({ type: 'unsupported', feature });
  if (call.tools && call.tools.length > 0) {
    warnings.push({ type: 'unsupported', feature: 'tools', details: 'the agent has its own tools' });
  }
  return warnings;
}
