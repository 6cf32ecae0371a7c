import type { FileChange } from '../../../../core/thread/item.ts';
import { joinWords } from '../../../../core/tools/shell-words.ts';
import type { Answer, AnswerKind, QuestionPart } from '../../ask.ts';
import type { LiveLink } from '../../live-protocol.ts';
import { type Fields, fieldsOf, listOf, textOf, wordOf } from '../../protocols/fields.ts';
import { formAnswers, formQuestions } from '../../protocols/form-questions.ts';
import type { AgentRequest, JsonRpc } from '../../protocols/json-rpc.ts';

const ALLOWS: readonly AnswerKind[] = ['allow', 'deny', 'deny-stop'];
/** The two generations of decisions. */
const DECISIONS = { allow: 'accept', deny: 'decline', stop: 'cancel' };
const FIRST_DECISIONS = { allow: 'approved', deny: 'denied', stop: 'abort' };

const keyOf = (id: AgentRequest['id']): string => `${typeof id} ${id}`;

/** What the app-server asks of its client: approvals and questions. */
export class ServerRequests {
  readonly #link: LiveLink;
  readonly #rpc: JsonRpc;
  /** Open commands and patches: some requests do not repeat them. */
  readonly #items = new Map<string, Fields>();

  constructor(link: LiveLink, rpc: JsonRpc) {
    this.#link = link;
    this.#rpc = rpc;
  }

  sawItem(item: Fields, isOver: boolean): void {
    const id = textOf(item.id);
    if (id === undefined) return;
    if (isOver) this.#items.delete(id);
    else if (item.type === 'commandExecution' || item.type === 'fileChange') this.#items.set(id, item);
  }

  resolved(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#link.withdrawn(keyOf(id));
  }

  /** Every request is answered: one that is not stops its turn for ever. */
  take({ id, method, params }: AgentRequest): void {
    switch (method) {
      case 'item/commandExecution/requestApproval':
        this.#command(id, params, textOf(params.itemId), textOf(params.command), DECISIONS);
        return;
      case 'execCommandApproval': {
        const argv = listOf(params.command).map(String);
        this.#command(id, params, textOf(params.callId), joinWords(argv), FIRST_DECISIONS);
        return;
      }
      case 'item/fileChange/requestApproval':
        this.#patch(id, params, textOf(params.itemId), undefined, DECISIONS);
        return;
      case 'applyPatchApproval':
        this.#patch(id, params, textOf(params.callId), firstChanges(params.fileChanges), FIRST_DECISIONS);
        return;
      case 'item/permissions/requestApproval':
        this.#permissions(id, params);
        return;
      case 'item/tool/requestUserInput':
        this.#questions(id, params);
        return;
      case 'mcpServer/elicitation/request':
        this.#elicitation(id, params);
        return;
      case 'item/tool/call': {
        const contentItems = [{ type: 'inputText', text: 'There is no such tool.' }];
        this.#rpc.reply(id, { contentItems, success: false });
        return;
      }
      default:
        this.#rpc.refuse(id, method);
        return;
    }
  }

