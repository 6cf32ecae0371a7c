// Writes schema/thread-event.schema.json, the published JSON Schema. A test fails when the file is not up to date.
import { mkdirSync, writeFileSync } from 'node:fs';
import { threadEventJsonSchema } from '../src/core/schema/json-schema.ts';

const folder = new URL('../schema/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('thread-event.schema.json', folder), `${JSON.stringify(threadEventJsonSchema, undefined, 2)}\n`);
