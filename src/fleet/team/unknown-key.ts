/** Says which setting there is not, if one is given that is not known. */
export function unknownKey(value: Record<string, unknown>, known: readonly string[], where = ''): string | undefined {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  return unknown === undefined
    ? undefined
    : `there is no setting '${where}${unknown.slice(0, 100)}', only ${known.join(', ')}`;
}
