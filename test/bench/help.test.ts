import { expect, it } from 'vitest';
import { benchHelp } from '../../bench/help.ts';
import { runs } from '../../bench/runs.ts';
import { targets } from '../../bench/targets/targets.ts';

it('the help of the bench names each target, and says of those that the whole leaves out why', () => {
  const lines = benchHelp().split('\n');
  for (const name of [...targets.map(({ number }) => number), ...runs.map((run) => run.name)])
    expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
  for (const { name, onlyByName } of runs)
    if (onlyByName) expect(lines.find((line) => line.startsWith(`  ${name} `))).toContain(onlyByName);
});
