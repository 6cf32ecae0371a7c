import type { Approval } from './ask.ts';
import { effectsOf } from './effects.ts';

/** One thing that an approval would do, or that cannot be told. */
export interface ToldEffect {
  kind: 'deletes' | 'outside' | 'network' | 'unknown';
  /** A path, a host, the words of a command; for `unknown`, a sentence. */
  text: string;
  /** The path, where the text is one. */
  path?: string;
}

/**
 * The effects of an approval as every door tells them. It always ends with what is not known: words tell what a command
 * says, never all that a program does, so the absence of an effect is no promise.
 */
export function toldEffects(approval: Pick<Approval, 'command' | 'changes' | 'url' | 'cwd'>): ToldEffect[] {
  const { deletes, outside, network, isUnclear } = effectsOf(approval);
  const told: ToldEffect[] = [
    ...deletes.map((path) => ({ kind: 'deletes' as const, text: path, path })),
    ...outside.map((path) => ({ kind: 'outside' as const, text: path, path })),
    ...network.map((text) => ({ kind: 'network' as const, text })),
  ];
  // What a change of files does is all there to read.
  const isReadable = approval.command === undefined && (approval.changes?.length ?? 0) > 0;
  if (isReadable) return told;
  const rest = told.length > 0 ? 'what else it does' : 'what it does';
  return [...told, { kind: 'unknown', text: `not known: ${isUnclear ? 'it may do more than its words tell' : rest}` }];
}
