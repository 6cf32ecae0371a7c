// node scripts/live-shares.ts [AGENT,…] [RECORDINGS]: how much of what agents print is in the sessions that they keep, by version:
// all of it, and beside the closed list of test/parity/printed-exceptions.ts. Tells every block that is in neither.
import { join, resolve } from 'node:path';
import { missingBlocks, printedRuns, renamedBlocks } from '../test/parity/printed-and-kept.ts';
import { exceptionOf } from '../test/parity/printed-exceptions.ts';

const AGENTS = 'opencode,kilo,copilot,qwen,pi,kimi,goose,cline';
const [agents = AGENTS, recordings] = process.argv.slice(2);
const shared = resolve(process.env.THREADLINE_SHARED ?? join(import.meta.dirname, '../../shared'), 'recordings');
const print = (line: string) => process.stdout.write(`${line}\n`);
const share = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

for (const agent of agents.split(',')) {
  const versions = new Map<string, { total: number; missing: number; listed: Map<string, number>; renamed: number }>();
  for (const run of await printedRuns(recordings ?? shared, agent)) {
    const sums = versions.get(run.version) ?? { total: 0, missing: 0, listed: new Map(), renamed: 0 };
    versions.set(run.version, sums);
    sums.total += run.blocks.length;
    sums.renamed += renamedBlocks(run).length;
    for (const block of missingBlocks(run)) {
      sums.missing += 1;
      const exception = exceptionOf(run, block)?.name;
      if (exception === undefined)
        print(`  ${agent} ${run.name}: ${block.kind} ${JSON.stringify(block.body).slice(0, 160)}`);
      else sums.listed.set(exception, (sums.listed.get(exception) ?? 0) + 1);
    }
  }
  for (const [version, { total, missing, listed, renamed }] of versions) {
    const set = [...listed.values()].reduce((sum, count) => sum + count, 0);
    const kept = `${share(total - missing, total)} kept, ${share(total - missing, total - set)} beside the list`;
    const names = [...listed].map(([name, count]) => `${name} ${count}`).join(', ');
    print(`${agent} ${version}: ${total} blocks, ${kept}${names && ` (${names})`}; under other ids ${renamed}`);
  }
}
