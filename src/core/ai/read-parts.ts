import { createLineFramer } from '../lines/framer.ts';
import { parseText } from '../lines/parse-text.ts';
import { createNdjsonMapper } from '../ndjson/ndjson-mapper.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { Usage } from '../thread/usage.ts';
import { createUsageSum } from '../thread/usage-sum.ts';
import type { AgentSource } from './agent-source.ts';
import { type ApprovalWatch, liveParts } from './live-parts.ts';
import type { LiveSource } from './live-source.ts';
import { createPartMapper, type PartEnd, type PartMapper } from './part-mapper.ts';
import type { StreamPart } from './stream-part.ts';

/** Options of `readParts`. */
export interface ReadPartsOptions {
  /** Also return every line of the agent as a part. */
  includeRawChunks?: boolean;
  /** Told of approvals of an agent under control. */
  approvals?: ApprovalWatch | undefined;
  /** Ends the turn of an agent under control, which outlives it. What is open then is denied. */
  signal?: AbortSignal | undefined;
}

/** Yields the stream parts of an agent's run, from its first line to the one `finish`. Failures become parts. */
export async function* readParts(source: AgentSource, options: ReadPartsOptions = {}): AsyncGenerator<StreamPart> {
  const mapper = createPartMapper();
  const isRaw = options.includeRawChunks === true;
  let end: PartEnd;
  try {
    if ('live' in source) {
      yield* mapper.finish(yield* liveParts(source, mapper, options));
      return;
    }
    const usage = 'events' in source ? yield* eventParts(source.events, mapper, isRaw) : undefined;
    if ('ndjson' in source) yield* ndjsonParts(source.ndjson, mapper, isRaw);
    end = { usage, ...(await endOf(source, mapper)) };
  } catch (error) {
    end = { error };
  }
  yield* mapper.finish(end);
}

/** The process knows better than its output whether it ended well. */
async function endOf({ completion }: Exclude<AgentSource, LiveSource>, mapper: PartMapper): Promise<PartEnd> {
  if (!completion) return { isCutOff: !mapper.hasResult };
  const { ok, error } = await completion;
  return ok ? {} : { error: new Error(error?.message ?? 'the agent failed') };
}

/** Yields the parts, and at the end returns the usage. */
async function* eventParts(
  outcomes: AsyncIterable<Outcome>,
  mapper: PartMapper,
  isRaw: boolean,
): AsyncGenerator<StreamPart, Usage | undefined> {
  const lines = createNdjsonMapper();
  const sum = createUsageSum();

  function* partsOf(event: ThreadEvent): Generator<StreamPart> {
    sum.push(event);
    for (const line of lines.push(event)) yield* mapper.push(line);
  }

  for await (const outcome of outcomes) {
    const raw = outcome.ok ? outcome.raw : outcome.error.raw;
    if (isRaw) yield { type: 'raw', rawValue: raw ?? outcome };
    if (outcome.ok) for (const event of outcome.events) yield* partsOf(event);
  }
  for (const line of lines.end()) yield* mapper.push(line);
  return sum.usage;
}

async function* ndjsonParts(
  chunks: AsyncIterable<string | Uint8Array>,
  mapper: PartMapper,
  isRaw: boolean,
): AsyncGenerator<StreamPart> {
  const framer = createLineFramer();

  function* partsOf(text: string): Generator<StreamPart> {
    for (const record of parseText(text).records) {
      if (isRaw) yield { type: 'raw', rawValue: record };
      yield* mapper.push(record);
    }
  }

  for await (const chunk of chunks) for (const line of framer.push(chunk)) yield* partsOf(line.text);
  for (const line of framer.end()) yield* partsOf(line.text);
}
