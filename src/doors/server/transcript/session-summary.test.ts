import { describe, expect, it } from 'vitest';
import type { Row, RowBlock, SessionHead } from '../api-types.ts';
import { glanceOf } from './glance.ts';
import { commitsOf, toolCounts, wholeHead } from './session-summary.ts';

function row(place: number, blocks: RowBlock[], more: Partial<Row> = {}): Row {
  const base = { row: place, id: `m${place}`, turn: 1, lines: [place, place] as Row['lines'], blocks };
  return { ...base, kind: 'command', role: 'assistant', ...more };
}

function command(text: string, output: string): RowBlock {
  return { type: 'command', command: { text }, output: { text: output } };
}

describe('the summary of a session', () => {
  it('has the commits that git printed, and no text that only looks like one', () => {
    const rows = [
      row(0, [command('git commit -qam x && git log', 'nothing')]),
      row(1, [command('git -C . commit -m "Fix it"', '[main 1a2b3c4] Fix it\n 1 file changed')]),
      row(2, [command('cat log', '[main 1a2b3c4] Not a commit of this session')]),
      row(3, [command('git commit', `[${'x'.repeat(100_000)}`)]),
      row(4, [command('git commit', '[main 2b3c4d5] Inherited')], { inherited: true }),
    ];
    expect(commitsOf(rows)).toEqual([{ row: 1, hash: '1a2b3c4', subject: 'Fix it' }]);
  });

  it('counts calls and failures by tool, also under odd names', () => {
    const call = (tool: string): RowBlock => ({ type: 'call', tool, input: { text: '{}' } });
    const rows = [
      row(0, [call('__proto__')]),
      row(1, [call('__proto__')], { status: 'failed' }),
      row(2, [call('Read')]),
    ];
    expect(toolCounts(rows)).toEqual([
      { name: '__proto__', calls: 2, failed: 1 },
      { name: 'Read', calls: 1, failed: 0 },
    ]);
  });

  it('takes turns and time from the rows where the list does not know them, and keeps what it knows', () => {
    const head = { key: 'codex/a', turns: 0 } as SessionHead;
    const rows = [row(0, [], { time: 1000, turn: 1 }), row(1, [], { time: 5000, ms: 500, turn: 3 })];
    expect(wholeHead(head, rows, [])).toMatchObject({ turns: 3, ms: 4500 });
    expect(wholeHead({ ...head, turns: 7, ms: 1 }, rows, [])).toMatchObject({ turns: 7, ms: 1 });
    expect(wholeHead(head, [], [])).toEqual(head);
  });
});

describe('the glance at a session', () => {
  it('has the last answer that says something, what runs, and no secret', () => {
    const token = `ghp_${'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2'}`;
    const answer = row(1, [{ type: 'markdown', text: { text: `---\n\nIt is ${token}` } }]);
    const running = row(2, [command('npm test', '')], { status: 'running', time: 7 });
    const glance = glanceOf([{ ...answer, kind: 'answer' }, running]);
    expect(glance.lastAnswer).toBe('It is [redacted:github-token]');
    expect(glance.now).toEqual({ text: '$ npm test', since: 7 });
    expect(glanceOf([])).toEqual({ shape: [] });
  });
});
