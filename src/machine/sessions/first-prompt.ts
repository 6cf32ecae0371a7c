import { machineLimits } from '../../limits/machine.ts';

/** What a list holds of the first prompt. It is a copy: a slice would keep the whole prompt in memory as long as the list. */
export function cutFirstPrompt(text: string): string {
  if (text.length <= machineLimits.maxFirstPromptLength) return text;
  // Half of a pair of surrogates is no text.
  const beginning = text.slice(0, machineLimits.maxFirstPromptLength).replace(/[\ud800-\udbff]$/, '');
  return Buffer.from(beginning, 'utf16le').toString('utf16le');
}
