import { sha256 } from '../../core/lines/sha256.ts';
import type { Writer } from '../../core/replay/replay.ts';
import type { BlamedCommit } from './blame.ts';
import { lineRanges } from './line-ranges.ts';

const DIGITS = 14;

/**
 * A commit as a note of git-ai, version 3. Only what is proven or derived goes in; other lines stay out, and nobody is
 * called a person, because we never saw one type.
 */
export function gitAiNote({ commit, parent, files }: BlamedCommit, version: string): string {
  const sessions = new Map<string, { writer: Writer; isProven: boolean }>();
  const parts = files.map(({ path, lines }) => {
    const entries = new Map<string, number[]>();
    for (const { line, level, writer } of lines) {
      if (!writer || (level !== 'proven' && level !== 'derived')) continue;
      const key = `s_${sha256(`${writer.session.agent}:${writer.session.id}`).slice(0, DIGITS)}`;
      const isProven = (sessions.get(key)?.isProven ?? true) && level === 'proven';
      sessions.set(key, { writer, isProven });
      const entry = `${key}::t_${sha256(writer.call).slice(0, DIGITS)}`;
      entries.set(entry, [...(entries.get(entry) ?? []), line]);
    }
    const rows = [...entries].map(([entry, numbers]) => `  ${entry} ${rangesText(numbers)}\n`);
    return rows.length === 0 ? '' : `${quotedPath(path)}\n${rows.join('')}`;
  });
  const told = [...sessions].map(([key, { writer, isProven }]) => {
    const { session, model = 'unknown' } = writer;
    const agent = { tool: session.agent, id: session.id, model };
    return [key, { agent_id: agent, custom_attributes: { 'threadline.level': isProven ? 'proven' : 'derived' } }];
  });
  const facts = {
    schema_version: 'authorship/3.0.0',
    git_ai_version: `threadline/${version}`,
    base_commit_sha: parent ?? commit,
    prompts: {},
    sessions: Object.fromEntries(told),
  };
  return `${parts.join('')}---\n${JSON.stringify(facts)}\n`;
}

function rangesText(numbers: readonly number[]): string {
  return lineRanges(numbers)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
    .join(',');
}

/** In quotes if it holds blanks. A line break would make an entry of its own. */
function quotedPath(path: string): string {
  return /[\s"\\]/.test(path) ? JSON.stringify(path) : path;
}
