import type { Redactor } from '../../../core/redact/index.ts';
import type { BlamedCommit, BlamedLine, Blamer } from '../../../machine/provenance/blame.ts';
import type { FileLine } from '../../../machine/provenance/blame-path.ts';

/** Who knows the prompts, if they are to be told. */
type Prompts = Pick<Blamer, 'prompt'> | undefined;

/** A commit as `--json` has it: a contract. */
export function commitJson(blamed: BlamedCommit, read: Blamer['read'], redactor: Redactor, prompts?: Prompts): object {
  const { commit, files } = blamed;
  return {
    commit,
    files: files.map(({ path, lines }) => ({ path, lines: lines.map((line) => lineJson(line, redactor, prompts)) })),
    read,
  };
}

/** A file as `--json` has it: the commit of each line stands beside it, null where it is in none. */
export function fileJson(
  path: string,
  rev: string,
  lines: readonly FileLine[],
  read: Blamer['read'],
  redactor: Redactor,
  prompts?: Prompts,
): object {
  const told = lines.map((line) => ({ ...lineJson(line, redactor, prompts), commit: line.commit ?? null }));
  return { rev, files: [{ path, lines: told }], read };
}

function lineJson(
  { line, text, level, rule, writer, why, committedBy }: BlamedLine,
  redactor: Redactor,
  prompts: Prompts,
): object {
  const prompt = writer && prompts?.prompt(writer);
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
    ...(level === 'unknown' && { why: why ?? 'weak' }),
    ...(committedBy && { committed_by: committedBy }),
    ...(prompt !== undefined && { prompt: redactor.text(prompt) }),
  };
}
