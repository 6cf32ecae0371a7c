import { amount } from '../../../core/text/amount.ts';
import type { SurveyedTurn } from './survey.ts';
import type { TurnFacts } from './turn-facts.ts';

/** A short list of what was asked and done in turns; the newest of them if not all fit. */
export function earlierTurns(turns: readonly SurveyedTurn[], room: number): string {
  const lines: string[] = [];
  let left = room;
  for (const turn of turns.toReversed()) {
    const line = `- ${describe(turn)}`;
    left -= line.length;
    if (left < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const missing = turns.length - lines.length;
  if (missing > 0) lines.push(`- (${amount(missing, 'turn')} before these)`);
  return ['What was done before, turn by turn, is only told in short here:', ...lines.reverse()].join('\n');
}

function describe({ number, facts }: SurveyedTurn): string {
  const { asked, answered, files, commands } = facts;
  const parts = [
    asked && `asked: ${quoted(asked)}`,
    toolCounts(facts),
    files.length > 0 && `changed ${files.join(', ')}`,
    commands.length > 0 && `ran ${commands.map(quoted).join(', ')}`,
    answered && `answered: ${quoted(answered)}`,
  ];
  return `${number === undefined ? 'before' : `turn ${number}`}: ${parts.filter(Boolean).join('; ') || 'nothing said'}`;
}

function toolCounts({ tools, errors }: TurnFacts): string {
  if (tools.size === 0) return '';
  const counts = [...tools].map(([name, { calls }]) => (calls === 1 ? name : `${name} ${calls}x`));
  return `used ${counts.join(', ')}${errors > 0 ? ` (${errors} failed)` : ''}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
