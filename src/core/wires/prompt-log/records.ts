import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentName } from '../../thread/event.ts';
import type { Extra } from '../../thread/usage.ts';
import { optionalCount, optionalId, optionalNumber, optionalRecord, optionalText, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import type { Dialect } from './dialect.ts';

/** A prompt as any of the logs has it. */
export interface LoggedPrompt {
  agent: AgentName;
  /** The session, where the log names it. */
  session?: string | undefined;
  /** The working folder, where the log names it. */
  folder?: string | undefined;
  text: string;
  /** ISO 8601, or milliseconds since 1970. */
  at?: string | number | undefined;
  extra?: Extra | undefined;
}

/** Claude Code: `~/.claude/history.jsonl`, one line for each prompt of the terminal. `sessionId` came after 1.0.128. */
const claudeTable = fieldTable((wire) => ({
  display: text(wire.display),
  /** `{"1": {id, type, content?, contentHash?}}`: what `[Pasted text #1 +42 lines]` stands for. */
  pastedContents: optionalRecord(wire.pastedContents),
  timestamp: optionalNumber(wire.timestamp),
  project: optionalText(wire.project),
  sessionId: optionalId(wire.sessionId),
}));

/** Codex: `~/.codex/history.jsonl`, seconds since 1970. */
const codexTable = fieldTable((wire) => ({
  session_id: optionalId(wire.session_id),
  ts: optionalNumber(wire.ts),
  text: text(wire.text),
}));

/** Gemini CLI: `logs.json` of a project, a list. */
const geminiTable = fieldTable((wire) => ({
  sessionId: optionalId(wire.sessionId),
  messageId: optionalCount(wire.messageId),
  type: optionalText(wire.type),
  message: text(wire.message),
  timestamp: optionalText(wire.timestamp),
}));

export function readPrompt(record: JsonObject, dialect: Dialect, problems: Problem[]): LoggedPrompt {
  if (dialect === 'claude') {
    const { display, pastedContents, timestamp, project, sessionId, extra } = claudeTable.read(record, problems);
    const whole = withPastes(display, pastedContents);
    return { agent: dialect, session: sessionId, folder: project, text: whole, at: timestamp, extra };
  }
  if (dialect === 'codex') {
    const { session_id, ts, text: words, extra } = codexTable.read(record, problems);
    return { agent: dialect, session: session_id, text: words, at: ts === undefined ? undefined : ts * 1000, extra };
  }
  const { sessionId, message, timestamp, extra } = geminiTable.read(record, problems);
  return { agent: dialect, session: sessionId, text: message, at: timestamp, extra };
}

/** Puts short pasted texts back where their marks stand. Longer ones are not in the log. */
function withPastes(display: string, pasted: JsonObject | undefined): string {
  if (!pasted || !display.includes('[Pasted text #')) return display;
  return display.replace(/\[Pasted text #(\d{1,6})(?: \+\d{1,9} lines)?\]/g, (mark, number: string) => {
    const paste = Object.hasOwn(pasted, number) ? pasted[number] : undefined;
    return isObject(paste) && typeof paste.content === 'string' ? paste.content : mark;
  });
}
