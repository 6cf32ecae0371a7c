import { randomUUID } from 'node:crypto';
import { ThreadlineError } from '../../../../errors.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { readInput } from '../../live-input.ts';
import { nativeMode } from '../../live-mode.ts';
import type { AgentLine, LiveLink, LiveProtocol, LiveStart } from '../../live-protocol.ts';
import type { Abilities, LiveInput, LiveMode, Said, TurnEnd } from '../../live-session.ts';
import { type Fields, fieldsOf, listOf, textOf, wordOf } from '../../protocols/fields.ts';
import { OpenRequests } from '../../protocols/open-requests.ts';
import { droppedTexts } from '../../turn-queue.ts';
import { CLAUDE_MODES, MODE_TABLE } from './modes.ts';
import { PermissionRequests } from './permission-requests.ts';
import { SaidTexts } from './said-texts.ts';
import { hookDecision } from './tool-gate.ts';

const HOOK = 'threadline';
const RELEASE_MS = 5000;

/** Claude Code's control protocol: control frames between the lines of its stream. */
export class ClaudeControl implements LiveProtocol {
  readonly wire = 'claude-control';
  readonly can: Abilities = {
    asks: 'all',
    steer: true,
    queue: true,
    'deny-reason': true,
    'allow-changed': true,
    'deny-goes-on': true,
    questions: true,
    models: true,
    modes: CLAUDE_MODES,
    resume: true,
    fork: true,
    threads: false,
    viewers: false,
  };
  readonly #link: LiveLink;
  readonly #start: LiveStart;
  readonly #requests = new OpenRequests();
  readonly #permissions: PermissionRequests;
  readonly #said = new SaidTexts();
  readonly #atOnce = new Map<string, (answer: Fields) => void>();
  #mode: string;
  #wantedModel: string | undefined;
  #isRunning = false;
  /** The end of the turn, while agents of it still work in the background. */
  #held: TurnEnd | undefined;
  #background = 0;

  constructor(link: LiveLink, start: LiveStart) {
    this.#link = link;
    this.#start = start;
    this.#mode = nativeMode(start.mode, MODE_TABLE, CLAUDE_MODES, start.dangerouslyBypass);
    this.#permissions = new PermissionRequests(link);
  }