  #command(
    id: AgentRequest['id'],
    params: Fields,
    itemId: string | undefined,
    told: string | undefined,
    decisions: typeof DECISIONS,
  ): void {
    const item = fieldsOf(this.#items.get(itemId ?? ''));
    const command = told ?? textOf(item.command);
    const network = params.networkApprovalContext;
    const amendment = listOf(params.proposedExecpolicyAmendment).map(String);
    const isPlain = network === undefined || network === null;
    const allows: AnswerKind[] = command === undefined && isPlain ? ['deny', 'deny-stop'] : [...ALLOWS];
    if (amendment.length > 0 && allows.includes('allow')) allows.push('allow-always');
    this.#link.approval({
      key: keyOf(id),
      kind: isPlain ? 'command' : 'fetch',
      title: command ?? 'A command that the request does not name',
      thread_id: wordOf(params.threadId) ?? wordOf(params.conversationId),
      item_id: itemId,
      reason: wordOf(params.reason),
      command,
      input: isPlain ? undefined : network,
      cwd: wordOf(params.cwd) ?? wordOf(item.cwd),
      allows,
      words: amendment.length > 0 ? { 'allow-always': `every command that begins with: ${joinWords(amendment)}` } : {},
      reply: (answer) => {
        const isAlways = 'allow' in answer && answer.allow === 'always';
        const always = { acceptWithExecpolicyAmendment: { execpolicy_amendment: amendment } };
        this.#rpc.reply(id, { decision: isAlways ? always : decisionOf(answer, decisions) });
      },
    });
  }

  #patch(
    id: AgentRequest['id'],
    params: Fields,
    itemId: string | undefined,
    told: FileChange[] | undefined,
    decisions: typeof DECISIONS,
  ): void {
    const changes = told ?? changesOf(fieldsOf(this.#items.get(itemId ?? '')).changes);
    const root = wordOf(params.grantRoot);
    this.#link.approval({
      key: keyOf(id),
      // With a root more is asked for than the change: a rule for its path does not cover that.
      kind: root === undefined ? 'edit' : 'path',
      title: changes.map(({ path }) => path).join(', ') || 'A change that the request does not name',
      thread_id: wordOf(params.threadId) ?? wordOf(params.conversationId),
      item_id: itemId,
      reason: wordOf(params.reason),
      input: root === undefined ? undefined : { grantRoot: root },
      changes,
      allows: changes.length > 0 ? ALLOWS : ['deny', 'deny-stop'],
      reply: (answer) => this.#rpc.reply(id, { decision: decisionOf(answer, decisions) }),
    });
  }

  #permissions(id: AgentRequest['id'], params: Fields): void {
    this.#link.approval({
      key: keyOf(id),
      kind: 'path',
      title: wordOf(params.reason) ?? 'More permissions for this turn',
      thread_id: wordOf(params.threadId),
      item_id: wordOf(params.itemId),
      reason: wordOf(params.reason),
      input: params.permissions,
      cwd: wordOf(params.cwd),
      allows: ['allow', 'deny'],
      reply: (answer) =>
        this.#rpc.reply(id, { permissions: 'allow' in answer ? fieldsOf(params.permissions) : {}, scope: 'turn' }),
    });
  }

  #questions(id: AgentRequest['id'], params: Fields): void {
    this.#link.question({
      key: keyOf(id),
      questions: listOf(params.questions).map((each) => questionOf(fieldsOf(each))),
      answerable: true,
      reply: (answers = {}) => {
        const given = Object.entries(answers).map(([name, texts]) => [name, { answers: texts }]);
        this.#rpc.reply(id, { answers: Object.fromEntries(given) });
      },
    });
  }

  /** A tool of an MCP server that writes is approved by an elicitation with an empty form. */
  #elicitation(id: AgentRequest['id'], params: Fields): void {
    const meta = fieldsOf(params._meta);
    const message = textOf(params.message) ?? '';
    const reply = (action: string, content: unknown) => this.#rpc.reply(id, { action, content, _meta: null });
    if (meta.codex_approval_kind !== 'mcp_tool_call') {
      const form = formQuestions(message, params.requestedSchema, params.mode);
      this.#link.question({
        key: keyOf(id),
        ...form,
        reply: (answers) => (answers ? reply('accept', formAnswers(answers, form)) : reply('decline', null)),
      });
      return;
    }
    this.#link.approval({
      key: keyOf(id),
      kind: 'tool',
      title: message,
      thread_id: wordOf(params.threadId),
      tool: wordOf(params.serverName),
      input: { message, params: meta.tool_params ?? null },
      allows: ['allow', 'deny', 'deny-stop'],
      reply: (answer) => {
        if ('allow' in answer) return reply('accept', {});
        reply(answer.stop ? 'cancel' : 'decline', null);
      },
    });
  }
}

function decisionOf(answer: Answer, decisions: typeof DECISIONS): string {
  if ('allow' in answer) return decisions.allow;
  return answer.stop ? decisions.stop : decisions.deny;
}

function changesOf(value: unknown): FileChange[] {
  return listOf(value).flatMap((each) => {
    const { path, kind, diff } = fieldsOf(each);
    if (typeof path !== 'string') return [];
    const { type, move_path } = fieldsOf(kind);
    const change: FileChange = { path, kind: textOf(type) ?? 'update' };
    if (typeof diff === 'string') change.diff = diff;
    if (typeof move_path === 'string') change.move_path = move_path;
    return [change];
  });
}

/** Of the first API: `{[path]: {add | delete | update}}`. */
function firstChanges(value: unknown): FileChange[] {
  return Object.entries(fieldsOf(value)).map(([path, change]) => {
    const moved = fieldsOf(fieldsOf(change).update).move_path ?? fieldsOf(change).move_path;
    const kind = textOf(fieldsOf(change).type) ?? Object.keys(fieldsOf(change))[0] ?? 'update';
    return { path, kind, ...(typeof moved === 'string' && { move_path: moved }) };
  });
}

function questionOf({ id, question, header, options, isSecret }: Fields): QuestionPart {
  const choices = listOf(options).map((option) => {
    const { label, description } = fieldsOf(option);
    return { label: textOf(label) ?? '', ...(typeof description === 'string' && { description }) };
  });
  return {
    id: textOf(id) ?? '',
    text: textOf(question) ?? '',
    ...(typeof header === 'string' && { header }),
    ...(choices.length > 0 && { options: choices }),
    ...(isSecret === true && { secret: true }),
  };
}
