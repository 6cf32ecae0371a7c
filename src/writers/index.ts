/**
 * `threadline/writers`: threads in other shapes, among them session files that another agent resumes. Runs anywhere.
 */
export { derivedId } from './derived-id.ts';
export { withRedaction } from './redacted-writer.ts';
export { writers } from './registry.ts';
export type { CreateWriter, Omitted, SessionOptions, Writer, WriterOptions } from './writer.ts';
