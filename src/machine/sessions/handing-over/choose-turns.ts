import { amount } from '../../../core/text/amount.ts';
import { ThreadlineError } from '../../../errors.ts';
import { earlierTurns } from './earlier-turns.ts';
import type { SurveyedTurn } from './survey.ts';
import { BEFORE_TURNS } from './thread-turns.ts';

/** A selection of turns of a thread. Default: all. */
export interface TurnChoice {
  /** The first turn to take, counted from 1 in the thread's own file. */
  fromTurn?: number | undefined;
  /** The last turn to take, counted in the same way: the thread is continued from there. */
  toTurn?: number | undefined;
  /** How many of the last turns to take. */
  lastTurns?: number | undefined;
  /** Takes as many of the last turns as fit into about this many tokens, at least one; the others become a list. */
  maxTokens?: number | undefined;
}

export interface ChosenTurns {
  keys: ReadonlySet<string>;
  taken: number;
  /** Turns that appear only in a list. */
  listed: number;
  leftOut: number;
  list?: string | undefined;
}

/** Approximate characters of a token, as the agents themselves estimate. */
const TOKEN_LENGTH = 4;

/** A text that identifies a choice: the same choice gives the same session. */
export function choiceName({ fromTurn, toTurn, lastTurns, maxTokens }: TurnChoice): string {
  const parts = [
    fromTurn && `from ${fromTurn}`,
    toTurn && `to ${toTurn}`,
    lastTurns && `last ${lastTurns}`,
    maxTokens && `tokens ${maxTokens}`,
  ];
  return parts.filter(Boolean).join(', ') || 'all';
}

export function isAll(choice: TurnChoice): boolean {
  return choiceName(choice) === 'all';
}

export function checkChoice(choice: TurnChoice): void {
  for (const name of ['fromTurn', 'toTurn', 'lastTurns', 'maxTokens'] as const) {
    const value = choice[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1))
      throw new TypeError(`${name} is a whole number from 1`);
  }
  if (choice.fromTurn !== undefined && choice.lastTurns !== undefined)
    throw new TypeError('fromTurn and lastTurns exclude each other');
}

export function chooseTurns(turns: readonly SurveyedTurn[], choice: TurnChoice): ChosenTurns {
  const { fromTurn, toTurn = Number.POSITIVE_INFINITY, lastTurns, maxTokens } = choice;
  let wanted = turns.filter(({ number }) => fromTurn === undefined || (number !== undefined && number >= fromTurn));
  wanted = wanted.filter(({ number }) => number === undefined || number <= toTurn);
  if (lastTurns !== undefined) wanted = wanted.slice(-lastTurns);
  if (wanted.length === 0) {
    const own = turns.filter(({ number }) => number !== undefined).length;
    throw new ThreadlineError('not-found', `the thread has ${amount(own, 'turn')}, and none of them is wanted`);
  }
  const taken = maxTokens === undefined ? wanted : lastThatFit(wanted, maxTokens * TOKEN_LENGTH);
  const listed = wanted.slice(0, wanted.length - taken.length);
  const keys = new Set(taken.map(({ key }) => key));
  if (taken[0] === turns[0]) keys.add(BEFORE_TURNS);
  return {
    keys,
    taken: taken.length,
    listed: listed.length,
    leftOut: turns.length - wanted.length,
    list: listed.length > 0 ? earlierTurns(listed, ((maxTokens ?? 0) * TOKEN_LENGTH) / 4) : undefined,
  };
}

function lastThatFit(turns: readonly SurveyedTurn[], room: number): SurveyedTurn[] {
  let left = room;
  let first = turns.length;
  for (const turn of turns.toReversed()) {
    left -= turn.size;
    if (left < 0 && first < turns.length) break;
    first -= 1;
  }
  return turns.slice(first);
}
