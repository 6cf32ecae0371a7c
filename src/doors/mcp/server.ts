import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { toJSONSchema, type ZodError } from 'zod';
import type { ThreadStore } from '../../archive/index.ts';
import type { JsonObject } from '../../core/lines/json.ts';
import { createRedactor } from '../../core/redact/index.ts';
import { doorLimits } from '../../limits/doors.ts';
import { refusal, type ToolAnswer } from './answer.ts';
import { createBoundedInput } from './bounded-input.ts';
import type { CallLog } from './call-log.ts';
import { listSessionsTool } from './list-sessions.ts';
import { ownSessions } from './own-session.ts';
import { type ListedTool, speakProtocol } from './protocol.ts';
import { readSessionTool } from './read-session.ts';
import { createScope } from './scope.ts';
import { searchSessionsTool } from './search-sessions.ts';
import { sessionUsageTool } from './session-usage.ts';
import type { Tool } from './tool.ts';

const tools: readonly Tool[] = [searchSessionsTool, listSessionsTool, readSessionTool, sessionUsageTool];

export interface McpServerOptions {
  store: ThreadStore;
  /** Folders whose sessions may be asked about, with all below them; undefined for all. */
  projects: readonly string[] | undefined;
  /** Brings the store up to date. A call waits for it, but not for long. */
  refresh?: (() => Promise<unknown>) | undefined;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  log?: CallLog | undefined;
  /** Called with one sentence for each fault that no answer tells. */
  onFault?: ((message: string) => void) | undefined;
  input: Readable;
  output: Writable;
}

/** Serves earlier sessions to an agent until its input ends. */
export async function serveMcp(options: McpServerOptions): Promise<void> {
  const { store, projects, env, version, log, onFault = () => {} } = options;
  const startedAt = Math.floor(performance.timeOrigin);

  /** Answers a call whatever happens in it. The server lives on. */
  async function answer(
    tool: Tool,
    args: unknown,
    meta: unknown,
    client: string | undefined,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const began = performance.now();
    let error: string | undefined;
    let given: ToolAnswer;
    try {
      await settled(options.refresh?.());
      const own = await ownSessions(store, { client, meta, env, startedAt });
      const redacted = store.redacted();
      const redactor = createRedactor({ level: 'strict' });
      const scope = createScope({ store, redacted, projects, own, redactor });
      given = await tool.call(args, { redacted, scope, own, redactor, signal });
      if (given.isError) error = given.content[0]?.text;
    } catch (fault) {
      error = fault instanceof Error ? fault.message : 'the call failed';
      given = refusal(isAskersFault(fault) ? error.slice(0, 1000) : 'the call failed');
      if (!isAskersFault(fault)) onFault(`${tool.name}: ${error}`);
    }
    const bytes = Buffer.byteLength(JSON.stringify(given));
    log?.add({ tool: tool.name, client, arguments: args, bytes, error, ms: Math.round(performance.now() - began) });
    return given;
  }

  /** Input that does not fit is refused before the tool sees it. */
  async function call(name: string, params: JsonObject, client: string | undefined, signal: AbortSignal) {
    const tool = tools.find((each) => each.name === name);
    if (!tool) return refusal('there is no such tool');
    const parsed = tool.input.safeParse(params.arguments ?? {});
    if (!parsed.success) return refusal(`invalid arguments: ${issuesOf(parsed.error)}`);
    return answer(tool, parsed.data, params._meta, client, signal);
  }

  const lines = createBoundedInput(() => onFault('a request was too long and was dropped'));
  options.input.once('close', () => lines.end());
  // A client that is gone reads nothing any more.
  options.output.once('error', () => lines.end());
  options.input.pipe(lines);
  const { output } = options;
  await speakProtocol({ name: 'threadline', version, tools: tools.map(listed), call, onFault, input: lines, output });
}

/** The tool as clients see it. */
function listed({ name, title, description, input }: Tool): ListedTool {
  const inputSchema = toJSONSchema(input, { io: 'input', target: 'draft-7' });
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
