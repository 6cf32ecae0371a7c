import { resolve } from 'node:path';
import type { AgentTask } from '../../agent-driver.ts';
import { nameCheck, notEmpty, oneOf, sessionId, withoutNul } from '../argument-checks.ts';
import type { PiOptions } from './options.ts';

/** The form of a model or a provider: nothing that could be taken for an option. */
const name = nameCheck(/^[A-Za-z0-9][\w.:/@-]{0,127}$/);
const toolName = nameCheck(/^[A-Za-z_][\w.*-]{0,127}$/);
const LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
const READING = ['read', 'grep', 'find', 'ls'];
const PERMISSIONS = ['read', 'edit', 'all'];

/** The arguments of `pi`. The prompt comes by stdin, where nothing is an option, a file or a second prompt. */
export function piArguments(task: AgentTask, options: PiOptions): string[] {
  if (task.prompt === undefined) throw new TypeError('pi goes on with a session only when it is given a prompt');
  if (task.prompt.trim() === '') throw new TypeError('pi does nothing without a prompt');
  const files = (options.images ?? []).map((path) => `@${resolve(notEmpty('images', path))}`);
  return withoutNul(['--mode', 'json', ...piFlags(options), ...resumeFlags(task), ...files]);
}

function piFlags(options: PiOptions): string[] {
  const flags: string[] = [];
  if (options.provider !== undefined) flags.push('--provider', name('provider', options.provider));
  if (options.model !== undefined) flags.push('--model', name('model', options.model));
  if (options.thinking !== undefined) flags.push('--thinking', oneOf('thinking', options.thinking, LEVELS));
  return [...flags, ...toolFlags(options)];
}

/** Extensions bring tools of their own, which no list of pi's tools takes away in every version. */
function toolFlags({ permission = 'read', tools }: PiOptions): string[] {
  oneOf('permission', permission, PERMISSIONS);
  if (tools !== undefined) {
    if (tools.length === 0) throw new TypeError('tools of pi is a list with at least one tool');
    const fence = permission === 'all' ? [] : ['--no-extensions'];
    return ['--tools', tools.map((tool) => toolName('tool', tool)).join(','), ...fence];
  }
  if (permission === 'all') return [];
  const given = permission === 'edit' ? [...READING, 'edit', 'write'] : READING;
  return ['--tools', given.join(','), '--no-extensions'];
}

function resumeFlags({ resume }: AgentTask): string[] {
  if (resume === undefined) return [];
  return resume === 'last' ? ['--continue'] : ['--session', sessionId(resume)];
}
