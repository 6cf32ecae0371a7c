import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readServerAddress } from '../../src/fleet/postgres/server-address.ts';
import { exitCodeOf, runCli, startCli } from '../cli/run-cli.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';

const run = promisify(execFile);
const started = process.env.THREADLINE_POSTGRES ? await startPostgres() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : false;
const server = started as PostgresServer; // Where there is none nothing below runs.
const folder = fileURLToPath(new URL('../../docs/fleet/', import.meta.url));
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');
const running: ReturnType<typeof startCli>[] = [];

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Every command of threadline in a YAML document: lists of arguments that begin with the name of a command. */
function commandsIn(value: unknown): string[][] {
  if (Array.isArray(value)) {
    const words = value.filter((word) => typeof word === 'string');
    const isCommand = words.length === value.length && /^(?:gateway|worker|archive|team)$/.test(words[0] ?? '');
    return isCommand ? [words] : value.flatMap(commandsIn);
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(commandsIn) : [];
}

describe.skipIf(skip)('the figures of a gateway and a worker', () => {
  let url = '';
  let texts: string[] = [];

  /** Starts a program and gives the first line that it prints. */
  async function lineOf(...args: string[]): Promise<string> {
    const child = startCli(args, { env: { THREADLINE_ARCHIVE: url } });
    running.push(child);
    const [line]: string[] = await once(createInterface({ input: child.stdout }), 'line');
    return line ?? '';
  }

  beforeAll(async () => {
    url = await server.createDatabase();
    await runCli(['archive', 'migrate'], { env: { THREADLINE_ARCHIVE: url } });
    const gateway = await lineOf('gateway', '--port', '0', '--log', 'json');
    const worker = await lineOf('worker', '--metrics-port', '0');
    await vi.waitFor(async () => expect((await fetch(new URL('/health', worker))).status).toBe(200), {
      timeout: 30_000,
    });
    await fetch(new URL('/v1/sources', gateway), { method: 'POST', body: '{}' });
    texts = await Promise.all([`${gateway}/metrics`, worker].map(async (address) => (await fetch(address)).text()));
  }, 60_000);

  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGTERM');
      await exitCodeOf(child);
    }
    await server.close();
  });

  it('hold every name that the alerts and the dashboard ask for', () => {
    const asked = new Set(`${read('alerts.yaml')}${read('grafana.json')}`.match(/threadline_\w+/g));
    const told = new Set(texts.join('').match(/^threadline_\w+/gm));
    expect([...asked].filter((name) => !told.has(name))).toEqual([]);
    expect(asked.size).toBeGreaterThan(8);
  });

  it.skipIf(!hasPromtool())('are what promtool takes, as are the alerts, which fire when they should', async () => {
    for (const text of texts) {
      const checked = run('promtool', ['check', 'metrics']);
      checked.child.stdin?.end(text);
      await checked;
    }
    await run('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: folder });
    await run('promtool', ['test', 'rules', 'alerts-test.yaml'], { cwd: folder });
  });

  it('are told by doctor, too: version, clock, what waits, and logins that read everything', async () => {
    const { stdout } = await runCli(['doctor', '--json', '--archive', url, '--home', folder]);
    expect(JSON.parse(stdout).server).toMatchObject({ state: 'present', sessions: 0, jobs: 0, reader_logins: 0 });
    const named = await runCli(['doctor', '--json', '--home', folder], { env: { THREADLINE_ARCHIVE: url } });
    expect(JSON.parse(named.stdout).server).toMatchObject({ state: 'present', reader_logins: 0 });
    const away = await runCli(['doctor', '--json', '--archive', 'postgres://me:pa55@127.0.0.1:1/x', '--home', folder]);
    expect(JSON.parse(away.stdout).server).toEqual({ state: 'unusable', code: 'unreachable' });
    expect(away.stdout + away.stderr).not.toContain('pa55');
  });
});

