import { badRequest } from './request-error.ts';

/** Longest value that is taken from an address, in characters. */
const MAX_VALUE_LENGTH = 1000;

/** The values of a request, each looked at before it is used. A wrong one is the asker's fault: 400. */
export interface Query {
  text(name: string): string | undefined;
  /** A whole number between the bounds. */
  count(name: string, bounds: { least: number; most: number; otherwise: number }): number;
  one<Value extends string>(name: string, values: readonly Value[]): Value | undefined;
  flag(name: string): boolean;
}

export function createQuery(target: string): Query {
  const values = new URLSearchParams(target.split('?').slice(1).join('?'));

  function text(name: string): string | undefined {
    const value = values.get(name);
    if (value === null || value === '') return undefined;
    if (value.length > MAX_VALUE_LENGTH) throw badRequest();
    return value;
  }

  return {
    text,
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
