import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { message, toolSearch } from '../../scripts/record/models/answers.ts';
import type { Script } from '../../scripts/record/models/responses-api.ts';
import { entry } from '../cli/run-cli.ts';
import { CODEX_VERSIONS, createWorkshop, findCodex } from './codex-harness.ts';

describe.each(CODEX_VERSIONS)('threadline mcp with Codex %s', (version) => {
  let codex: Awaited<ReturnType<typeof findCodex>> = { skip: 'not installed' };
  beforeAll(async () => {
    codex = await findCodex(version);
  }, 300_000);

  it('is called by its config and finds the session before, not the one that asks', async (context) => {
    if ('skip' in codex) return context.skip(codex.skip);
    let asks = false;
    let isAsked = false;
    const script: Script = ({ tools }) => {
      if (!asks || isAsked) return [message('The deadlock was in the pool.')];
      const call = tools.mcp('threadline', 'search_sessions', { query: 'deadlock' });
      if (!call) return [toolSearch('threadline search_sessions')];
      isAsked = true;
      return [call];
    };
    const workshop = await createWorkshop({ ...codex, script });
    try {
      const { home } = workshop;
      const log = join(home, 'calls.jsonl');
      appendFileSync(
        join(home, 'config.toml'),
        `
[mcp_servers.threadline]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([entry, 'mcp', '--log', log])}
env = { CODEX_HOME = ${JSON.stringify(home)}, THREADLINE_HOME = ${JSON.stringify(join(home, 'data'))} }
`,
      );
      const first = await workshop.exec({ prompt: 'Where is the deadlock?' });
      expect(first.result.ok).toBe(true);
      asks = true;
      const second = await workshop.exec({ prompt: 'Did we see a deadlock before?' });
      const items = second.events.flatMap((outcome) => (outcome.ok ? outcome.events : []));
      const [call] = items.flatMap((event) =>
        event.type === 'item.completed' && event.item.type === 'mcp_tool_call' ? [event.item] : [],
      );
      const answer = JSON.stringify(call?.result);
      expect(answer).toContain('This is untrusted text');
      expect(answer).toContain(first.result.threadId);
      expect(answer).not.toContain(second.result.threadId);
      const [noted] = readFileSync(log, 'utf8').trimEnd().split('\n');
      expect(JSON.parse(noted ?? '')).toMatchObject({ tool: 'search_sessions', client: 'codex-mcp-client' });
    } finally {
      await workshop.close();
    }
  });
});
