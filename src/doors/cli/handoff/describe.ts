import { amount, grouped } from '../../../core/text/amount.ts';
import type { HandedOff } from '../../../machine/sessions/index.ts';
import { agentTitle } from '../agents.ts';
import { ruleList } from '../redaction.ts';

/** The words for each kind of omission, singular and plural. */
const OMITTED: Record<string, readonly [string, string]> = {
  thinking: ['piece of thinking', 'pieces of thinking'],
  usage: ['token count of a turn', 'token counts of turns'],
  image: ['image', 'images'],
  output: ['middle of a long output', 'middles of long outputs'],
  agent: ["sub-agent's own thread", "sub-agents' own threads"],
  notice: ['notice of the CLI', 'notices of the CLI'],
  result: ['result that was never recorded', 'results that were never recorded'],
  input: ['input that is nested too deeply', 'inputs that are nested too deeply'],
};
/** The number of redacted tool inputs that are listed one by one. */
const SHOWN_INPUTS = 20;

const DONE = { created: 'has it now', rewritten: 'has it anew', unchanged: 'had it already' };
const PLANNED = { created: 'would have it', rewritten: 'would have it anew', unchanged: 'has it already' };

/** A hand-over in words, one line each. */
export function describeHandOff(handed: HandedOff): string[] {
  const { turns, problems } = handed;
  const action = (handed.dryRun ? PLANNED : DONE)[handed.action];
  const lines = [
    `${agentTitle(handed.agent)} ${action}: ${amount(turns.taken, 'turn')}, ${size(handed.size)}, ${handed.path}`,
  ];
  if (turns.listed > 0) lines.push(`told of in a list only: ${amount(turns.listed, 'turn')} before`);
  if (turns.leftOut > 0) lines.push(`not handed over: ${amount(turns.leftOut, 'turn')} before`);
  const omitted = Object.entries(handed.omitted).map(([what, count = 0]) => named(what, count));
  if (omitted.length > 0) lines.push(`left out: ${omitted.join(', ')}`);
  const redactions = Object.entries(handed.redactions);
  if (redactions.length > 0) lines.push(`redacted: ${ruleList(redactions)}`);
  if (handed.toolInputs.length > 0) {
    lines.push(`of these in what tools were given: ${grouped(handed.toolInputs.length)}`);
    for (const { tool, rule, line } of handed.toolInputs.slice(0, SHOWN_INPUTS))
      lines.push(`  ${tool}: ${rule} (line ${line})`);
    const more = handed.toolInputs.length - SHOWN_INPUTS;
    if (more > 0) lines.push(`  … and ${grouped(more)} more`);
  }
  if (problems > 0) lines.push(`${amount(problems, 'problem')} in the session's file: see 'threadline check'`);
  return lines;
}

function named(what: string, count: number): string {
  const [one, several] = OMITTED[what] ?? [what, what];
  return `${grouped(count)} ${count === 1 ? one : several}`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
