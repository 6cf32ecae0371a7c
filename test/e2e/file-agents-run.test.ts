import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFileAgent, kimi, pi, qwen } from './file-agents.ts';
import { createOpening, itRuns } from './run-rules.ts';

const open = createOpening(findFileAgent);

describe.each([qwen, pi, kimi])('a real $name $version', { timeout: 120_000 }, (agent) => {
  itRuns(agent, open);

  it('runs and writes nothing that nobody allowed', async (context) => {
    const { exec, place, model } = await open(context, agent, [
      ({ project }) => ({ calls: [agent.shell(`touch ${join(project, 'ran.txt')}`)] }),
      ({ project }) => ({ calls: [agent.write(join(project, 'written.txt'), 'x')] }),
      { text: 'I may not.' },
    ]);
    if (agent === kimi) expect(() => exec('Run it.', 'default')).toThrow('bypassPermissions');
    else await exec('Run it.', 'default');
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
    expect(existsSync(join(place.project, 'written.txt'))).toBe(false);
    expect(model.requests).toHaveLength(agent === kimi ? 0 : 3);
  });
});
