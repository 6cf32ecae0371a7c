import { readFileSync, statSync } from 'node:fs';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { createRedactor } from '../../core/redact/redactor.ts';
import type { RedactorOptions } from '../../core/redact/redactor-options.ts';
import { usageError } from './exit.ts';

/** What a file of rules may hold: the options of a redactor that are lists. */
const LISTS = ['also', 'rules', 'names', 'values', 'keep'] as const;
const MOST_BYTES = 1024 * 1024;

export type OwnRules = Pick<RedactorOptions, (typeof LISTS)[number]>;

/** Reads the file of `--redact-rules`. Whatever is wrong with it is one sentence and exit code 2. */
export function readRedactionRules(path: string | undefined, command: string): OwnRules {
  if (path === undefined) return {};
  const wrong = (why: string) => usageError(`--redact-rules ${path}: ${why}`, command);
  const rules = parseJson(readText(path, wrong));
  if (!isObject(rules)) throw wrong(`it is not a JSON object, such as {"names": ["acme_pin"]}`);
  for (const [name, value] of Object.entries(rules)) {
    if (!LISTS.some((list) => list === name))
      throw wrong(`it may hold ${LISTS.join(', ')}, not '${name.slice(0, 60)}'`);
    if (!Array.isArray(value)) throw wrong(`'${name}' is not a list`);
  }
  const own: OwnRules = rules;
  try {
    createRedactor(own);
  } catch (error) {
    if (error instanceof TypeError) throw wrong(error.message);
    throw error;
  }
  return own;
}

function readText(path: string, wrong: (why: string) => Error): string {
  try {
    const status = statSync(path);
    if (!status.isFile()) throw wrong('it is no file');
    if (status.size > MOST_BYTES) throw wrong('it is larger than 1 MB');
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      throw wrong(`it cannot be read (${error.code})`);
    throw error;
  }
}
