import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ThreadStore } from '../../archive/index.ts';
import { createRedactor } from '../../core/redact/index.ts';
import { doorLimits } from '../../limits/doors.ts';
import { refusal, type ToolAnswer } from './answer.ts';
import { createBoundedInput } from './bounded-input.ts';
import type { CallLog } from './call-log.ts';
import { listSessionsTool } from './list-sessions.ts';
import { loadSdk } from './load-sdk.ts';
import { ownSessions } from './own-session.ts';
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
  const { McpServer, StdioServerTransport } = await loadSdk();
  const { store, projects, env, version, log, onFault = () => {} } = options;
  const startedAt = Math.floor(performance.timeOrigin);
  const server = new McpServer({ name: 'threadline', version });

  /** Answers a call whatever happens in it. The server lives on. */
  async function answer(tool: Tool, args: unknown, meta: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    const client = server.server.getClientVersion()?.name;
    const began = performance.now();
    let error: string | undefined;
    let given: ToolAnswer;
    try {
      await settled(options.refresh?.());
      const own = await ownSessions(store, { client, meta, env, startedAt });
      const scope = createScope(store, projects, own);
      given = await tool.call(args, { store, scope, own, redactor: createRedactor(), signal });
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

  for (const tool of tools) {
    const { title, description, input } = tool;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(tool.name, { title, description, inputSchema: input.shape, annotations }, (args, extra) =>
      answer(tool, args, extra._meta, extra.signal),
    );
  }
  server.server.onerror = (error) => onFault(error.message);

  const lines = createBoundedInput(() => onFault('a request was too long and was dropped'));
  const ended = new Promise<void>((resolve) => {
    lines.once('end', resolve);
    lines.once('close', resolve);
    server.server.onclose = resolve;
    // A client that is gone reads nothing any more.
    options.output.once('error', () => resolve());
  });
  options.input.pipe(lines);
  await server.connect(new StdioServerTransport(lines, options.output));
  await ended;
  await server.close();
}

/** Waits a short time for news. A failure of it does not prevent an answer. */
async function settled(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => {}), delay(doorLimits.mcpRefreshMs, undefined, { ref: false })]);
}

/** True for an invalid pattern or arguments that do not fit. */
function isAskersFault(fault: unknown): boolean {
  return fault instanceof TypeError || fault instanceof SyntaxError;
}
