import { usageError } from '../exit.ts';
import { parseCount } from '../options.ts';

/** A session and one of its turns, as a person names them: `SESSION#TURN`. */
export interface NamedTurn {
  wanted: string;
  turn: number;
}

export function parseSessionTurn(command: string, positionals: readonly string[]): NamedTurn {
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw usageError('name one SESSION#TURN, such as last#3', command);
  const at = given.lastIndexOf('#');
  if (at <= 0) throw usageError(`'${given}' names no turn; write SESSION#TURN, such as last#3`, command);
  const turn = parseCount(command, 'TURN', given.slice(at + 1), 1);
  if (turn === undefined) throw usageError('name the turn by its number', command);
  return { wanted: given.slice(0, at), turn };
}
