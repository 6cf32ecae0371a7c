import { createEventReader } from '../wires/event-reader.ts';
import { createLineMapper, type StdoutMapper, type StdoutMapperOptions } from './stdout-mapper.ts';

export type CodexStdoutMapper = StdoutMapper;

/** Maps `codex exec --json` of every version, and its session files. `init` gives the model as `modelId` alone. */
export function createCodexStdoutMapper(options: StdoutMapperOptions = {}): CodexStdoutMapper {
  return createLineMapper(createEventReader({ ...options, raw: true }), { ...options, geminiModel: false });
}
