export type { Problem, ProblemCode } from './errors.ts';
export { ThreadlineError } from './errors.ts';
export { limits } from './limits.ts';
export type * from './thread/event.ts';
export type { Outcome } from './thread/outcome.ts';
export { createEventReader } from './wires/event-reader.ts';
export { detectWire } from './wires/detect.ts';
export { parseLine } from './wires/parse-line.ts';
export { createEventStream, readEventBatches, readEvents } from './wires/read-events.ts';
