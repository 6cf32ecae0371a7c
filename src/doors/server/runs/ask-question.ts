import { createHash } from 'node:crypto';
import type { Approval, Ask } from '../../../machine/live/index.ts';
import { toldEffects } from '../../../machine/live/told-effects.ts';
import type { ApiQuestion } from '../run-types.ts';

/** What is longer cannot be read by a person, so it can only be declined. In characters. */
const MAX_SHOWN = 512 * 1024;
const KINDS: Readonly<Record<Approval['kind'], ApiQuestion['kind']>> = {
  command: 'command',
  edit: 'patch',
  fetch: 'network',
  tool: 'other',
  path: 'other',
  plan: 'other',
  other: 'other',
};

/** What waits, as the page shows it: whole, with its effects, and with the hash that an answer has to carry. */
export function questionOf(ask: Ask, cwd: string): ApiQuestion {
  const whole = 'allows' in ask ? approvalQuestion(ask) : personQuestion(ask, cwd);
  const text = jsonOf(whole);
  const shown = createHash('sha256')
    .update(text ?? ask.id)
    .digest('hex');
  if (text !== undefined && text.length <= MAX_SHOWN) return { ...whole, shown };
  return {
    ...whole,
    shown,
    title: `${whole.title.slice(0, 1000)} (too long to be shown)`,
    ...(whole.command !== undefined && { command: whole.command.slice(0, 10_000) }),
    input: '',
    changes: [],
    effects: [{ kind: 'unknown', text: 'it is too long to be shown, so it can only be declined' }],
    can: { ...whole.can, once: false, run: false, edit: false },
  };
}

function approvalQuestion(approval: Approval): ApiQuestion {
  const { id, kind, title, tool, command, cwd, changes, url, reason, allows } = approval;
  const input = approval.input === undefined ? undefined : jsonOf(approval.input, 2);
  return {
    id,
    shown: '',
    kind: KINDS[kind] ?? 'other',
    title,
    cwd,
    effects: toldEffects(approval),
    at: Date.now(),
    can: {
      once: allows.includes('allow') && (approval.input === undefined || input !== undefined),
      run: allows.includes('allow-session'),
      edit: allows.includes('allow-changed'),
      say: allows.includes('deny-reason'),
    },
    ...(tool !== undefined && { tool }),
    ...(command !== undefined && { command }),
    ...(input !== undefined && { input }),
    ...(changes && { changes: changes.map(changeOf) }),
    ...(url !== undefined && { url }),
    ...(reason !== undefined && { reason }),
  };
}

function changeOf({ path, kind, move_path, diff, new_content }: NonNullable<Approval['changes']>[number]) {
  return {
    path,
    kind,
    ...(typeof move_path === 'string' && { movePath: move_path }),
    ...(diff !== undefined && { diff }),
    ...(diff === undefined && new_content !== undefined && { content: new_content }),
  };
}

function personQuestion({ id, questions, answerable }: Exclude<Ask, Approval>, cwd: string): ApiQuestion {
  return {
    id,
    shown: '',
    kind: 'ask',
    title: questions[0]?.text ?? 'A question',
    cwd,
    effects: [],
    at: Date.now(),
    can: { once: answerable, run: false, edit: false, say: true },
    parts: questions.map(({ id: part, text, header, options = [], multiple = false, secret = false }) => ({
      id: part,
      text,
      options: options.map(({ label, description }) => ({ label, ...(description !== undefined && { description }) })),
      multiple,
      secret,
      ...(header !== undefined && { header }),
    })),
  };
}

/** Undefined for a value that cannot be written: one that is nested too deeply. */
function jsonOf(value: unknown, indent?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    return undefined;
  }
}