  concerns(line: string): boolean {
    // Results of tools are many and long; only an echo of what was said matters here.
    if (this.#said.size === 0 && line.startsWith('{"type":"user"')) return false;
    return !line.includes('"stream_event"') || !line.includes('"type":"stream_event"');
  }

  async open(): Promise<void> {
    const hooks = { PreToolUse: [{ matcher: null, hookCallbackIds: [HOOK] }] };
    await this.#request({ subtype: 'initialize', hooks }, machineLimits.liveStartMs);
    await this.#setMode(this.#mode);
  }

  async prompt(input: LiveInput): Promise<void> {
    this.#isRunning = true;
    this.#sendUser(input, randomUUID());
  }

  /** During a tool the text reaches the turn; during the last words it becomes the next one. The echo tells which. */
  async steer(input: LiveInput): Promise<Said> {
    const uuid = randomUUID();
    const delivered = this.#said.add(uuid);
    this.#sendUser(input, uuid);
    const withdraw = async () => {
      const request = { subtype: 'cancel_async_message', message_uuid: uuid };
      const { cancelled } = await this.#request(request, undefined, (answer) => {
        if (answer.cancelled === true) this.#said.settle(uuid, 'queued');
      });
      return cancelled === true;
    };
    return { delivered: await delivered, withdraw };
  }

  /** What waits would begin a turn of its own: it is dropped, as the texts are that wait with us. */
  async interrupt(): Promise<void> {
    const isWaiting = this.#said.size > 0;
    const request = { subtype: 'interrupt', ...(isWaiting && { cancel_queued: true }) };
    await this.#request(request, undefined, ({ cancelled }) => {
      const dropped = listOf(cancelled).filter((id) => this.#said.settle(textOf(id) ?? '', 'queued'));
      if (dropped.length > 0) this.#link.warn(droppedTexts(dropped.length));
    });
    if (this.#held) this.#finish({ status: 'aborted', error: 'interrupted' });
  }

  async setModel(model: string): Promise<void> {
    await this.#request({ subtype: 'set_model', model });
    // Any text is answered with success. The next message tells.
    this.#wantedModel = model;
    this.#link.mode(this.#mode, model);
  }

  async setMode(mode: LiveMode): Promise<void> {
    await this.#setMode(nativeMode(mode, MODE_TABLE, CLAUDE_MODES, this.#start.dangerouslyBypass));
  }

  gone(reason: Error): void {
    this.#requests.failAll(reason);
    this.#said.settleAll();
  }

  receive(line: AgentLine): void {
    switch (line.type) {
      case 'control_request':
        this.#asked(textOf(line.request_id) ?? '', fieldsOf(line.request));
        return;
      case 'control_response':
        this.#answered(fieldsOf(line.response));
        return;
      case 'control_cancel_request':
        this.#link.withdrawn(textOf(line.request_id) ?? '');
        return;
      case 'system':
        this.#told(line);
        return;
      case 'assistant':
        this.#spoke(line);
        return;
      case 'user':
        this.#echoed(line);
        return;
      case 'result':
        this.#ended(line);
        return;
    }
  }

  #sendUser(input: LiveInput, uuid: string): void {
    const { text, images } = readInput(input);
    const pictures = images.map(({ data, mediaType }) => ({
      type: 'image',
      source: { type: 'base64', media_type: mediaType, data },
    }));
    const content = [...pictures, { type: 'text', text }];
    const message = { role: 'user', content };
    this.#link.write({ type: 'user', message, parent_tool_use_id: null, session_id: '', uuid });
  }

  /** The lines behind an answer are read before a promise tells of it. What must be known by then is done `atOnce`. */
  async #request(request: Fields, timeoutMs?: number, atOnce?: (answer: Fields) => void): Promise<Fields> {
    const id = `threadline-${randomUUID()}`;
    if (atOnce) this.#atOnce.set(id, atOnce);
    const answer = this.#requests.wait(id, String(request.subtype), timeoutMs);
    this.#link.write({ type: 'control_request', request_id: id, request });
    return answer;
  }

  async #setMode(mode: string): Promise<void> {
    const { mode: confirmed } = await this.#request({ subtype: 'set_permission_mode', mode });
    if (confirmed !== undefined && confirmed !== mode) {
      throw new ThreadlineError('refused', `the agent set the mode ${String(confirmed)}, not ${mode}`);
    }
    this.#mode = mode;
    this.#link.mode(mode);
  }

  #answered(response: Fields): void {
    const id = textOf(response.request_id) ?? '';
    if (response.subtype === 'success') this.#atOnce.get(id)?.(fieldsOf(response.response));
    this.#atOnce.delete(id);
    if (response.subtype === 'success') this.#requests.settle(id, fieldsOf(response.response));
    else this.#requests.fail(id, new ThreadlineError('refused', textOf(response.error) ?? 'the agent refused'));
  }

  #asked(id: string, request: Fields): void {
    switch (request.subtype) {
      case 'can_use_tool':
        this.#permissions.ask(id, request);
        return;
      case 'elicitation':
        this.#permissions.elicit(id, request);
        return;
      case 'hook_callback':
        this.#succeed(id, hookDecision(fieldsOf(request.input), this.#mode));
        return;
      default:
        this.#link.write({
          type: 'control_response',
          response: { subtype: 'error', request_id: id, error: 'not supported by this client' },
        });
        return;
    }
  }

  #succeed(id: string, response: Fields): void {
    this.#link.write({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
  }

  #told(line: AgentLine): void {
    if (line.subtype === 'init') {
      const id = wordOf(line.session_id);
      if (id !== undefined) this.#link.identified(id);
      this.#link.turnStarted();
      this.#checkMode(textOf(line.permissionMode));
    } else if (line.subtype === 'status') {
      this.#checkMode(textOf(line.permissionMode));
    } else if (line.subtype === 'background_tasks_changed') {
      const agents = listOf(line.tasks).filter((task) => fieldsOf(task).task_type === 'local_agent');
      this.#background = agents.length;
      if (agents.length === 0 && this.#held) setTimeout(() => this.#release(), RELEASE_MS).unref();
    }
  }

  /** The last agent of the background ended. Mostly the agent says a last word then, and that ends the turn. */
  #release(): void {
    if (this.#held && this.#background === 0) this.#finish(this.#held);
  }

  /** A plan that was approved, or a file, may have changed the mode. What lets more pass than was asked for ends here. */
  #checkMode(mode: string | undefined): void {
    if (mode === undefined || mode === this.#mode) return;
    if (mode === 'default' || (mode === 'plan' && this.#mode !== 'plan')) {
      this.#mode = mode;
      this.#link.mode(mode);
      return;
    }
    this.#link.warn(`the agent changed its mode to '${mode}' unasked; it is set back to '${this.#mode}'`);
    this.#setMode(this.#mode).catch((error: unknown) => this.#link.abandon(String(error)));
  }

  #spoke(line: AgentLine): void {
    const message = fieldsOf(line.message);
    this.#permissions.sawCalls(listOf(message.content));
    const [wanted, model] = [this.#wantedModel, textOf(message.model)];
    if (wanted === undefined || model === undefined || line.parent_tool_use_id) return;
    this.#wantedModel = undefined;
    if (wanted.startsWith('claude-') && !model.startsWith(wanted)) {
      this.#link.error(`the model ${wanted} was set, and ${model} answers`);
    }
  }

  #echoed(line: AgentLine): void {
    if (line.isReplay === true) this.#said.settle(textOf(line.uuid) ?? '', this.#isRunning ? 'steered' : 'queued');
  }

  #ended(line: AgentLine): void {
    const end = endOf(line);
    // Agents in the background still work, and may ask.
    if (this.#background > 0 && end.status === 'completed') this.#held = end;
    else this.#finish(end);
  }

  #finish(end: TurnEnd): void {
    this.#held = undefined;
    this.#isRunning = false;
    this.#link.turnEnded(end);
    if (this.#said.size === 0) return;
    // What was said in the last words begins a turn of its own, by the agent's own doing.
    this.#said.settleAll();
    this.#isRunning = true;
    this.#link.turnStarted();
  }
}

function endOf({ subtype, is_error, result, errors }: AgentLine): TurnEnd {
  if (subtype === 'success' && is_error !== true) return { status: 'completed' };
  const words = textOf(result) ?? textOf(listOf(errors)[0]) ?? String(subtype);
  // The agent has one word for an interrupt and for a fault in its own work.
  if (subtype === 'error_during_execution') return { status: 'aborted', error: words };
  return { status: 'failed', error: words.slice(0, machineLimits.maxFailureMessageLength) };
}
