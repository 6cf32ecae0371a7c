import { ThreadlineError } from '../../../../errors.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { readInput } from '../../live-input.ts';
import { nativeMode } from '../../live-mode.ts';
import type { AgentLine, LiveLink, LiveProtocol, LiveStart } from '../../live-protocol.ts';
import type { Abilities, LiveInput, LiveMode, Said, TurnEnd } from '../../live-session.ts';
import { type Fields, fieldsOf, textOf, wordOf } from '../../protocols/fields.ts';
import { JsonRpc } from '../../protocols/json-rpc.ts';
import { wordsOf } from '../../words-of.ts';
import { CODEX_MODES, isSetTo, MODE_TABLE, settingsOf } from './modes.ts';
import { ServerRequests } from './server-requests.ts';

const CLIENT = { name: 'threadline', title: 'threadline', version: '1' };
const RETRY_MS = 200;
const INTERRUPT_ATTEMPTS = 20;

/** Codex's app-server, second API: JSON-RPC whose frames have no `jsonrpc`. */
export class CodexAppServer implements LiveProtocol {
  readonly wire = 'codex-app-server';
  readonly can: Abilities = {
    asks: 'all',
    steer: false,
    queue: true,
    'deny-reason': false,
    'allow-changed': false,
    'deny-goes-on': true,
    questions: true,
    models: true,
    modes: CODEX_MODES,
    resume: true,
    fork: true,
    threads: true,
    viewers: false,
  };
  readonly #link: LiveLink;
  readonly #start: LiveStart;
  readonly #rpc: JsonRpc;
  readonly #requests: ServerRequests;
  #mode: string;
  #isPlanning = false;
  #hasPlanned = false;
  #model: string | undefined;
  #threadId = '';
  /** The turn that runs, once the server said that it began: before that it cannot be interrupted. */
  #turnId: string | undefined;
  #isRunning = false;

