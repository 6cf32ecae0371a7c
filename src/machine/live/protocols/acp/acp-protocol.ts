import { ThreadlineError } from '../../../../errors.ts';
import { machineLimits } from '../../../../limits/machine.ts';
import { readInput } from '../../live-input.ts';
import { nativeMode } from '../../live-mode.ts';
import type { AgentLine, Frame, LiveLink, LiveProtocol, LiveStart } from '../../live-protocol.ts';
import type { Abilities, LiveInput, LiveMode, Said, TurnEnd } from '../../live-session.ts';
import { wordsOf } from '../../words-of.ts';
import { type Fields, fieldsOf, textOf, wordOf } from '../fields.ts';
import { type AgentRequest, JsonRpc } from '../json-rpc.ts';
import type { AcpAgent } from './acp-agent.ts';
import { outcomeOf, readPermission } from './permission-request.ts';
import { modesOf, optionValue, type SessionModes } from './session-modes.ts';

const MAX_CALLS = 256;
const NO_FILES = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };

/** The Agent Client Protocol. */
export class AcpProtocol implements LiveProtocol {
  readonly wire = 'acp';
  readonly can: Abilities;
  readonly #link: LiveLink;
  readonly #start: LiveStart;
  readonly #agent: AcpAgent;
  readonly #rpc: JsonRpc;
  /** What is known of each tool call: requests do not repeat it. */
  readonly #calls = new Map<string, Fields>();
  #sessionId = '';
  #modes: SessionModes = { listed: [], current: undefined, isOption: false };
  /** The mode that was set, which nothing but us may change to a wider one. */
  #mode = '';

