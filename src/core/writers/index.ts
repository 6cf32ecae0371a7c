/** `threadline/writers`: threads in other shapes, including session files that another agent resumes. Runs anywhere. */
export { derivedId } from './derived-id.ts';
export type { TurnRange } from './message-filter.ts';
export { withRedaction } from './redacted-writer.ts';
export { loadWriter, writerNames, writers } from './registry.ts';
export type { HeadGatherer, HeadOptions, HeadPrompt, ThreadHead } from './thread-head.ts';
export { createHeadGatherer } from './thread-head.ts';
export type {
  CountedRequest,
  CreateWriter,
  KnownChanges,
  Omitted,
  PageParts,
  SessionOptions,
  Writer,
  WriterOptions,
} from './writer.ts';
