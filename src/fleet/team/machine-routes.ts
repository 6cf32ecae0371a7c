import type { IncomingMessage } from 'node:http';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { Refusal } from '../gateway/refusal.ts';
import type { Route } from '../gateway/routes.ts';
import { bearerDigest, createToken, isToken, tokenDigest } from '../gateway/token.ts';
import type { ServerDatabase } from '../postgres/index.ts';
import { bodyOf } from './auth-routes.ts';
import { isMachineName } from './machine-name.ts';
import type { TeamAccess } from './team-access.ts';
import { machineProtocol } from './team-protocol.ts';

export interface MachineRouteOptions {
  access: TeamAccess;
  database: ServerDatabase;
  tenant: number;
  addressOf(request: IncomingMessage): string;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** Machines get tokens to send with, and replace them. None of these tokens reads anything. */
export function createMachineRoutes(options: MachineRouteOptions): (method: string, path: string) => Route | undefined {
  const { access, database, tenant, addressOf } = options;
  const ask = (sql: string, values: readonly unknown[]) =>
    database.transaction({ role: 'team', tenant }, (queries) => queries.get(sql, values));
  const note = (request: IncomingMessage, action: string, detail?: string, person?: number) =>
    access.note({ tenant, person, address: addressOf(request), action, detail });

  /** Why a code does not count is told to nobody. */
  async function enrol(request: IncomingMessage): Promise<HttpAnswer> {
    const { code, machine } = await bodyOf(request);
    if (!isMachineName(machine)) throw new Refusal(400, { error: 'bad-machine' });
    const token = createToken();
    const values = [tokenDigest(isToken(code) ? code : ''), machine, tokenDigest(token)];
    const row = await ask('select * from team_enrol($1, $2, $3)', values);
    if (!row) {
      await note(request, 'enrolment refused');
      throw new Refusal(401, { error: 'unauthorised' });
    }
    await note(request, 'machine enrolled', `token ${row.token} code ${row.code_id}`);
    return jsonAnswer({ push_token: token });
  }

  /** The machine makes the next token and keeps it first, so that an answer that is lost locks no machine out. */
  async function rotate(request: IncomingMessage): Promise<HttpAnswer> {
    const { next } = await bodyOf(request);
    if (typeof next !== 'string' || !DIGEST.test(next)) throw new Refusal(400, { error: 'invalid_request' });
    const old = bearerDigest(request.headers.authorization);
    const row = old && (await ask('select * from team_rotate_token($1, $2)', [old, Buffer.from(next, 'hex')]));
    if (!row) throw new Refusal(401, { error: 'unauthorised' });
    await note(request, 'token rotated', `token ${row.token}`, row.person === null ? undefined : Number(row.person));
    return jsonAnswer({ rotated: true });
  }

  const routes = new Map<string, Route>([
    [`POST ${machineProtocol.enrol}`, { name: 'enrol', answer: enrol }],
    [`POST ${machineProtocol.rotate}`, { name: 'rotate', answer: rotate }],
  ]);
  return (method, path) => routes.get(`${method} ${path}`);
}
