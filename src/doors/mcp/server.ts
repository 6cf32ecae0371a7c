import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { toJSONSchema, type ZodError } from 'zod';
import type { ThreadStore } from '../../archive/index.ts';
import { createRedactor } from '../../core/redact/index.ts';
import { doorLimits } from '../../limits/doors.ts';
import { FAULT_CODES, RequestFault } from '../../machine/rpc/request-fault.ts';
import { refusal, type ToolAnswer } from './answer.ts';
import type { AskingAgent } from './askers/asking-agent.ts';
import type { CallLog } from './call-log.ts';
import { changesOfTool } from './changes-of.ts';
import { listSessionsTool } from './list-sessions.ts';
import { ownSessions } from './own-session.ts';
import { type Method, type Request, speakProtocol } from './protocol.ts';
import { readSessionTool } from './read-session.ts';
import { listResources, readResource, resourceContents, resourceTemplates } from './resources.ts';
import { createScope } from './scope.ts';
import { searchSessionsTool } from './search-sessions.ts';
import { sessionUsageTool } from './session-usage.ts';
import type { CallContext, Provenance, Tool } from './tool.ts';
import { whyLineTool } from './why-line.ts';

const tools: readonly Tool[] = [
  searchSessionsTool,
  listSessionsTool,
  readSessionTool,
  sessionUsageTool,
  whyLineTool,
  changesOfTool,
];

export interface McpServerOptions {
  store: ThreadStore;
  /** Folders whose sessions may be asked about, with all below them; undefined for all. */
  projects: readonly string[] | undefined;
  /** What is kept of edits, and the folder whose repository may be asked about. */
  provenance?: Provenance | undefined;
  /** Brings the store up to date. A call waits for it, but not for long. */
  refresh?: (() => Promise<unknown>) | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** How the sessions that ask are known; by default by the registry. */
  askers?: readonly AskingAgent[] | undefined;
  version: string;
  log?: CallLog | undefined;
  /** Called with one sentence for each fault that no answer tells. */
  onFault?: ((message: string) => void) | undefined;
  input: Readable;
  output: Writable;
}

/** Serves earlier sessions to an agent until its input ends. */
export async function serveMcp(options: McpServerOptions): Promise<void> {
  const { store, projects, env, version, log, provenance, askers, onFault = () => {} } = options;
  const startedAt = Math.floor(performance.timeOrigin);

  /** What a request may see: the sessions of its scope, without its own. */
  async function contextOf({ params, client, signal }: Request): Promise<CallContext> {
    await settled(options.refresh?.());
    const own = await ownSessions(store, { client, meta: params._meta, env, startedAt }, askers);
    const redacted = store.redacted();
    const redactor = createRedactor({ level: 'strict' });
    const scope = createScope({ store, redacted, projects, own, redactor });
    return { redacted, scope, own, redactor, signal, provenance };
  }

  /** Answers a request whatever happens in it, and logs it. The server lives on. */
  async function answer(
    name: string,
    args: unknown,
    request: Request,
    run: (context: CallContext) => Promise<ToolAnswer>,
  ): Promise<ToolAnswer> {
    const began = performance.now();
    let error: string | undefined;
    let given: ToolAnswer;
    try {
      given = await run(await contextOf(request));
      if (given.isError) error = given.content[0]?.text;
    } catch (fault) {
      if (fault instanceof RequestFault) throw fault;
      error = fault instanceof Error ? fault.message : 'the call failed';
      given = refusal(isAskersFault(fault) ? error.slice(0, 1000) : 'the call failed');
      if (!isAskersFault(fault)) onFault(`${name}: ${error}`);
    }
    const bytes = Buffer.byteLength(JSON.stringify(given));
    const ms = Math.round(performance.now() - began);
    log?.add({ tool: name, client: request.client, arguments: args, bytes, error, ms });
    return given;
  }

  /** Input that does not fit is refused before the tool sees it. */
  async function call(request: Request): Promise<ToolAnswer> {
    const { name, arguments: given } = request.params;
    if (typeof name !== 'string') throw new RequestFault(FAULT_CODES.invalidParams, 'no name');
    const tool = tools.find((each) => each.name === name);
    if (!tool) return refusal('there is no such tool');
    const parsed = tool.input.safeParse(given ?? {});
    if (!parsed.success) return refusal(`invalid arguments: ${issuesOf(parsed.error)}`);
    return answer(tool.name, parsed.data, request, (context) => tool.call(parsed.data, context));
  }

  async function read(request: Request): Promise<object> {
    const { uri } = request.params;
    const given = await answer('resources/read', { uri }, request, (context) => readResource(uri, context));
    return resourceContents(uri, given);
  }

  const methods = new Map<string, Method>([
    ['tools/list', () => ({ tools: tools.map(listed) })],
    ['tools/call', call],
    ['resources/list', async (request) => listResources(request.params.cursor, await contextOf(request))],
    ['resources/templates/list', () => ({ resourceTemplates })],
    ['resources/read', read],
  ]);
  const { input, output } = options;
  const capabilities = { tools: {}, resources: {} };
  await speakProtocol({ name: 'threadline', version, capabilities, methods, onFault, input, output });
}

/** The tool as clients see it. */
function listed({ name, title, description, input }: Tool): object {
  const inputSchema = toJSONSchema(input, { io: 'input', target: 'draft-2020-12' });
  return { name, title, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } };
}

function issuesOf({ issues }: ZodError): string {
  const sentences = issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return sentences.join('; ').slice(0, 1000);
}

/** Waits a short time for news. A failure of it does not prevent an answer. */
async function settled(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => {}), delay(doorLimits.mcpRefreshMs, undefined, { ref: false })]);
}

/** True for an invalid pattern or arguments that do not fit. */
function isAskersFault(fault: unknown): boolean {
  return fault instanceof TypeError || fault instanceof SyntaxError;
}
