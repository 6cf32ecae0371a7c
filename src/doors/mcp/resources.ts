import type { SessionRow } from '../../archive/index.ts';
import { FAULT_CODES, RequestFault } from '../../machine/rpc/request-fault.ts';
import { cutText, refusal, type ToolAnswer } from './answer.ts';
import { readSessionTool } from './read-session.ts';
import type { CallContext } from './tool.ts';

/** Sessions as resources: what a client can attach without a call of the model. Scope and redaction are the tools'. */
const PAGE = 50;
const LONGEST_ADDRESS = 2000;
const LONGEST_TEXT = 300;
const SCHEME = 'threadline:';
const KIND = 'session';
const mimeType = 'text/plain';

export const resourceTemplates = [
  {
    uriTemplate: `${SCHEME}//${KIND}/{agent}/{session}{?from}`,
    name: KIND,
    title: 'An earlier session',
    description: 'What was said and done in an earlier session, in pages: from is the number of the first block',
    mimeType,
  },
];

interface Page {
  resources: object[];
  nextCursor?: string;
}

/** The sessions of the scope, the newest first. A cursor counts those that were listed before. */
export async function listResources(cursor: unknown, { scope, redactor, signal }: CallContext): Promise<Page> {
  const skip = cursor === undefined ? 0 : Number(typeof cursor === 'string' && /^\d{1,7}$/.test(cursor) ? cursor : NaN);
  if (Number.isNaN(skip)) throw new RequestFault(FAULT_CODES.invalidParams, 'no such cursor');
  const resources: object[] = [];
  let seen = 0;
  for await (const row of scope.sessions({})) {
    signal.throwIfAborted();
    seen += 1;
    if (seen <= skip) continue;
    if (resources.length === PAGE) return { resources, nextCursor: String(seen - 1) };
    const id = redactor.text(row.key.threadId);
    // An id that redaction changed names no session.
    if (id === row.key.threadId) resources.push(resourceOf(row));
  }
  return { resources };
}

function resourceOf({ key, title, firstPrompt, project }: SessionRow): object {
  const { agent, threadId } = key;
  const shown = title ?? firstPrompt;
  return {
    uri: `${SCHEME}//${KIND}/${encodeURIComponent(agent)}/${encodeURIComponent(threadId)}`,
    name: threadId,
    ...(shown !== undefined && { title: cutText(shown, LONGEST_TEXT) }),
    ...(project !== undefined && { description: `${agent} in ${cutText(project, LONGEST_TEXT)}` }),
    mimeType,
  };
}

interface Address {
  agent: string;
  session: string;
  from?: number;
}

/** The page of a session that an address names: the same text that `read_session` gives. */
export async function readResource(uri: unknown, context: CallContext): Promise<ToolAnswer> {
  const address = addressOf(uri);
  const row = address && (await context.scope.find(address.session));
  const isNamed = row?.key.agent === address?.agent && row?.key.threadId === address?.session;
  if (!address || !isNamed) return refusal('there is no such session here');
  const { session, from } = address;
  return readSessionTool.call({ session, ...(from !== undefined && { from }) }, context);
}

/** The contents of a resource as clients get them. An address that names nothing is their fault. */
export function resourceContents(uri: unknown, { content, isError }: ToolAnswer): object {
  const text = content[0]?.text ?? '';
  if (isError) throw new RequestFault(FAULT_CODES.resourceNotFound, text, { uri });
  return { contents: [{ uri, mimeType, text }] };
}

function addressOf(uri: unknown): Address | undefined {
  if (typeof uri !== 'string' || uri.length > LONGEST_ADDRESS || !URL.canParse(uri)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(uri);
  const [, agent, session, ...more] = pathname.split('/');
  if (protocol !== SCHEME || host !== KIND || !agent || !session || more.length > 0) return undefined;
  const from = searchParams.get('from');
  if (from !== null && !/^\d{1,8}$/.test(from)) return undefined;
  try {
    return {
      agent: decodeURIComponent(agent),
      session: decodeURIComponent(session),
      ...(from !== null && { from: Number(from) }),
    };
  } catch {
    return undefined;
  }
}
