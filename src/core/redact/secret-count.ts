import * as coreLimits from '../../limits/core.ts';

/** Counts different secrets: one found in ten records counts once. */
export interface SecretCount {
  add(rule: string, value: string): void;
  readonly counts: ReadonlyMap<string, number>;
  /** Runs `work` without counting the secrets that it adds. Returns the rules of those that were new in `owner`. */
  newIn(owner: string, work: () => void): string[];
}

export function createSecretCount(): SecretCount {
  const counts = new Map<string, number>();
  const known = new Set<string>();
  let owned: { owner: string; rules: string[] } | undefined;

  /** True if the key is new. Keys beyond the limit count as new. */
  function remember(key: string): boolean {
    if (known.has(key)) return false;
    if (known.size < coreLimits.maxRememberedSecrets) known.add(key);
    return true;
  }

  return {
    add(rule, value) {
      if (owned) {
        if (remember(JSON.stringify([owned.owner, rule, value]))) owned.rules.push(rule);
      } else if (remember(`${rule} ${value}`)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    },
    counts,
    newIn(owner, work) {
      owned = { owner, rules: [] };
      const { rules } = owned;
      work();
      owned = undefined;
      return rules;
    },
  };
}
