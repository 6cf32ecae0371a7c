import { jsonLine } from '../../core/writers/json-line.ts';
import { terminalJson } from './terminal-text.ts';

/** Writes a value as JSON on one line; undefined if it is nested too deeply, or too long, to be written at all. */
export type JsonEncoder = (value: object) => string | undefined;

/** The only place where the command line makes JSON. */
export function createJsonEncoder(options: { forTerminal: boolean }): JsonEncoder {
  return (value) => {
    const text = jsonLine(value)?.trimEnd();
    return options.forTerminal && text !== undefined ? terminalJson(text) : text;
  };
}
