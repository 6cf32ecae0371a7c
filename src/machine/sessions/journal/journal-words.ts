import { isObject, type JsonObject, jsonText } from '../../../core/lines/json.ts';
import type { JournalEntry } from './read-journal.ts';

/** What an entry says to people. Empty for one whose words stand in the session itself. */
export function journalWords({ type, data }: JournalEntry): string {
  if (type !== 'answer') return '';
  const by = typeof data.by === 'string' ? ` (${data.by})` : '';
  if (isObject(data.answer)) return approvalWords(data.answer, by);
  return isObject(data.answers) ? `answered${by}: ${answerWords(data.answers)}` : `not answered${by}${reasonOf(data)}`;
}

/** The same with what was asked, for an entry that stands alone. */
export function wholeWords(entry: JournalEntry): string {
  const words = journalWords(entry);
  if (words === '') return '';
  const { command, title, tool, questions } = entry.data;
  const asked = [command, title, tool, firstQuestion(questions)].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return asked === undefined ? words : `${asked}: ${words}`;
}

function approvalWords(answer: JsonObject, by: string): string {
  if (answer.allow === undefined) return `denied${by}${reasonOf(answer)}`;
  const width = { session: ' for this session', always: ' for good' }[String(answer.allow)] ?? '';
  const changed = answer.input === undefined ? '' : `, with other arguments: ${jsonText(answer.input)}`;
  return `allowed${width}${by}${changed}`;
}

function reasonOf({ reason }: JsonObject): string {
  return typeof reason === 'string' && reason !== '' ? `: ${reason}` : '';
}

function answerWords(answers: JsonObject): string {
  return Object.values(answers)
    .map((texts) => (Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').join(', ') : ''))
    .join('; ');
}

function firstQuestion(questions: unknown): unknown {
  const [first]: unknown[] = Array.isArray(questions) ? questions : [];
  return isObject(first) ? first.text : undefined;
}
