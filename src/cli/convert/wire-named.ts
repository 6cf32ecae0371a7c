import { allWires } from '../../wires/registry.ts';
import type { WireName } from '../../wires/wire.ts';
import { usageError } from '../exit.ts';

/** The dialect that a person asked for by name. */
export function wireNamed(name: string): WireName {
  const wire = allWires().find((candidate) => candidate.name === name);
  if (wire) return wire.name;
  throw usageError(`unknown wire '${name}'; --from takes: ${wireNames()}`, 'convert');
}

export function wireNames(): string {
  return allWires()
    .map(({ name }) => name)
    .join(', ');
}
