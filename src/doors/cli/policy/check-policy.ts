import { isObject, parseObject } from '../../../core/lines/json.ts';
import { decide, type PolicyCase, type PolicyDecision } from '../../../machine/live/policy/decide.ts';
import type { PolicyRules } from '../../../machine/live/policy/policy-file.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { inputLines } from '../input-lines.ts';
import { openOutput } from '../output.ts';
import { createJsonEncoder } from '../write-json.ts';
import { readPolicyFile } from './read-policy-file.ts';

const NONE: PolicyDecision = { decide: 'deny', rule: null, why: 'the line is no approval' };

/** Says what a policy decides for each approval of standard input. */
export async function checkPolicy(path: string): Promise<ExitCode> {
  const rules = readPolicyFile(path, 'policy');
  if (process.stdin.isTTY) return exitCodes.ok;
  const output = openOutput();
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  for await (const line of inputLines(process.stdin)) {
    if (line.trim() === '') continue;
    output.append(`${encode(decideLine(rules, line))}\n`);
    await output.flush();
  }
  return exitCodes.ok;
}

function decideLine(rules: PolicyRules, line: string): PolicyDecision {
  const wanted = readCase(line);
  return wanted ? decide(rules, wanted) : NONE;
}

function readCase(line: string): PolicyCase | undefined {
  const { kind, tool, command, changes, url, input, cwd } = parseObject(line) ?? {};
  if (typeof kind !== 'string' || typeof cwd !== 'string') return undefined;
  if ([tool, command, url].some((value) => value !== undefined && typeof value !== 'string')) return undefined;
  const paths = changes === undefined ? [] : Array.isArray(changes) ? changes : undefined;
  if (!paths?.every((change) => isObject(change) && isPath(change.path) && isPath(change.move_path ?? ''))) {
    return undefined;
  }
  const read = { kind, cwd, tool, command, url, input } as PolicyCase;
  return changes === undefined ? read : { ...read, changes: paths as { path: string }[] };
}

function isPath(value: unknown): boolean {
  return typeof value === 'string';
}
