import { z } from 'zod';
import type { BaseChatRequest } from './chat-agent.ts';

/** An argument cannot hold a NUL, and an id that begins with a dash would be taken for an option. */
const message = z
  .string()
  .min(1)
  .regex(/^[^\0]*$/, 'holds a NUL character');
const id = z.string().regex(/^[A-Za-z0-9_][^\0\s]*$/, 'is not an id');

/** What the agents of this package take. */
export const chatRequestSchema: z.ZodType<BaseChatRequest> = z.object({
  message,
  session_id: id.optional(),
  sandbox_id: id.optional(),
  snapshot_id: id.optional(),
});
