import { z } from 'zod';
import { parseTime } from '../../core/thread/time.ts';
import { createBudget, untrusted } from './answer.ts';
import { agentName, sessionFacts, time } from './session-facts.ts';
import { defineTool } from './tool.ts';

const input = z.object({
  agent: agentName.optional(),
  since: time.optional(),
  until: time.optional(),
  subagents: z.boolean().optional().describe('Also sessions that agents started'),
  limit: z.int().min(1).max(100).optional().describe('At most so many; 20 by default'),
  skip: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Leave out so many of the newest: the next of the answer before'),
});

export const listSessionsTool = defineTool({
  name: 'list_sessions',
  title: 'List earlier sessions',
  description:
    'Lists earlier sessions of coding agents in this project, the newest first: ids, titles, times, models. ' +
    'Use it to find what was worked on before; read_session reads one.',
  input,
  async run({ agent, since, until, subagents, limit = 20, skip = 0 }, { scope, redactor, signal }) {
    const budget = createBudget();
    const found: object[] = [];
    let seen = 0;
    let next: number | undefined;
    const filter = { agent, subagents, since: parseTime(since), until: parseTime(until) };
    for await (const row of scope.sessions(filter)) {
      signal.throwIfAborted();
      seen += 1;
      if (seen <= skip) continue;
      const facts = sessionFacts(row, redactor);
      if (found.length === limit || !budget.take(facts)) {
        next = seen - 1;
        break;
      }
      found.push(facts);
    }
    return untrusted({ sessions: found, next });
  },
});
