import type { FileChange } from '../../../../core/thread/item.ts';
import type { Answer, AnsweredBy, AnswerKind, ApprovalKind, QuestionPart } from '../../ask.ts';
import type { LiveLink } from '../../live-protocol.ts';
import { type Fields, fieldsOf, listOf, textOf, wordOf } from '../../protocols/fields.ts';
import { formAnswers, formQuestions } from '../../protocols/form-questions.ts';

const REFUSED = 'The user does not want this.';
const KINDS: Readonly<Record<string, ApprovalKind>> = {
  Bash: 'command',
  Edit: 'edit',
  Write: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  ExitPlanMode: 'plan',
  Read: 'path',
};
const MAX_CALLS = 64;

/** Claude Code's `can_use_tool` and `elicitation`: approvals and questions. */
export class PermissionRequests {
  readonly #link: LiveLink;
  /** The latest calls, for versions whose requests do not name theirs. */
  #calls: { id: string; key: string }[] = [];

  constructor(link: LiveLink) {
    this.#link = link;
  }

  sawCalls(content: readonly unknown[]): void {
    for (const block of content) {
      const { type, id, name, input } = fieldsOf(block);
      if (type === 'tool_use' && typeof id === 'string') this.#calls.push({ id, key: JSON.stringify([name, input]) });
    }
    if (this.#calls.length > MAX_CALLS) this.#calls = this.#calls.slice(-MAX_CALLS);
  }

  ask(key: string, request: Fields): void {
    const tool = textOf(request.tool_name) ?? '';
    const input = fieldsOf(request.input);
    if (tool === 'AskUserQuestion') {
      this.#question(key, input);
      return;
    }
    const suggestions = listOf(request.permission_suggestions);
    const allows: AnswerKind[] = ['allow', 'allow-changed', 'deny', 'deny-reason', 'deny-stop'];
    if (suggestions.length > 0) allows.push('allow-always');
    const command = tool === 'Bash' ? textOf(input.command) : undefined;
    const description = wordOf(request.description) ?? wordOf(input.description);
    this.#link.approval({
      key,
      kind: KINDS[tool] ?? 'tool',
      title: command ?? wordOf(input.file_path) ?? wordOf(input.url) ?? description ?? tool,
      item_id: wordOf(request.tool_use_id) ?? this.#callOf(tool, request.input),
      agent_id: wordOf(request.agent_id),
      reason: wordOf(request.decision_reason) ?? description,
      tool,
      command,
      input: request.input,
      changes: changesOf(tool, input),
      // A search has none: one beside its words would say that it asks that host alone.
      url: tool === 'WebSearch' ? undefined : textOf(input.url),
      allows,
      words: suggestions.length > 0 ? { 'allow-always': JSON.stringify(suggestions) } : {},
      reply: (answer, by) => this.#succeed(key, responseTo(answer, by, request.input, suggestions)),
    });
  }

  elicit(key: string, request: Fields): void {
    const form = formQuestions(textOf(request.message) ?? '', request.requested_schema, request.mode);
    this.#link.question({
      key,
      ...form,
      reply: (answers) =>
        this.#succeed(key, answers ? { action: 'accept', content: formAnswers(answers, form) } : { action: 'decline' }),
    });
  }

  #question(key: string, input: Fields): void {
    const questions = listOf(input.questions).map((each) => questionOf(fieldsOf(each)));
    this.#link.question({
      key,
      questions,
      answerable: true,
      reply: (answers, reason = REFUSED) => {
        if (!answers) return this.#succeed(key, { behavior: 'deny', message: reason });
        const given = Object.entries(answers).map(([id, texts]) => [id, texts.join(', ')]);
        this.#succeed(key, { behavior: 'allow', updatedInput: { ...input, answers: Object.fromEntries(given) } });
      },
    });
  }

  #callOf(tool: string, input: unknown): string | undefined {
    const key = JSON.stringify([tool, input]);
    const at = this.#calls.findIndex((call) => call.key === key);
    return at < 0 ? undefined : this.#calls.splice(at, 1)[0]?.id;
  }

  #succeed(id: string, response: Fields): void {
    this.#link.write({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
  }
}

/** The input is always sent back: older versions take an allow without it for a refusal. */
function responseTo(answer: Answer, by: AnsweredBy, input: unknown, suggestions: readonly unknown[]): Fields {
  if ('allow' in answer) {
    const updatedPermissions = answer.allow === 'always' ? { updatedPermissions: suggestions } : {};
    return { behavior: 'allow', updatedInput: answer.input ?? input, ...updatedPermissions };
  }
  const isOver = by === 'cancel' || by === 'close' || by === 'abort' || answer.stop === true;
  return { behavior: 'deny', message: answer.reason || REFUSED, ...(isOver && { interrupt: true }) };
}

function changesOf(tool: string, input: Fields): FileChange[] | undefined {
  if (KINDS[tool] !== 'edit') return undefined;
  const [path, ...others] = [input.file_path, input.notebook_path].flatMap((name) => wordOf(name) ?? []);
  if (path === undefined) return [];
  const [before, after] = [textOf(input.old_string), textOf(input.new_string) ?? textOf(input.content)];
  const change: FileChange = { path, kind: 'update' };
  if (before !== undefined) change.old_content = before;
  if (after !== undefined) change.new_content = after;
  // A tool reads one of the two, and the model may have written both.
  return [change, ...others.map((other): FileChange => ({ path: other, kind: 'update' }))];
}

function questionOf({ question, header, options, multiSelect }: Fields): QuestionPart {
  const text = textOf(question) ?? '';
  const choices = listOf(options).map((option) => {
    const { label, description } = fieldsOf(option);
    return { label: textOf(label) ?? '', ...(typeof description === 'string' && { description }) };
  });
  return {
    id: text,
    text,
    ...(typeof header === 'string' && { header }),
    options: choices,
    multiple: multiSelect === true,
  };
}