  constructor(link: LiveLink, start: LiveStart, agent: AcpAgent) {
    this.#link = link;
    this.#start = start;
    this.#agent = agent;
    this.can = abilitiesOf(agent);
    this.#rpc = new JsonRpc(
      link,
      { jsonrpc: '2.0' },
      {
        request: (request) => this.#asked(request),
        notification: (method, params) => this.#told(method, params),
      },
    );
  }

  /** Also answers: some agents say nothing more of a call that was refused. */
  tells({ method, result }: Frame): boolean {
    return method === 'session/new' || method === 'session/prompt' || 'outcome' in fieldsOf(result);
  }

  concerns(line: string): boolean {
    return !line.includes('_chunk"');
  }

  receive(line: AgentLine): void {
    this.#rpc.receive(line);
  }

  async open(): Promise<void> {
    const { agentCapabilities } = await this.#rpc.request(
      'initialize',
      {
        protocolVersion: 1,
        clientCapabilities: NO_FILES,
        clientInfo: { name: 'threadline', version: '1' },
      },
      machineLimits.liveStartMs,
    );
    const abilities = fieldsOf(agentCapabilities);
    const session = await this.#openSession(abilities, fieldsOf(abilities.sessionCapabilities));
    this.#sessionId = wordOf(session.sessionId) ?? this.#start.resume ?? '';
    this.#link.identified(this.#sessionId);
    this.#modes = modesOf(session);
    this.can.modes = this.#modes.listed;
    await this.#closeOptions(session);
    await this.#enter(this.#start.mode);
    if (this.#start.model !== undefined) await this.setModel(this.#start.model);
  }

  async prompt(input: LiveInput): Promise<void> {
    const { text, images } = readInput(input);
    const pictures = images.map(({ data, mediaType }) => ({ type: 'image', data, mimeType: mediaType }));
    const prompt = [{ type: 'text', text }, ...pictures];
    const answer = this.#rpc.request('session/prompt', { sessionId: this.#sessionId, prompt }, 0);
    this.#link.turnStarted();
    answer.then(
      (result) => this.#link.turnEnded(endOf(textOf(result.stopReason) ?? 'end_turn')),
      (error: unknown) => this.#link.turnEnded({ status: 'failed', error: wordsOf(error) }),
    );
  }

  /** No agent takes text in a turn but one, which asks for what waits. See `steering`. */
  readonly steer: ((input: LiveInput) => Promise<Said>) | undefined = undefined;

  async interrupt(): Promise<void> {
    this.#rpc.notify('session/cancel', { sessionId: this.#sessionId });
  }

  async setModel(model: string): Promise<void> {
    const { models } = this.#agent;
    if (models === undefined) throw new ThreadlineError('not-possible', 'the agent takes no model by its protocol');
    if (models === 'set_model') {
      await this.#rpc.request('session/set_model', { sessionId: this.#sessionId, modelId: model });
    } else if ((await this.#setOption('model', model)) !== model) {
      throw new ThreadlineError('refused', `the agent did not take the model ${model}`);
    }
    this.#link.mode(this.#mode, model);
  }

  async setMode(mode: LiveMode): Promise<void> {
    await this.#enter(mode);
  }

  gone(reason: Error): void {
    this.#rpc.gone(reason);
  }

  async #openSession(abilities: Fields, sessions: Fields): Promise<Fields> {
    const { cwd, resume: sessionId, fork } = this.#start;
    const common = { cwd, mcpServers: [] };
    this.can.fork = sessions.fork !== undefined;
    if (sessionId === undefined) return this.#rpc.request('session/new', common, machineLimits.liveStartMs);
    if (fork) {
      if (!this.can.fork) throw new ThreadlineError('not-possible', 'the agent cannot fork a session');
      return this.#rpc.request('session/fork', { sessionId, ...common }, machineLimits.liveStartMs);
    }
    const isResumed = this.#agent.resume === 'resume' && sessions.resume !== undefined;
    if (!this.can.resume || (!isResumed && abilities.loadSession !== true)) {
      throw new ThreadlineError('not-possible', 'the agent cannot go on with a session unharmed');
    }
    if (isResumed) return this.#rpc.request('session/resume', { sessionId, ...common }, machineLimits.liveStartMs);
    return this.#link.replaying(() =>
      this.#rpc.request('session/load', { sessionId, ...common }, machineLimits.liveStartMs),
    );
  }

  /** An option beside the mode may let everything pass. */
  async #closeOptions(session: Fields): Promise<void> {
    if (this.#start.dangerouslyBypass) return;
    for (const [id, value] of Object.entries(this.#agent.options ?? {})) {
      const current = optionValue(session, id);
      if (current === undefined || current === value) continue;
      if ((await this.#setOption(id, value)) === value) continue;
      throw new ThreadlineError('refused', `the agent did not set '${id}' to '${value}'`);
    }
  }

  /** Sets the mode, also where it is said to be set: a project may have set another since. */
  async #enter(mode: LiveMode): Promise<void> {
    if (this.#modes.listed.length === 0 && mode === 'ask') {
      this.can.asks = 'as-configured';
      this.#link.warn('the agent lists no modes: it asks as its own settings say');
      return;
    }
    const wanted = nativeMode(mode, this.#agent.modes, this.#modes.listed, this.#start.dangerouslyBypass);
    if (this.#modes.isOption) {
      const set = await this.#setOption('mode', wanted);
      if (set !== wanted) throw new ThreadlineError('refused', `the agent did not take the mode '${wanted}'`);
    } else {
      await this.#rpc.request('session/set_mode', { sessionId: this.#sessionId, modeId: wanted });
    }
    this.#mode = wanted;
    this.#link.mode(wanted);
  }

  async #setOption(configId: string, value: string): Promise<string | undefined> {
    const params = { sessionId: this.#sessionId, configId, value };
    return optionValue(await this.#rpc.request('session/set_config_option', params), configId);
  }

  #told(method: string, params: Fields): void {
    if (method !== 'session/update' || params.sessionId !== this.#sessionId) return;
    const update = fieldsOf(params.update);
    switch (update.sessionUpdate) {
      case 'tool_call':
      case 'tool_call_update':
        this.#sawCall(update);
        return;
      case 'current_mode_update':
        this.#modeChanged(textOf(update.currentModeId) ?? textOf(update.modeId));
        return;
      case 'config_option_update':
        this.#modeChanged(optionValue(update, 'mode'));
        return;
    }
  }

  #sawCall(update: Fields): void {
    const id = wordOf(update.toolCallId);
    if (id === undefined) return;
    if (update.status === 'completed' || update.status === 'failed') {
      this.#calls.delete(id);
      return;
    }
    const known = this.#calls.get(id) ?? {};
    const told = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
    this.#calls.set(id, { ...known, ...Object.fromEntries(told) });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MAX_CALLS && oldest !== undefined) this.#calls.delete(oldest);
  }

  /** A mode that the agent entered by itself is left again. Planning is narrower than all others. */
  #modeChanged(mode: string | undefined): void {
    if (mode === undefined || mode === this.#mode || this.#mode === '') return;
    const { plan, ask } = this.#agent.modes;
    if (mode === plan || mode === ask) {
      this.#mode = mode;
      this.#link.mode(mode);
      return;
    }
    this.#link.warn(`the agent changed its mode to '${mode}' unasked; it is set back`);
    this.#enter({ native: this.#mode }).catch((error: unknown) => this.#link.abandon(String(error)));
  }

  #asked(request: AgentRequest): void {
    const { id, method } = request;
    const { extensions = {}, steering } = this.#agent;
    if (method === 'session/request_permission') {
      this.#permission(request);
      return;
    }
    if (method === steering?.method) {
      this.#rpc.reply(id, steering.answer(this.#link.takeQueued()));
      return;
    }
    const known = Object.hasOwn(extensions, method) ? extensions[method] : undefined;
    if (known) this.#rpc.reply(id, known);
    else this.#rpc.refuse(id, method);
  }

  #permission({ id, params }: AgentRequest): void {
    const key = `${typeof id} ${id}`;
    const callId = wordOf(fieldsOf(params.toolCall).toolCallId) ?? '';
    const told = readPermission(key, params, this.#calls.get(callId) ?? {}, this.#agent);
    const questions = fieldsOf(told.input).questions;
    if (Array.isArray(questions) && fieldsOf(params.toolCall).kind === 'think') {
      this.#question(id, key, questions, params);
      return;
    }
    this.#link.approval({
      ...told,
      reply: (answer, by) => {
        this.#rpc.reply(id, outcomeOf(answer, by, params));
        if ('deny' in answer && answer.stop) this.#rpc.notify('session/cancel', { sessionId: this.#sessionId });
      },
    });
  }

  /** It shows its questions and takes no answers. */
  #question(id: AgentRequest['id'], key: string, questions: readonly unknown[], params: Fields): void {
    const parts = questions.map(fieldsOf).map((part, index) => ({
      id: String(index),
      text: textOf(part.question) ?? '',
    }));
    const refuse = () => this.#rpc.reply(id, outcomeOf({ deny: true }, 'agent', params));
    this.#link.question({ key, questions: parts, answerable: false, reply: refuse });
  }
}

function abilitiesOf(agent: AcpAgent): Abilities {
  return {
    asks: 'all',
    steer: agent.steering !== undefined,
    queue: true,
    'deny-reason': false,
    'allow-changed': false,
    'deny-goes-on': agent.denyEndsTurn !== true,
    questions: false,
    models: agent.models !== undefined,
    modes: [],
    resume: agent.resume !== undefined,
    fork: false,
    threads: true,
    viewers: false,
  };
}

function endOf(stopReason: string): TurnEnd {
  if (stopReason === 'end_turn') return { status: 'completed' };
  return { status: stopReason === 'cancelled' ? 'aborted' : 'failed', error: stopReason };
}
