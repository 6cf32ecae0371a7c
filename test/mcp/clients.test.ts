import { join } from 'node:path';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as OldClient } from 'mcp-sdk-1.0/client/index.js';
import { StdioClientTransport as OldTransport } from 'mcp-sdk-1.0/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { entry } from '../cli/run-cli.ts';

/** Official clients of every era ask the program itself. */
const info = { name: 'asker', version: '1' };
const PIN = { mode: { pin: '2026-07-28' } } as const;

/** A home with a session in the server's folder and one elsewhere, and how the server is started. */
function server() {
  const [folder, home] = [tempFolder('here'), madeHome(tempFolder('home'))];
  const turn = codexTurn(1, { ask: 'where is the deadlock', result: 'r', answer: 'In the pool.' });
  home.write(1, codexHead(codexId(1), { cwd: folder }) + turn);
  home.write(2, codexHead(codexId(2), { cwd: '/elsewhere' }) + turn);
  const env = { THREADLINE_HOME: join(folder, 'data'), CODEX_HOME: home.path, HOME: folder, NODE_NO_WARNINGS: '1' };
  return { command: process.execPath, args: [entry, 'mcp'], cwd: folder, env, stderr: 'pipe' as const };
}

const clients = {
  'sdk 1.0.4': async () => {
    const client = new OldClient(info, { capabilities: {} });
    // This version cannot be told a folder.
    const { command, args, env, cwd } = server();
    await client.connect(new OldTransport({ command, args: [...args, '--project', cwd], env, stderr: 'pipe' }));
    return client;
  },
  'sdk 1.32.2': async () => {
    const client = new Client(info);
    await client.connect(new StdioClientTransport(server()));
    return client;
  },
  'client 2.4, legacy': () => connected({}),
  'client 2.4, auto': () => connected({ versionNegotiation: { mode: 'auto' } }),
  'client 2.4, pinned to 2026-07-28': () => connected({ versionNegotiation: PIN }),
};

async function connected(options: ConstructorParameters<typeof NewClient>[1]) {
  const client = new NewClient(info, options);
  await client.connect(new NewTransport(server()));
  return client;
}

describe.each(Object.entries(clients))('%s', (_, connect) => {
  it('lists tools and sessions, calls a tool and reads a session, and sees nothing of another folder', async () => {
    const client = await connect();
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_sessions');
    expect(JSON.stringify(tools)).toContain('https://json-schema.org/draft/2020-12/schema');
    const found = await client.callTool({ name: 'search_sessions', arguments: { query: 'deadlock' } });
    expect(JSON.stringify(found)).toContain(codexId(1));
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`threadline://session/codex/${codexId(1)}`]);
    const [{ uri = '' } = {}] = resources;
    expect(JSON.stringify(await client.readResource({ uri }))).toContain('In the pool.');
    const elsewhere = { uri: `threadline://session/codex/${codexId(2)}` };
    await expect(client.readResource(elsewhere)).rejects.toThrow('there is no such session here');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(1);
  });
});