  constructor(link: LiveLink, start: LiveStart) {
    this.#link = link;
    this.#start = start;
    this.#model = start.model;
    this.#isPlanning = start.mode === 'plan';
    this.#mode = nativeMode(start.mode, MODE_TABLE, CODEX_MODES, start.dangerouslyBypass);
    this.#rpc = new JsonRpc(
      link,
      {},
      {
        request: (request) => this.#requests.take(request),
        notification: (method, params) => this.#told(method, params),
      },
    );
    this.#requests = new ServerRequests(link, this.#rpc);
  }

  concerns(line: string): boolean {
    return !/"method":"(?:item\/\w+\/\w*[dD]elta|codex\/event\/|account\/)/.test(line.slice(0, 200));
  }

  receive(line: AgentLine): void {
    this.#rpc.receive(line);
  }

  async open(): Promise<void> {
    const greeting = await this.#rpc.request(
      'initialize',
      { clientInfo: CLIENT, capabilities: { experimentalApi: true } },
      machineLimits.liveStartMs,
    );
    this.#rpc.notify('initialized');
    // Servers that tell their platform have all that is used here. Older ones are asked what they have.
    const methods = greeting.platformFamily === undefined ? await this.#knownMethods() : undefined;
    const has = (method: string) => methods === undefined || methods.includes(`\`${method}\``);
    this.can.steer = has('turn/steer');
    this.can.fork = has('thread/fork');
    if (!has('thread/start')) {
      throw new ThreadlineError('not-possible', 'this version of Codex has no threads that can be controlled');
    }
    const result = await this.#openThread();
    const thread = fieldsOf(result.thread);
    this.#threadId = wordOf(thread.id) ?? '';
    this.#model = wordOf(result.model) ?? this.#model;
    this.#requireSettings(result.approvalPolicy, fieldsOf(result.sandbox).type ?? fieldsOf(result.sandbox).mode);
    this.#link.identified(this.#threadId, wordOf(thread.path));
    this.#link.mode(this.#mode, this.#model);
  }

  async prompt(input: LiveInput): Promise<void> {
    this.#isRunning = true;
    this.#turnId = undefined;
    const { approvalPolicy, sandboxType } = settingsOf(this.#mode);
    const { turn } = await this.#rpc.request('turn/start', {
      threadId: this.#threadId,
      input: inputOf(input),
      approvalPolicy,
      sandboxPolicy: { type: sandboxType },
      cwd: this.#start.cwd,
      ...(this.#model !== undefined && { model: this.#model }),
      ...this.#collaboration(),
    });
    const id = wordOf(fieldsOf(turn).id);
    if (id !== undefined) this.#link.turnStarted(id);
  }

  async steer(input: LiveInput): Promise<Said> {
    const expectedTurnId = this.#turnId;
    if (!this.can.steer || expectedTurnId === undefined) {
      throw new ThreadlineError('not-possible', 'the agent takes no text in this turn');
    }
    await this.#rpc.request('turn/steer', { threadId: this.#threadId, input: inputOf(input), expectedTurnId });
    return { delivered: 'steered' };
  }

  /** Too early it fails, and the turn would go on. So it is tried until the turn is over. */
  async interrupt(): Promise<void> {
    for (let attempt = 0; attempt < INTERRUPT_ATTEMPTS && this.#isRunning; attempt += 1) {
      const turnId = this.#turnId;
      if (turnId !== undefined) {
        const asked = this.#rpc.request('turn/interrupt', { threadId: this.#threadId, turnId });
        if (await asked.then(() => true).catch(() => false)) return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async setModel(model: string): Promise<void> {
    // It goes with the next turn, and sticks.
    this.#model = model;
    this.#link.mode(this.#mode, model);
  }

  async setMode(mode: LiveMode): Promise<void> {
    this.#mode = nativeMode(mode, MODE_TABLE, CODEX_MODES, this.#start.dangerouslyBypass);
    this.#isPlanning = mode === 'plan';
    this.#link.mode(this.#mode, this.#model);
  }

  gone(reason: Error): void {
    this.#isRunning = false;
    this.#rpc.gone(reason);
  }

  async #openThread(): Promise<Fields> {
    const { cwd, resume, fork, model } = this.#start;
    const { approvalPolicy, sandbox } = settingsOf(this.#mode);
    const common = { cwd, approvalPolicy, sandbox, ...(model !== undefined && { model }) };
    if (resume === undefined) return this.#rpc.request('thread/start', common, machineLimits.liveStartMs);
    const method = fork ? 'thread/fork' : 'thread/resume';
    const result = await this.#rpc.request(method, { threadId: resume, ...common }).catch(throwBusy);
    const id = wordOf(fieldsOf(result.thread).id);
    if (fork === (id === resume))
      throw new ThreadlineError('refused', 'the agent opened another thread than was asked for');
    return result;
  }

  /** An unknown method is answered with the list of those that are known. Undefined where it is answered otherwise. */
  async #knownMethods(): Promise<string | undefined> {
    try {
      await this.#rpc.request('threadline/unknown', {}, machineLimits.liveProbeMs);
    } catch (error) {
      if (error instanceof Error && error.message.includes('expected one of')) return error.message;
    }
    return undefined;
  }

  #requireSettings(approvalPolicy: unknown, sandbox: unknown): void {
    const wanted = settingsOf(this.#mode);
    const isPolicy = approvalPolicy === undefined || isSetTo(approvalPolicy, wanted.approvalPolicy);
    const isSandbox = sandbox === undefined || isSetTo(sandbox, wanted.sandboxType);
    if (isPolicy && isSandbox) return;
    throw new ThreadlineError('refused', `the agent did not take the mode '${this.#mode}'`);
  }

  /** Sent only once a plan was asked for: it is experimental, and sticks. */
  #collaboration(): Fields {
    if (!this.#isPlanning && !this.#hasPlanned) return {};
    this.#hasPlanned = true;
    const settings = { model: this.#model ?? '', reasoning_effort: null, developer_instructions: null };
    return { collaborationMode: { mode: this.#isPlanning ? 'plan' : 'default', settings } };
  }

  #told(method: string, params: Fields): void {
    switch (method) {
      case 'item/started':
      case 'item/completed':
        this.#requests.sawItem(fieldsOf(params.item), method === 'item/completed');
        return;
      case 'serverRequest/resolved':
        this.#requests.resolved(params.requestId);
        return;
      case 'turn/started':
        this.#turnStarted(params);
        return;
      case 'turn/completed':
        this.#turnCompleted(params);
        return;
      case 'thread/settings/updated':
        this.#settingsUpdated(params);
        return;
      case 'configWarning':
      case 'warning':
        this.#link.warn(textOf(params.message) ?? textOf(params.summary) ?? method);
        return;
    }
  }

  /** Turns of sub-agents come on the same connection. Old versions do not say whose a turn is. */
  #isOurs({ threadId }: Fields): boolean {
    return threadId === undefined || threadId === this.#threadId;
  }

  #turnStarted(params: Fields): void {
    if (!this.#isOurs(params) || !this.#isRunning) return;
    this.#turnId = wordOf(fieldsOf(params.turn).id);
    this.#link.turnStarted(this.#turnId);
  }

  #turnCompleted(params: Fields): void {
    if (!this.#isOurs(params)) return;
    this.#isRunning = false;
    this.#turnId = undefined;
    this.#link.turnEnded(endOf(fieldsOf(params.turn)));
  }

  #settingsUpdated(params: Fields): void {
    const { approvalPolicy, sandboxPolicy } = fieldsOf(params.threadSettings);
    if (!this.#isOurs(params)) return;
    try {
      this.#requireSettings(approvalPolicy, fieldsOf(sandboxPolicy).type);
    } catch (error) {
      this.#link.abandon(wordsOf(error));
    }
  }
}

function inputOf(input: LiveInput): Fields[] {
  const { text, images } = readInput(input);
  const pictures = images.map(({ data, mediaType }) => ({ type: 'image', url: `data:${mediaType};base64,${data}` }));
  return [{ type: 'text', text, text_elements: [] }, ...pictures];
}

function endOf({ status, error }: Fields): TurnEnd {
  if (status === 'completed') return { status };
  const message = textOf(fieldsOf(error).message);
  const told = message === undefined ? {} : { error: message };
  return status === 'interrupted' ? { status: 'aborted', ...told } : { status: 'failed', ...told };
}

/** Another server of the agent writes to the thread: newer versions say so. */
function throwBusy(error: unknown): never {
  if (error instanceof ThreadlineError && error.message.includes('active writer'))
    throw new ThreadlineError('busy', error.message, { cause: error });
  throw error;
}
