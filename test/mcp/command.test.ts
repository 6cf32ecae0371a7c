import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { entry, runCli } from '../cli/run-cli.ts';

const turn = codexTurn(1, { ask: 'where is the deadlock', result: 'r', answer: 'In the pool.' });

describe('threadline mcp', () => {
  it('takes sessions in and answers the official client about the folder that it is started in', async () => {
    const [folder, home] = [tempFolder('here'), madeHome(tempFolder('home'))];
    home.write(1, codexHead(codexId(1), { cwd: folder }) + turn);
    home.write(2, codexHead(codexId(2), { cwd: '/elsewhere' }) + turn);
    const env = { THREADLINE_HOME: join(folder, 'data'), CODEX_HOME: home.path, HOME: folder, NODE_NO_WARNINGS: '1' };
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [entry, 'mcp'],
      cwd: folder,
      env,
      stderr: 'pipe',
    });
    let said = '';
    transport.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    await client.connect(transport);
    const answer = await client.callTool({ name: 'search_sessions', arguments: { query: 'deadlock' } });
    expect(JSON.stringify(answer)).toContain(codexId(1));
    expect(JSON.stringify(answer)).not.toContain(codexId(2));
    await client.close();
    expect(said).toContain('also when the agent deletes its files');
  });

  it('needs no other package: it answers where the SDK is missing', async () => {
    const hooks = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  if (!name.startsWith('@modelcontextprotocol/')) return next(name, context);
  throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
} });`;
    const folder = tempFolder();
    const env = {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}`,
      THREADLINE_HOME: join(folder, 'data'),
      HOME: folder,
    };
    const clientInfo = { name: 'test', version: '1' };
    const requests = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ];
    const input = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join('');
    const { exitCode, stdout } = await runCli(['mcp'], { env, input });
    expect(exitCode).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[0].result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'threadline' } });
    expect(answers[1].result.tools).toHaveLength(6);
  });

  it('refuses two scopes', async () => {
    const { exitCode, stderr } = await runCli(['mcp', '--project', '.', '--all-projects']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('exclude each other');
  });
});
