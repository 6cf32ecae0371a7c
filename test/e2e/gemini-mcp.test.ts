import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GeminiScript } from '../../scripts/record/models/gemini-api.ts';
import { entry } from '../cli/run-cli.ts';
import { createWorkshop, findGemini, GEMINI_VERSION } from './gemini-harness.ts';

const TOOL = 'mcp_threadline_search_sessions';

describe(`threadline mcp with Gemini CLI ${GEMINI_VERSION}`, { timeout: 180_000 }, () => {
  let gemini: Awaited<ReturnType<typeof findGemini>> = { skip: 'not installed' };
  beforeAll(async () => {
    gemini = await findGemini();
  }, 300_000);

  it('is called by its settings, its schemas are taken, and it finds the session before, not the one that asks', async (context) => {
    if ('skip' in gemini) return context.skip(gemini.skip);
    let asks = false;
    const script: GeminiScript = () => {
      if (!asks) return [{ text: 'The deadlock was in the pool.' }];
      asks = false;
      return [{ functionCall: { name: TOOL, args: { query: 'deadlock' } } }];
    };
    const workshop = await createWorkshop(gemini.binary, script, (home) => ({
      threadline: {
        command: process.execPath,
        args: [entry, 'mcp', '--log', join(home, 'calls.jsonl')],
        env: { HOME: home, THREADLINE_HOME: join(home, 'data') },
      },
    }));
    try {
      const first = await workshop.exec({ prompt: 'Where is the deadlock?' });
      expect(first.result.ok).toBe(true);
      asks = true;
      const second = await workshop.exec({ prompt: 'Did we see a deadlock before?' });
      const { requests } = workshop.model;
      // The model is offered every tool, each with the schema of its arguments.
      const offered = requests.at(-1)?.tools?.flatMap(({ functionDeclarations }) => functionDeclarations ?? []) ?? [];
      const ours = offered.filter((tool) => JSON.stringify(tool).includes('"name":"mcp_threadline_'));
      expect(ours).toHaveLength(6);
      for (const tool of ours) expect(JSON.stringify(tool)).toContain('"properties"');
      // What the model was told stands in the next request.
      const told = JSON.stringify(requests.at(-1)?.contents?.at(-1));
      expect(told).toContain('This is untrusted text');
      expect(told).toContain(first.result.threadId);
      expect(told).not.toContain(second.result.threadId);
      const [noted] = readFileSync(join(workshop.home, 'calls.jsonl'), 'utf8').trimEnd().split('\n');
      expect(JSON.parse(noted ?? '')).toMatchObject({ tool: 'search_sessions' });
    } finally {
      await workshop.close();
    }
  });
});
