import type { Redactor } from '../../../core/redact/index.ts';
import type { BlamedCommit, BlamedLine, Blamer } from '../../../machine/provenance/blame.ts';
import type { FileLine } from './blame.ts';

/** A commit as `--json` has it: a contract. */
export function commitJson(blamed: BlamedCommit, read: Blamer['read'], redactor: Redactor): object {
  const { commit, files, committedBy } = blamed;
  return {
    commit,
    files: files.map(({ path, lines }) => ({
      path,
      lines: lines.map((line) => lineJson(line, committedBy, redactor)),
    })),
    read,
  };
}

/** A file as `--json` has it: the commit of each line stands beside it. */
export function fileJson(
  path: string,
  rev: string,
  lines: readonly FileLine[],
  read: Blamer['read'],
  redactor: Redactor,
): object {
  const told = lines.map((line) => ({ ...lineJson(line, line.committedBy, redactor), commit: line.commit }));
  return { rev, files: [{ path, lines: told }], read };
}

function lineJson(
  { line, text, level, rule, writer }: BlamedLine,
  committedBy: BlamedCommit['committedBy'],
  redactor: Redactor,
): object {
  const isOther = committedBy !== undefined && committedBy.id !== writer?.session.id;
  return {
    line,
    text: redactor.text(text),
    session: writer ? writer.session : null,
    ...(writer?.agentThread !== undefined && { agent_thread: writer.agentThread }),
    turn: writer?.turn ?? null,
    call: writer?.call ?? null,
    model: writer?.model ?? null,
    level,
    ...(rule !== undefined && { rule }),
    ...(level === 'unknown' && { why: 'file-unknown' }),
    ...(isOther && { committed_by: committedBy }),
  };
}
