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

  it('says in one line what to install where the SDK is missing, and keeps nothing', async () => {
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
    expect(await runCli(['mcp'], { env })).toEqual({
      exitCode: 4,
      stdout: '',
      stderr:
        'threadline: the MCP server needs a package that is not installed: npm install @modelcontextprotocol/sdk\n',
    });
  });

  it('refuses two scopes', async () => {
    const { exitCode, stderr } = await runCli(['mcp', '--project', '.', '--all-projects']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('exclude each other');
  });
});
