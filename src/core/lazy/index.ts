/** `threadline/lazy`: reads every agent by what it loads when a line needs it. For pages that are bundled in parts. */
export type { EventReaderOptions } from '../wires/create-reader.ts';
export type { ByteSource } from '../wires/read-source.ts';
export { createEventStream, readEventBatches, readEvents, readThreadEvents } from './read-events.ts';
