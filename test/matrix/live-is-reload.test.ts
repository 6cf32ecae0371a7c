import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { agentVocabularies } from '../../src/core/messages/vocabularies/registry.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { missingBlocks, printedRuns, renamedBlocks } from '../parity/printed-and-kept.ts';
import { exceptionOf, PRINTED_EXCEPTIONS } from '../parity/printed-exceptions.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);
const AGENTS = ['opencode', 'kilo', 'copilot', 'qwen', 'pi', 'kimi', 'goose', 'cline'];
/** Those whose texts have the agent's own ids. Calls and results are found by their ids in all of them. */
const KEEPING = agentVocabularies
  .filter(({ name, keepsIds }) => AGENTS.includes(name) && keepsIds === 'answers')
  .map(({ name }) => name);
const used = new Set<unknown>();

it.for(AGENTS)(
  '%s keeps all that it prints, but for a closed list, and nine tenths of it with the list',
  async (agent, context) => {
    if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
    const runs = await printedRuns(shared, agent);
    const total = runs.reduce((sum, { blocks }) => sum + blocks.length, 0);
    const missing = runs.flatMap((run) =>
      missingBlocks(run).map((block) => {
        const exception = exceptionOf(run, block);
        used.add(exception);
        return { exception, told: `${run.name}: ${block.kind} ${block.body.slice(0, 100)}` };
      }),
    );
    expect(missing.filter(({ exception }) => !exception).map(({ told }) => told)).toEqual([]);
    expect(total).toBeGreaterThan(100);
    expect(missing.length / total).toBeLessThan(0.1);
  },
);

it.for(KEEPING)('%s has the same ids of texts on both sides wherever it writes them', async (agent, context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const renamed = (await printedRuns(shared, agent)).flatMap((run) =>
    renamedBlocks(run)
      .filter((block) => !isDerived(block.id) && !exceptionOf(run, block))
      .map((block) => `${run.name}: ${block.kind} ${block.id}`),
  );
  expect(renamed).toEqual([]);
});

/** The stream has no id of this text: it is counted. */
const isDerived = (id: string) => /^t\d+\.(?:text|thinking)\.\d+$/.test(id);

it('has no exception that nothing needs', (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  // Recorded in versions that are not among the shared ones.
  const OTHERS = ['skipped call', 'long output', 'command as a title', 'path as written'];
  expect(PRINTED_EXCEPTIONS.filter((each) => !used.has(each)).map(({ name }) => name)).toEqual(OTHERS);
});
