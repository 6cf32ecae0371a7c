import { isObject } from '../../lines/json.ts';

/** True if two JSON values are equal. It does not recurse: values may be nested as deep as a line allows. */
export function isSameValue(left: unknown, right: unknown): boolean {
  const open: unknown[] = [left, right];
  while (open.length > 0) {
    const other = open.pop();
    const one = open.pop();
    if (one === other) continue;
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (let index = 0; index < one.length; index += 1) open.push(one[index], other[index]);
    } else if (isObject(one) && isObject(other)) {
      const names = Object.keys(one);
      if (names.length !== Object.keys(other).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(other, name)) return false;
        open.push(one[name], other[name]);
      }
    } else return false;
  }
  return true;
}
