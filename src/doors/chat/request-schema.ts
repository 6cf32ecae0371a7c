import * as z from 'zod';
import { doorLimits } from '../../limits/doors.ts';

const text = z.string({ error: 'is not a text' });

/** An argument cannot hold a NUL. */
const message = text
  .min(1, 'is empty')
  .max(doorLimits.maxChatMessageLength, 'is too long')
  .regex(/^[^\0]*$/, 'holds a NUL character');

/** An id that begins with a dash would be taken for an option. */
const id = text
  .max(doorLimits.maxChatIdLength, { error: 'is not an id', abort: true })
  .regex(/^[A-Za-z0-9_][^\0\s]*$/, 'is not an id')
  .optional();

/** The requests that the agents of this package take. Unknown fields are dropped; `extend` adds known ones. */
export const chatRequestSchema = z.object(
  { message, session_id: id, sandbox_id: id, snapshot_id: id },
  { error: 'is not an object' },
);
