import type { QuestionPart } from '../ask.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';

/** A form of an MCP server as questions. */
export interface FormQuestions {
  questions: QuestionPart[];
  answerable: boolean;
  /** The type of each field, by its name. */
  types: Readonly<Record<string, string>>;
}

/** A field of the form is a question. A form that is a page elsewhere cannot be answered here. */
export function formQuestions(message: string, schema: unknown, mode: unknown): FormQuestions {
  const properties = Object.entries(fieldsOf(fieldsOf(schema).properties));
  const types = Object.fromEntries(properties.map(([name, field]) => [name, textOf(fieldsOf(field).type) ?? 'string']));
  const questions = properties.map(([id, field]): QuestionPart => {
    const { title, description, enum: values } = fieldsOf(field);
    const options = listOf(values).map((value) => ({ label: String(value) }));
    const text = [message, textOf(description) ?? textOf(title) ?? id].filter(Boolean).join(': ');
    return { id, text, ...(options.length > 0 && { options }) };
  });
  if (questions.length === 0) questions.push({ id: 'accept', text: message, options: [{ label: 'Yes' }] });
  return { questions, answerable: mode === undefined || mode === 'form', types };
}

/** The content of the form: each answer in the type of its field. */
export function formAnswers(answers: Record<string, string[]>, { types }: FormQuestions): Record<string, unknown> {
  const known = Object.entries(answers).filter(([name]) => Object.hasOwn(types, name));
  return Object.fromEntries(known.map(([name, texts]) => [name, typed(texts, types[name])]));
}

function typed(texts: readonly string[], type: string | undefined): unknown {
  const text = texts.join(', ');
  if (type === 'number' || type === 'integer') return Number(text);
  if (type === 'boolean') return /^(?:true|yes|y|1)$/i.test(text);
  return type === 'array' ? [...texts] : text;
}
