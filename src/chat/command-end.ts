import type { SandboxCommand } from './sandbox.ts';

/** How a command ended. */
export type CommandEnd = Pick<SandboxCommand, 'exitCode' | 'signal'>;

export function hasFailed({ exitCode, signal }: CommandEnd): boolean {
  return Boolean(signal) || (typeof exitCode === 'number' && exitCode !== 0);
}
