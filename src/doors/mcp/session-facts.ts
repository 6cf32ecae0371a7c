import { z } from 'zod';
import type { SessionRow } from '../../archive/index.ts';
import type { Redactor } from '../../core/redact/index.ts';
import { parseTime } from '../../core/thread/time.ts';
import { cutText } from './answer.ts';
import { timeText } from './tool.ts';

const LONGEST_TITLE = 300;

/** Why a session's texts are not told yet. */
export const UNREDACTED = 'not looked at yet by the present rules of redaction; ask again after the next index run';

/** The facts of a session that an agent gets. `row`: as the redacted store has it. */
export function sessionFacts(row: SessionRow, redactor: Redactor): object {
  const { key, title, firstPrompt, project, branch, model, startedAt, endedAt, status, parentThread } = row;
  const text = (value: string | undefined) => (value === undefined ? undefined : cutText(value, LONGEST_TITLE));
  // Ids name sessions, so the store has them as they are.
  const id = (value: string | undefined) => value && text(redactor.text(value));
  return {
    session: id(key.threadId),
    agent: key.agent,
    title: text(title ?? firstPrompt),
    project: text(project),
    branch: text(branch),
    model: text(model),
    started: timeText(startedAt),
    ended: timeText(endedAt),
    status,
    parent_session: id(parentThread),
    turns: row.turns,
    messages: row.messages,
    blocks: row.blocks,
    failed_calls: row.errors,
    file_gone: row.gone || undefined,
    not_told: row.unredacted ? UNREDACTED : undefined,
  };
}

// Inputs that several tools take.

export const agentName = z
  .string()
  .min(1)
  .max(40)
  .describe('Only sessions of this agent, by the name that answers have for it');
export const sessionId = z.string().min(6).max(300).describe('Id of a session, or at least its first 6 characters');
export const time = z
  .string()
  .max(40)
  .refine((text) => parseTime(text) !== undefined, 'not a date')
  .describe('ISO 8601 date or time');
