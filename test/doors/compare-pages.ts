import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type {
  ApiChanges,
  ApiCompare,
  ApiInsights,
  ApiSessions,
  ApiTime,
  SessionHead,
} from '../../src/doors/server/api-types.ts';
import { startViewer } from '../../src/doors/server/viewer.ts';
import { said } from './cli-door.ts';
import { type Explained, explainedRequests, pageRequests, toldChanges } from './page-facts.ts';
import { writeRandomHomes } from './random-home.ts';
import { writeRandomWork } from './random-work.ts';

/** All days: random homes are of any. */
const SINCE = '9000d';

/** Asks the routes of the pages, and the command behind each, for the homes of one seed. Gives what they tell differently. */
export async function comparePages(seed: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-pages-'));
  process.env.THREADLINE_HOME = join(folder, 'archive');
  try {
    const work = writeRandomWork(folder, seed);
    mkdirSync(join(folder, 'homes'));
    // `changes` asks the repository that it stands in.
    process.chdir(folder);
    const homes = [work.home, ...(seed % 2 === 0 ? writeRandomHomes(join(folder, 'homes'), seed) : [])];
    return await withPages(homes, (pages) => compare(pages, seed, work.repository));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The pages of some homes, and the command line on the same. */
interface Pages {
  heads: readonly SessionHead[];
  get<Answer>(path: string): Promise<Answer>;
  command<Answer>(...args: readonly string[]): Promise<Answer>;
}

async function withPages<Answer>(homes: readonly string[], use: (pages: Pages) => Promise<Answer>): Promise<Answer> {
  const faults: unknown[] = [];
  const viewer = await startViewer({
    homes,
    webFolder: import.meta.dirname,
    port: 0,
    version: '0',
    userHome: '/home/me',
    onFault: (fault) => faults.push(fault),
  });
  const headers = { authorization: `Bearer ${new URL(viewer.addressWithToken).searchParams.get('token')}` };
  // The routes and the commands are those of this tree.
  const get = async <Body>(path: string) =>
    (await (await fetch(new URL(path, viewer.address), { headers })).json()) as Body;
  const command = async <Body>(...args: readonly string[]) =>
    JSON.parse(await said([...args, '--json', ...homes.flatMap((home) => ['--home', home])])) as Body;
  try {
    // It is not there, which is known once every session is.
    await get('/api/sessions/codex/none');
    const { items } = await get<ApiSessions>('/api/sessions?limit=200');
    const answer = await use({ heads: items, get, command });
    if (faults.length > 0) throw faults[0];
    return answer;
  } finally {
    await viewer.close();
  }
}

async function compare({ heads, get, command }: Pages, seed: number, repository: string): Promise<string[]> {
  const found: string[] = [];
  /** What a page says has to be what a command says; of a thread with copies, of one of them. */
  const tell = (what: string, is: unknown, ...should: readonly unknown[]) => {
    const isOne = should.some((one) => isDeepStrictEqual(is, one));
    if (!isOne) found.push(`${what}: ${firstDifference(is, should[0])}`);
  };
  const names = await namesOf(command);
  const pathOf = (key: string) => `/api/sessions/${key.split('/').map(encodeURIComponent).join('/')}`;
  for (const head of heads) {
    const own = names.get(head.key) ?? [head.key];
    const ask = (...args: string[]) => {
      const more = head.project === repository ? [...args, '--repo', repository] : args;
      return inTurn(own, async (name) => toldChanges(await command('changes', name, ...more)));
    };
    const page = await get<ApiChanges>(`${pathOf(head.key)}/changes`);
    tell(`changes of ${head.key}`, toldChanges(page), ...(await ask()));
    for (const turn of page.turns) {
      const one = await get<ApiChanges>(`${pathOf(head.key)}/changes?of=turn:${turn}`);
      tell(`changes of turn ${turn} of ${head.key}`, toldChanges(one), ...(await ask('--turn', `${turn}`)));
    }
    const time = await get<ApiTime>(`${pathOf(head.key)}/time`);
    const explained = await command<Explained>('usage', '--explain', `${head.agent}:${head.id}`);
    tell(`time of ${head.key}`, pageRequests(time), explainedRequests(explained));
    const { model, commands, agents, you, other } = time.parts;
    tell(`parts of ${head.key}`, model + commands + agents + you + other, time.end);
  }
  for (const agent of ['', heads[seed % heads.length]?.agent ?? '']) {
    const query = new URLSearchParams({ since: SINCE, ...(agent && { agent }) });
    const { schema: _, ...page } = await get<ApiInsights>(`/api/insights?${query}`);
    const filter = agent ? ['--agent', agent] : [];
    tell(`insights ${agent}`, page, await command('insights', '--since', SINCE, ...filter));
  }
  for (let first = seed % 3; first + 1 < heads.length; first += 3) {
    const keys = heads.slice(first, first + 2 + ((first + seed) % 2)).map(({ key }) => key);
    const query = new URLSearchParams(keys.map((key, index) => ['abc'[index] ?? '', key]));
    const { schema: _, keys: __, ...page } = await get<ApiCompare>(`/api/compare?${query}`);
    const all = everyChoice(keys.map((key) => names.get(key) ?? [key]));
    tell(`compare ${keys.join(' ')}`, page, ...(await inTurn(all, (some) => command('compare', ...some))));
  }
  return found;
}

/** By the key of a page: how the command line is told the session. One that several homes have is told by its paths. */
async function namesOf(command: Pages['command']): Promise<Map<string, string[]>> {
  const { sessions } = await command<{ sessions: { agent: string; id: string; path: string }[] }>('sessions', '--all');
  const names = new Map<string, string[]>();
  for (const { agent, id, path } of sessions)
    names.set(`${agent}/${id}`, [...(names.get(`${agent}/${id}`) ?? []), path]);
  for (const [key, paths] of names) if (paths.length === 1) names.set(key, [key.replace('/', ':')]);
  return names;
}

/** A command writes to one file: never two at once. */
async function inTurn<One, Answer>(all: readonly One[], ask: (one: One) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const one of all) answers.push(await ask(one));
  return answers;
}

function everyChoice([first, ...rest]: readonly (readonly string[])[]): string[][] {
  if (first === undefined) return [[]];
  return first.flatMap((one) => everyChoice(rest).map((others) => [one, ...others]));
}

/** Where two values differ first: `.files.0.added 3, not 2`. */
function firstDifference(is: unknown, should: unknown, place = ''): string {
  if (typeof is !== 'object' || typeof should !== 'object' || is === null || should === null)
    return `${place} ${JSON.stringify(is)}, not ${JSON.stringify(should)}`;
  const [one, other] = [new Map(Object.entries(is)), new Map(Object.entries(should))];
  const key = [...one.keys(), ...other.keys()].find((name) => !isDeepStrictEqual(one.get(name), other.get(name)));
  return key === undefined ? 'nothing' : firstDifference(one.get(key), other.get(key), `${place}.${key}`);
}
