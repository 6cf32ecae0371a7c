import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createRedactor } from '../../core/redact/index.ts';
import { doorLimits } from '../../limits/doors.ts';
import { type RpcRequest, speakJsonRpc } from '../../machine/rpc/json-rpc.ts';
import { FAULT_CODES, RequestFault } from '../../machine/rpc/request-fault.ts';
import { type AcpSession, sessionPage } from './session-pages.ts';
import { textBlock } from './tool-call.ts';
import { updatesOf } from './updates.ts';

/** The version of the protocol that editors speak. */
const PROTOCOL = 1;

interface AcpOptions {
  version: string;
  /** All sessions that are known now. */
  sessions(): Promise<readonly AcpSession[]>;
  /** The messages of a session, in their order. Undefined if there is no such session. */
  messages(id: string): Promise<readonly UnifiedMessage[] | undefined>;
  /** The command that hands a session over, to paste. Undefined if its id may not stand in one. */
  handOver(id: string): string | undefined;
  onFault(message: string): void;
  input: Readable;
  output: Writable;
}

/** Shows sessions to an editor, as an agent of the Agent Client Protocol that works on nothing. Returns when the input ends. */
export async function serveAcp(options: AcpOptions): Promise<void> {
  /** Sessions that this process began. They hold nothing. */
  const begun = new Set<string>();
  const { onFault, input, output } = options;

  async function load({ params, notify, signal }: RpcRequest): Promise<object> {
    const id = idIn(params.sessionId);
    if (begun.has(id)) return {};
    const messages = await options.messages(id);
    if (!messages) throw new RequestFault(FAULT_CODES.resourceNotFound, 'there is no such session');
    const redactor = createRedactor();
    for (const message of messages) {
      if (signal.aborted) break;
      for (const update of updatesOf(redactor.value(message)))
        await notify('session/update', { sessionId: id, update });
    }
    return {};
  }

  function begin({ params }: RpcRequest): object {
    if (typeof params.cwd !== 'string' || !isAbsolute(params.cwd))
      throw new RequestFault(FAULT_CODES.invalidParams, 'cwd is an absolute path');
    const sessionId = randomUUID();
    begun.add(sessionId);
    return { sessionId };
  }

  /** Nothing is started: the answer says what to do instead. */
  async function prompt({ params, notify }: RpcRequest): Promise<object> {
    const sessionId = idIn(params.sessionId);
    const command = begun.has(sessionId) ? undefined : options.handOver(sessionId);
    const update = { sessionUpdate: 'agent_message_chunk', content: textBlock(archiveText(command)) };
    await notify('session/update', { sessionId, update });
    return { stopReason: 'end_turn' };
  }

  const methods = new Map<string, (request: RpcRequest) => object | Promise<object>>([
    ['initialize', () => greeting(options.version)],
    ['session/list', async ({ params }) => sessionPage(await options.sessions(), params)],
    ['session/load', load],
    ['session/new', begin],
    ['session/prompt', prompt],
  ]);

  await speakJsonRpc({
    answer(request) {
      const method = methods.get(request.method);
      if (!method) throw new RequestFault(FAULT_CODES.methodNotFound, 'Method not found');
      return method(request);
    },
    onFault,
    input,
    output,
    maxRequestBytes: doorLimits.maxMcpRequestBytes,
  });
}

function greeting(version: string): object {
  return {
    protocolVersion: PROTOCOL,
    agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} } },
    agentInfo: { name: 'threadline', title: 'Threadline', version },
    authMethods: [],
  };
}

function idIn(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new RequestFault(FAULT_CODES.invalidParams, 'sessionId is a text');
}

function archiveText(command: string | undefined): string {
  const what = 'This is an archive of earlier sessions. It runs no agent and answers no prompt.';
  return command === undefined
    ? `${what} Open a session from the list to read it.`
    : `${what} To go on with this session, hand it over to an agent in a terminal:\n\n    ${command}\n`;
}
