import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import { type Check, checkShape, type Findings } from './check-shape.ts';
import { type CheckedSteps, checkStep, SUMS } from './check-step.ts';
import { VERSION } from './shapes.ts';

/** Sub-agents that are nested deeper are not looked at. */
export const MOST_LEVELS = 32;

/** Compares a document with the rules of ATIF 1.0 to 1.8. Files that it names are not looked for. */
export function checkDocument(document: unknown): Findings {
  const findings: Findings = { errors: [], warnings: [] };
  checkTrajectory(findings, document, '', 0);
  return findings;
}

function checkTrajectory(findings: Findings, value: unknown, at: string, level: number): void {
  const version = isObject(value) ? value.schema_version : undefined;
  const [, minor] = (typeof version === 'string' && VERSION.exec(version)) || [];
  const check: Check = { ...findings, since: minor === undefined ? 8 : Number(minor) };
  if (!checkShape(check, 'trajectory', value, at)) return;
  if (minor === undefined)
    check.errors.push(`${at}.schema_version: ${jsonText(version).slice(0, 60)} is none of ATIF-v1.0 to ATIF-v1.8`);
  if (level === 0 && (value.session_id === undefined || value.session_id === null))
    check.warnings.push(`${at}.session_id: should be set on a root`);
  if (isObject(value.agent)) checkShape(check, 'agent', value.agent, `${at}.agent`);
  if (isObject(value.final_metrics)) checkShape(check, 'final', value.final_metrics, `${at}.final_metrics`);
  const embedded = checkEmbedded(check, value.subagent_trajectories, at, level);
  if (Array.isArray(value.steps)) checkSteps(check, value, value.steps, embedded, at);
}

function checkEmbedded(check: Check, value: unknown, at: string, level: number): Set<unknown> {
  const ids = new Set<unknown>();
  if (!Array.isArray(value)) return ids;
  if (level >= MOST_LEVELS) check.errors.push(`${at}.subagent_trajectories: nested too deeply to be read`);
  else
    value.forEach((inner, index) => {
      const here = `${at}.subagent_trajectories[${index}]`;
      const id = isObject(inner) ? inner.trajectory_id : undefined;
      if (id === undefined || id === null) check.errors.push(`${here}.trajectory_id: required when embedded`);
      else if (ids.has(id)) check.errors.push(`${here}.trajectory_id: not unique`);
      ids.add(id);
      checkTrajectory(check, inner, here, level + 1);
    });
  return ids;
}

function checkSteps(check: Check, root: JsonObject, all: readonly unknown[], embedded: Set<unknown>, at: string): void {
  if (all.length === 0) check.errors.push(`${at}.steps: at least one`);
  const sums = { prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0 };
  const steps: CheckedSteps = { embedded, callIds: new Set(), lastTime: Number.NEGATIVE_INFINITY, sums };
  for (const [index, step] of all.entries()) checkStep(check, steps, step, index, `${at}.steps[${index}]`);
  const totals = isObject(root.final_metrics) ? root.final_metrics : {};
  const { total_steps: count } = totals;
  if (typeof count === 'number' && count !== all.length && !root.notes)
    check.warnings.push(`${at}.final_metrics.total_steps: not the number of steps, and no notes`);
  for (const name of SUMS) {
    const total = totals[`total_${name}`];
    if (typeof total === 'number' && total !== sums[name])
      check.warnings.push(`${at}.final_metrics.total_${name}: ${total}, the steps sum to ${sums[name]}`);
  }
}
