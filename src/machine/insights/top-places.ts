import { machineLimits } from '../../limits/machine.ts';
import { createEvidence, type Evidence, type EvidenceRow } from './finding.ts';

/** The places with the greatest figures. All are counted, the first ones are kept. */
export interface TopPlaces {
  add(figure: number, place: EvidenceRow): void;
  /** The greatest first. */
  evidence(): Evidence;
}

export function createTopPlaces(most: number = machineLimits.maxToolPlaces): TopPlaces {
  const kept: { figure: number; place: EvidenceRow }[] = [];
  let total = 0;
  return {
    add(figure, place) {
      total += 1;
      const least = kept.at(-1);
      if (kept.length === most && least && figure <= least.figure) return;
      // Of equal ones the first stays first.
      const at = kept.findIndex((one) => one.figure < figure);
      kept.splice(at === -1 ? kept.length : at, 0, { figure, place });
      if (kept.length > most) kept.pop();
    },
    evidence() {
      const list = createEvidence();
      for (const { place } of kept) list.add(place, place.line, place.text);
      return { ...list.evidence(), total };
    },
  };
}