describe('the files for containers', () => {
  const documents = ['compose.yaml', 'kubernetes/threadline.yaml', 'compose-team.yaml'].flatMap((name) =>
    parseAllDocuments(read(name), { merge: true }).map((document) => document.toJS()),
  );

  it('name only commands and options that the program has', async () => {
    const commands = [
      ...commandsIn(documents),
      ...commandsIn(JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '')),
    ];
    expect(commands.length).toBeGreaterThan(7);
    for (const [name = '', ...rest] of commands) {
      const { stdout } = await runCli([name, '--help']);
      const unknown = rest.filter((word) => word.startsWith('--') && !stdout.includes(word));
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  it('reach the database of compose by its socket, with a password: its image speaks no TLS, and threadline nothing else to another machine', () => {
    const { services } = documents[0];
    const { db, ...ours } = services;
    const mounted = ({ volumes = [] }: { volumes?: string[] }) => volumes.map((volume) => volume.split(':')[1]);
    expect(Object.keys(ours)).toEqual(['migrate', 'gateway', 'worker']);
    for (const service of Object.values<{ environment: Record<string, string>; volumes: string[] }>(ours)) {
      const address = (service.environment.THREADLINE_ARCHIVE ?? '').replace(/\$\{\w+[^}]*\}/, 'secret');
      const { ssl, connectionString } = readServerAddress(address);
      const url = new URL(connectionString);
      expect([ssl, url.username, url.password]).toEqual([false, 'threadline', 'secret']);
      expect(mounted(service)).toContain(url.searchParams.get('host'));
      expect(mounted(db)).toContain(url.searchParams.get('host'));
    }
    expect(db.environment.POSTGRES_INITDB_ARGS).toContain('--auth-local=scram-sha-256');
  });

  it('give a team server its secrets by files alone, to services without root, each those that it needs', () => {
    const { services, secrets } = documents.at(-1);
    const { db, ...ours } = services;
    interface Service {
      user: string;
      environment: Record<string, string>;
      secrets: string[];
      volumes: string[];
    }
    const used = Object.entries<Service>(ours).map(([name, service]) => {
      const { ssl, connectionString } = readServerAddress(service.environment.THREADLINE_ARCHIVE ?? '');
      const url = new URL(connectionString);
      expect([name, service.user, ssl, url.password]).toEqual([name, '1000:1000', false, '']);
      const host = url.searchParams.get('host');
      for (const { volumes } of [service, db])
        expect(volumes.some((one: string) => one.endsWith(`:${host}`))).toBe(true);
      return [name, url.username, service.secrets];
    });
    expect(used).toEqual([
      ['migrate', 'threadline', ['owner-pgpass']],
      ['role', 'threadline', ['owner-pgpass', 'server-password']],
      ['team', 'threadline_server', ['server-pgpass', 'client-secret']],
    ]);
    for (const service of Object.values<Service>(services))
      for (const [name, value] of Object.entries(service.environment)) {
        if (/PASSWORD|PASSFILE/.test(name)) expect(value).toMatch(/^\/run\/secrets\/[a-z-]+$/);
        const [, file] = /^\/run\/secrets\/(.*)$/.exec(value) ?? [];
        if (file !== undefined) expect(service.secrets).toContain(file);
      }
    for (const name of Object.values<Service>(services).flatMap((service) => service.secrets))
      expect(secrets[name]).toEqual({ file: `./secrets/${name}` });
    const { command, environment, ports } = services.team;
    expect(command[command.indexOf('--metrics-port') + 1]).toBe(environment.HEALTH_PORT);
    expect(ports).toEqual(['127.0.0.1:4779:4779']);
  });

  it.skipIf(skip !== false || !server.programs)(
    'make the login of a team server once, which may not do more than it should',
    async () => {
      const own = await startPostgres();
      if ('skip' in own) throw new Error(own.skip);
      try {
        const owner = await own.createDatabase();
        await runCli(['archive', 'migrate'], { env: { THREADLINE_ARCHIVE: owner } });
        const secret = mkdtempSync(join(tmpdir(), 'threadline-secret-'));
        writeFileSync(join(secret, 'password'), "pa'55\n");
        const env = {
          PATH: [own.programs, process.env.PATH].join(delimiter),
          THREADLINE_ARCHIVE: owner,
          SERVER_PASSWORD_FILE: join(secret, 'password'),
        };
        for (let times = 0; times < 2; times += 1) await run('sh', [`${folder}team-role.sh`], { env });
        rmSync(secret, { recursive: true });
        const login = new URL(owner);
        login.username = 'threadline_server';
        login.password = encodeURIComponent("pa'55");
        const sql =
          'select rolsuper or rolcreaterole or rolbypassrls as mighty, current_user as me from pg_roles where rolname = current_user';
        const { stdout } = await run('psql', ['--tuples-only', '--no-align', '--command', sql, login.href], { env });
        expect(stdout.trim()).toBe('f|threadline_server');
      } finally {
        await own.close();
      }
    },
  );

  it('have what a team server loads, in the versions that are tested', () => {
    const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    for (const [name, argument] of [
      ['pg', 'PG'],
      ['openid-client', 'OPENID'],
    ] as const) {
      expect(read('Dockerfile')).toContain(`ARG ${argument}=${name}@${devDependencies[name]}\n`);
      expect(read('Dockerfile')).toMatch(new RegExp(`^RUN .*npm install .*"\\$${argument}"`, 'm'));
    }
  });

  it('ask for health at the port that HEALTH_PORT names: a team server answers it nowhere else', async () => {
    const health = createServer(({ url }, answer) => void answer.writeHead(url === '/health' ? 200 : 404).end());
    await once(health.listen(0, '127.0.0.1'), 'listening');
    const { port } = health.address() as AddressInfo;
    const [, ...words] = JSON.parse(/^ {2}CMD (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '');
    const ask = async () => {
      const child = spawn(process.execPath, words, { env: { ...process.env, HEALTH_PORT: String(port) } });
      return (await once(child, 'exit'))[0];
    };
    expect(read('Dockerfile')).toMatch(/^ENV HEALTH_PORT=4778$/m);
    expect(await ask()).toBe(0);
    health.close();
    expect(await ask()).toBe(1);
  });

  it('pin every image to a version, and run without root', () => {
    const images = [
      ...`${read('compose.yaml')}${read('compose-team.yaml')}${read('kubernetes/threadline.yaml')}${read('Dockerfile')}`.matchAll(
        /^\s*(?:image:|FROM) (\S+)/gm,
      ),
    ].map(([, image]) => image);
    expect(images.filter((image) => image !== 'threadline' && !/:\d/.test(image ?? ''))).toEqual([]);
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    expect(read('kubernetes/threadline.yaml').match(/runAsNonRoot: true/g)).toHaveLength(3);
  });
});
