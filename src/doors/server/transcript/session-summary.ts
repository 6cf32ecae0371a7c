import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import type { ApiSession, Row, RowBlock, SessionHead } from '../api-types.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { turnUsages } from './turn-usage.ts';

/** The most tools and commits of a summary. */
const MAX_TOOLS = 30;
const MAX_COMMITS = 50;

/** A head with what its rows and requests tell, where nothing has read the whole session for the list yet. */
export function wholeHead(head: SessionHead, rows: readonly Row[], requests: readonly UsageRow[]): SessionHead {
  const [usage] = head.usage ? [head.usage] : turnUsages([{ line: 0 }], requests);
  const ms = head.ms ?? timeOf(rows);
  const turns = head.turns || rows.reduce((most, { turn }) => Math.max(most, turn), 0);
  return { ...head, turns, ...(usage && { usage }), ...(ms !== undefined && { ms }) };
}

/** The time from the first to the last thing that rows tell. */
function timeOf(rows: readonly Row[]): number | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { time, ms = 0, inherited } of rows) {
    if (time === undefined || inherited) continue;
    least = Math.min(least, time);
    most = Math.max(most, time + ms);
  }
  return least > most ? undefined : most - least;
}

/** How often each tool was called and how often it failed, the most used first. */
export function toolCounts(rows: readonly Row[]): ApiSession['tools'] {
  const tools = new Map<string, { name: string; calls: number; failed: number }>();
  for (const { blocks, status, inherited } of rows) {
    if (inherited) continue;
    for (const block of blocks) {
      const name = toolName(block);
      if (name === undefined) continue;
      const tool = tools.get(name) ?? { name, calls: 0, failed: 0 };
      tools.set(name, tool);
      tool.calls += 1;
      if (status === 'failed') tool.failed += 1;
    }
  }
  return [...tools.values()].sort((one, other) => other.calls - one.calls).slice(0, MAX_TOOLS);
}

function toolName(block: RowBlock): string | undefined {
  if (block.type === 'command') return 'Commands';
  if (block.type === 'diff') return 'Changes of files';
  if (block.type === 'web') return 'Web';
  if (block.type === 'plan') return 'Plan';
  if (block.type !== 'call') return undefined;
  return block.server === undefined ? block.tool : `${block.server} · ${block.tool}`;
}

const COMMITS = /\bgit\b[^\n]{0,200}\bcommit\b/;
/** What git prints of a commit: `[main 1a2b3c4] The subject`. */
const COMMIT = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] ([^\n]{0,200})/m;

/** The commits that commands of the session made, by what git printed of them. */
export function commitsOf(rows: readonly Row[]): ApiSession['commits'] {
  const commits: ApiSession['commits'] = [];
  for (const { row, blocks, inherited } of rows) {
    for (const block of inherited ? [] : blocks) {
      if (block.type !== 'command' || !COMMITS.test(block.command.text)) continue;
      const [, hash, subject] = COMMIT.exec(block.output?.text ?? '') ?? [];
      if (hash !== undefined && subject !== undefined) commits.push({ row, hash, subject: hideSecrets(subject) });
    }
  }
  return commits.slice(-MAX_COMMITS);
}
