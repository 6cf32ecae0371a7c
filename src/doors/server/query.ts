import { badRequest } from './request-error.ts';

/** The longest value in an address, in characters. */
const MAX_VALUE_LENGTH = 1000;
/** The most values of one name. */
const MAX_VALUES = 100;

/** The checked values of a request. A wrong one is the client's fault: 400. */
export interface Query {
  text(name: string): string | undefined;
  /** A whole number between the bounds. */
  count(name: string, bounds: { least: number; most: number; otherwise: number }): number;
  one<Value extends string>(name: string, values: readonly Value[]): Value | undefined;
  /** All values of a name, `agent=codex,claude` or `agent=codex&agent=claude`; empty if it is absent. */
  list(name: string): string[];
  /** The same for values that may contain commas, such as folders. Each must be given by itself. */
  each(name: string): string[];
  flag(name: string): boolean;
  /** The whole query, to recognise the same question again. */
  readonly whole: string;
}

export function createQuery(target: string): Query {
  const values = new URLSearchParams(target.split('?').slice(1).join('?'));

  function text(name: string): string | undefined {
    const value = values.get(name);
    if (value === null || value === '') return undefined;
    if (value.length > MAX_VALUE_LENGTH) throw badRequest();
    return value;
  }

  function each(name: string): string[] {
    const found = values.getAll(name).filter((value) => value !== '');
    if (found.length > MAX_VALUES || found.some((value) => value.length > MAX_VALUE_LENGTH)) throw badRequest();
    return found;
  }

  return {
    text,
    each,
    list(name) {
      const found = each(name).flatMap((value) => value.split(',').filter((part) => part !== ''));
      if (found.length > MAX_VALUES) throw badRequest();
      return found;
    },
    whole: values.toString(),
    count(name, { least, most, otherwise }) {
      const value = text(name);
      if (value === undefined) return otherwise;
      if (!/^\d{1,15}$/.test(value)) throw badRequest();
      return Math.min(Math.max(Number(value), least), most);
    },
    one(name, known) {
      const value = text(name);
      if (value === undefined) return undefined;
      const found = known.find((entry) => entry === value);
      if (found === undefined) throw badRequest();
      return found;
    },
    flag: (name) => text(name) === '1',
  };
}
