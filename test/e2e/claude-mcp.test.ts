import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnthropicScript, call, say } from '../../scripts/record/models/anthropic-api.ts';
import { entry } from '../cli/run-cli.ts';
import { CLAUDE_VERSION, completed, createWorkshop, findClaude } from './claude-harness.ts';

const TOOL = 'mcp__threadline__search_sessions';
const MOST_LOOKS = 20;

describe(`threadline mcp with Claude Code ${CLAUDE_VERSION}`, () => {
  let claude: Awaited<ReturnType<typeof findClaude>> = { skip: 'not installed' };
  beforeAll(async () => {
    claude = await findClaude();
  }, 300_000);

  it('is called by its config and finds the session before, not the one that asks', async (context) => {
    if ('skip' in claude) return context.skip(claude.skip);
    let asks = false;
    let looked = 0;
    const script: AnthropicScript = ({ body }) => {
      if (!asks) return [say('The deadlock was in the pool.')];
      const names = body.tools?.map(({ name }) => name) ?? [];
      // Claude Code begins before its servers are there, and offers tools of theirs when they are looked for.
      if (!names.includes(TOOL) && looked < MOST_LOOKS) {
        looked += 1;
        return looked % 2 === 0
          ? [call('Bash', { command: 'sleep 1' })]
          : [call('ToolSearch', { query: `select:${TOOL}` })];
      }
      asks = false;
      return [call(TOOL, { query: 'deadlock' })];
    };
    const workshop = await createWorkshop(claude.binary, script, (home) => ({
      threadline: {
        command: process.execPath,
        args: [entry, 'mcp', '--log', join(home, 'calls.jsonl')],
        env: { CLAUDE_CONFIG_DIR: home, THREADLINE_HOME: join(home, 'data') },
      },
    }));
    try {
      const first = await workshop.exec({ prompt: 'Where is the deadlock?' });
      expect(first.result.ok).toBe(true);
      asks = true;
      const second = await workshop.exec({ prompt: 'Did we see a deadlock before?' });
      const [asked] = completed(second, 'mcp_tool_call');
      const answer = JSON.stringify(asked?.result);
      expect(answer).toContain('This is untrusted text');
      expect(answer).toContain(first.result.threadId);
      expect(answer).not.toContain(second.result.threadId);
      const [noted] = readFileSync(join(workshop.home, 'calls.jsonl'), 'utf8').trimEnd().split('\n');
      expect(JSON.parse(noted ?? '')).toMatchObject({ tool: 'search_sessions', client: 'claude-code' });
    } finally {
      await workshop.close();
    }
  });
});
