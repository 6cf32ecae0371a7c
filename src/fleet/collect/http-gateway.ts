import type { IncomingMessage, RequestOptions } from 'node:http';
import type { RawSource, Segment, SourceHead } from '../../archive/model/raw-store.ts';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { systemMessage } from '../../machine/sessions/file-fault.ts';
import { NO_POLICY, readPolicy } from './collect-policy.ts';
import { type GatewayClient, GatewayFault, type OpenAnswer, type PutAnswer } from './gateway-client.ts';
import { protocol } from './protocol.ts';

export interface HttpGatewayOptions {
  url: URL;
  token: string;
  /** Other tokens that may count by now, asked for when one is refused: a login or a rotation replaced it. */
  laterTokens?: (() => readonly string[]) | undefined;
  /** The machine's name within a group, for a group's token. */
  machine?: string | undefined;
}

/** The gateway's answer before it is parsed. */
interface HttpAnswer {
  status: number;
  retryAfterMs: number;
  epoch: string | undefined;
  policy: string | undefined;
  body: unknown;
}

interface Call {
  method: string;
  path: string;
  body: Uint8Array;
  headers: Record<string, string | number>;
}

/** Short and printable: it is sent back. */
const SHORT_WORD = /^[\x21-\x7e]{1,64}$/;

// An import would make Node load everything the module exports, WebSocket included: 15 MB for nothing.
const load = (isSecure: boolean) => process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');

/** A gateway over one HTTP connection. It follows no redirects: the token is for this server alone. */
export function createHttpGateway(options: HttpGatewayOptions): GatewayClient & { close(): void } {
  const { url, machine, laterTokens } = options;
  let { token } = options;
  const isSecure = url.protocol === 'https:';
  const { Agent, request } = load(isSecure);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const base = url.pathname.replace(/\/+$/, '');
  let epoch: string | undefined;
  let policyVersion: string | undefined;

  async function ask(call: Call, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    let answer = await exchange(call, signal);
    if (answer.status === 401 && laterTokens) {
      const refused = token;
      for (const later of laterTokens().filter((one) => one !== refused)) {
        token = later;
        answer = await exchange(call, signal);
        if (answer.status !== 401) break;
      }
    }
    epoch = answer.epoch ?? epoch;
    policyVersion = answer.policy ?? policyVersion;
    return answer;
  }

  function exchange({ method, path, body, headers }: Call, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    const options: RequestOptions = {
      agent,
      method,
      timeout: fleetLimits.collectAnswerMs,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        'content-length': body.length,
        ...(machine !== undefined && { [protocol.machineHeader]: machine }),
        ...(epoch !== undefined && { [protocol.epochHeader]: epoch }),
      },
      ...(signal && { signal }),
    };
    const target = new URL(base + path, url);
    return new Promise((resolve, reject) => {
      const sent = request(target, options);
      const fail = (error: Error) => reject(new GatewayFault(`${url.host} cannot be reached: ${systemMessage(error)}`));
      sent.on('error', fail);
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('response', (response) => readAnswer(response).then(resolve, fail));
      sent.end(body);
    });
  }

  return {
    get epoch() {
      return epoch;
    },
    get policyVersion() {
      return policyVersion;
    },
    async policy(signal) {
      const answer = await ask({ method: 'GET', path: protocol.policy, body: new Uint8Array(), headers: {} }, signal);
      if (answer.status === 404) return NO_POLICY;
      if (answer.status !== 200) throw faultOf(answer);
      const policy = readPolicy(answer.body);
      // Whatever it forbids is not known.
      if (typeof policy === 'string')
        throw new GatewayFault(`the policy of ${url.host} cannot be obeyed: ${policy}`, { isLasting: true });
      return policy;
    },
    async open(sources, signal) {
      const body = Buffer.from(JSON.stringify({ sources }));
      const headers = { 'content-type': 'application/json' };
      return openAnswer(await ask({ method: 'POST', path: protocol.sources, body, headers }, signal), sources);
    },
    async put(source, segment, signal) {
      const path = protocol.segment(source, segment.start);
      return putAnswer(await ask({ method: 'PUT', path, body: segment.packed, headers: headersOf(segment) }, signal));
    },
    close: () => agent.destroy(),
  };
}

function headersOf({ size, redaction, marker }: Segment): Record<string, string | number> {
  return {
    'content-type': protocol.packedType,
    [protocol.sizeHeader]: size,
    [protocol.markerHeader]: marker,
    ...(redaction !== '' && { [protocol.redactionHeader]: redaction }),
  };
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > fleetLimits.maxGatewayAnswerBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  const seconds = Number(response.headers['retry-after']);
  const word = (name: string) => {
    const value = response.headers[name];
    return typeof value === 'string' && SHORT_WORD.test(value) ? value : undefined;
  };
  return {
    status: response.statusCode ?? 0,
    retryAfterMs: seconds > 0 ? seconds * 1000 : 0,
    epoch: word(protocol.epochHeader),
    policy: word(protocol.policyHeader),
    body: parseJson(Buffer.concat(chunks).toString('utf8')),
  };
}

function openAnswer(answer: HttpAnswer, sources: readonly RawSource[]): OpenAnswer {
  const body = isObject(answer.body) ? answer.body : {};
  if (answer.status === 422 && typeof body.index === 'number' && sources[body.index]) {
    return { kind: 'refused', index: body.index, reason: reasonOf(body) };
  }
  const heads = answer.status === 200 && Array.isArray(body.sources) ? body.sources.map(headOf) : [];
  const known = heads.filter((head) => head !== undefined);
  if (answer.status === 200 && known.length === sources.length) return { kind: 'heads', heads: known };
  throw faultOf(answer);
}

function headOf(value: unknown): SourceHead | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || !isOffset(value.head)) return undefined;
  const marker = typeof value.marker === 'string' ? value.marker : '';
  return { id: value.id, head: value.head, marker, state: value.state === 'forgotten' ? 'forgotten' : 'open' };
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function putAnswer(answer: HttpAnswer): PutAnswer {
  const body = isObject(answer.body) ? answer.body : {};
  if (answer.status === 200 && isOffset(body.head)) return { kind: 'taken', head: body.head };
  switch (answer.status) {
    case 404:
      return { kind: 'unknown' };
    case 409:
      return { kind: 'moved' };
    case 410:
      return { kind: 'forgotten' };
    case 413:
      return { kind: 'too-large' };
    case 422:
      return { kind: 'refused', reason: reasonOf(body) };
    default:
      throw faultOf(answer);
  }
}

function reasonOf({ reason }: Record<string, unknown>): string {
  return typeof reason === 'string' ? reason.slice(0, 200) : 'no reason';
}

function faultOf({ status, retryAfterMs }: HttpAnswer): GatewayFault {
  if (status === 401 || status === 403) {
    return new GatewayFault('the gateway does not know the token, or it was revoked', { isLasting: true });
  }
  return new GatewayFault(`the gateway answered ${status}`, { retryAfterMs });
}
