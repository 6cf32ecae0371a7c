import { createEventReader } from '../wires/event-reader.ts';
import { createLineMapper, type StdoutMapper, type StdoutMapperOptions } from './stdout-mapper.ts';

/** What `createCodexStdoutMapper` makes: a mapper like any other. */
export type CodexStdoutMapper = StdoutMapper;

/**
 * Maps `codex exec --json` of every version, and its session files. `init` gives the model as `modelId` alone.
 *
 * @example
 * import { createCodexStdoutMapper } from 'threadline';
 *
 * const mapper = createCodexStdoutMapper();
 * const lines = mapper.push('{"type":"message.output_text.delta","delta":"Hello"}\n');
 * console.log([...lines, ...mapper.flush()].join('')); // {"type":"message","role":"assistant","content":"Hello","delta":true}
 */
export function createCodexStdoutMapper(options: StdoutMapperOptions = {}): CodexStdoutMapper {
  return createLineMapper(createEventReader({ ...options, raw: true }), {
    errors: 'wire',
    ...options,
    geminiModel: false,
  });
}
