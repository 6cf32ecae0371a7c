import type { Approval, Question } from '../../../machine/live/index.ts';
import { type ToldEffect, toldEffects } from '../../../machine/live/told-effects.ts';
import { terminalBlock, terminalLine } from '../terminal-text.ts';

const MAX_LINES = 40;

/** An approval for a person: what would be done, what comes of it, and the keys. */
export function approvalText(approval: Approval): string {
  const { kind, tool, command, changes = [], url, reason, title, allows, cwd } = approval;
  const what =
    command ??
    (changes.length > 0 ? changes.map((change) => `${change.kind} ${change.path}`).join('\n') : (url ?? title));
  const lines = [
    '',
    `? ${terminalLine(tool ?? kind)}`,
    ...indented(what),
    ...changes.flatMap(({ diff, new_content }) => indented(diff ?? new_content ?? '')),
    ...(command === undefined && changes.length === 0 ? indented(inputText(approval.input)) : []),
    ...(reason === undefined ? [] : [`  why: ${terminalLine(reason)}`]),
    ...effectLines(toldEffects({ command, changes, url, cwd } as Approval)),
    `  ${keysOf(allows).join('   ')}`,
  ];
  return `${lines.join('\n')}\n`;
}

const EFFECT_NAMES = { deletes: 'deletes', outside: 'outside of the folder', network: 'network' };

function effectLines(effects: readonly ToldEffect[]): string[] {
  const named = Object.entries(EFFECT_NAMES).flatMap(([kind, name]) => {
    const texts = effects.filter((effect) => effect.kind === kind).map(({ text }) => text);
    return texts.length > 0 ? [`  ${name}: ${terminalLine(texts.join(', '))}`] : [];
  });
  return [...named, ...effects.filter(({ kind }) => kind === 'unknown').map(({ text }) => `  ${text}`)];
}

export function questionText({ questions }: Question): string {
  const lines = questions.flatMap(({ text, options = [] }) => [
    `? ${terminalLine(text)}`,
    ...options.map(({ label, description }, index) =>
      terminalLine(`  ${index + 1}  ${label}${description ? `: ${description}` : ''}`),
    ),
  ]);
  return `\n${lines.join('\n')}\n  a number or a text answers; an empty line declines\n`;
}

function keysOf(allows: Approval['allows']): string[] {
  const keys: string[] = [];
  if (allows.includes('allow')) keys.push('a once');
  if (allows.includes('allow-session')) keys.push('A for this session');
  if (allows.includes('allow-changed')) keys.push('e change');
  return [...keys, 'd decline'];
}

function indented(text: string): string[] {
  const lines = terminalBlock(text).split('\n').filter(Boolean);
  const shown = lines.slice(0, MAX_LINES).map((line) => `  ${line}`);
  return lines.length > MAX_LINES ? [...shown, `  … ${lines.length - MAX_LINES} more lines`] : shown;
}

function inputText(input: unknown): string {
  try {
    return input === undefined ? '' : JSON.stringify(input, null, 2);
  } catch {
    return '';
  }
}
