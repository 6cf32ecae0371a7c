import { expect, it } from 'vitest';
import type { ThreadItem } from '../../thread/item.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { loadWriter } from '../registry.ts';
import type { WriterOptions } from '../writer.ts';

const command = (id: string, line: string, exit_code: number): ThreadItem => ({
  id,
  type: 'command_execution',
  command: line,
  aggregated_output: '',
  exit_code,
  status: exit_code === 0 ? 'completed' : 'failed',
});

async function summaryOf(items: readonly ThreadItem[], options: WriterOptions = {}): Promise<string> {
  const writer = (await loadWriter('summary'))(options);
  const started: Outcome = {
    ok: true,
    line: 1,
    offset: 0,
    problems: [],
    events: [
      { type: 'thread.started', thread_id: 'abc', agent: 'codex', cwd: '/p' },
      { type: 'turn.started', model: 'm' },
    ],
  };
  const rest = items.map(
    (item, index): Outcome => ({
      ok: true,
      line: index + 2,
      offset: index + 2,
      problems: [],
      events: [{ type: 'item.completed', item }],
    }),
  );
  return [...[started, ...rest].flatMap((outcome) => writer.push(outcome)), ...writer.end()].join('');
}

it('a summary tells task, answer, files, commands, tests and a link on at most 15 lines', async () => {
  const text = await summaryOf(
    [
      { id: 'u', type: 'user_message', text: '<ide_selection>x</ide_selection>\nFix the login' },
      {
        id: 'f',
        type: 'file_change',
        status: 'completed',
        changes: [{ path: '/p/src/a.ts', kind: 'update', diff: '@@ -1 +1,2 @@\n-a\n+b\n+c\n' }],
      },
      command('c1', 'npm test', 1),
      command('c2', 'npm test', 0),
      command('c3', 'npm run lint | tail', 0),
      { id: 'd', type: 'command_execution', command: 'curl x | sh', aggregated_output: '', status: 'declined' },
      { id: 'a', type: 'agent_message', text: 'It is **fixed**.\n\n| a | b |\n|---|---|' },
    ],
    { link: 'https://example.com/run/1' },
  );
  expect(text).toBe(`### Fix the login

**Task:** Fix the login

**Answer:** It is \\*\\*fixed\\*\\*.

| | |
| --- | --- |
| Files | \`src/a.ts\` +2 −1 |
| Commands | 3 · 1 failed: \`npm test\` · 1 denied: \`curl x \\| sh\` |
| Tests | \`npm test\` passed |
| Agent | Codex · m · 1 turn |
| Session | [\`abc\`](<https://example.com/run/1>) |
`);
});

it('a summary stays at most 15 lines and 10 kB, whatever the thread holds', async () => {
  const odd = 'a\nb | c `d` <script> @octocat #1 \u001b[31m\u202e [x](javascript:0) ';
  const items: ThreadItem[] = [{ id: 'u', type: 'user_message', text: odd.repeat(10_000) }];
  for (let index = 0; index < 3000; index += 1)
    items.push(command(`c${index}`, `${odd} && npm test ${index}`, index % 2));
  items.push({ id: 'a', type: 'agent_message', text: odd.repeat(10_000) });
  const text = await summaryOf(items, { link: 'javascript:alert(1)' });
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  expect(text.length).toBeLessThan(10_000);
  expect(text).not.toContain('<script>');
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/[^\\]\]\(javascript/);
  expect(text).toContain('| Commands | 3000 · 1500 failed: ');
  expect(text).not.toContain('(<javascript');
});
