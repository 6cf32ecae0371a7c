import type { SendMode } from '../../archive/model/raw-store.ts';
import {
  type CollectPolicy,
  joinRedaction,
  NO_POLICY,
  policyMode,
  stricterMode,
  type Workplace,
} from './collect-policy.ts';
import { modeOf, type ProjectMode } from './collect-settings.ts';
import { createLineShapers, type LineShaper, type OwnRedaction } from './line-shaper.ts';

/** What may leave this machine: by its own settings, and by the policy of the server, whichever is stricter. */
export interface SendRules {
  modeOf(place: Workplace): SendMode;
  shaperFor(mode: Exclude<SendMode, 'off'>): LineShaper;
  readonly policy: CollectPolicy;
  /** From now on this policy holds. Returns whether it says something else than the one before. */
  obey(policy: CollectPolicy): boolean;
}

export interface SendRulesOptions {
  modes?: readonly ProjectMode[] | undefined;
  redaction?: OwnRedaction | undefined;
  /** The policy that was told last. */
  policy?: CollectPolicy | undefined;
}

export function createSendRules({ modes = [], redaction = {}, policy: known }: SendRulesOptions): SendRules {
  let policy = known ?? NO_POLICY;
  let shapers = createLineShapers(joinRedaction(redaction, policy));
  return {
    modeOf: (place) => stricterMode(modeOf(modes, place.folder), policyMode(policy, place)),
    shaperFor: (mode) => shapers(mode),
    get policy() {
      return policy;
    },
    obey(told) {
      if (told.version === policy.version) return false;
      policy = told;
      shapers = createLineShapers(joinRedaction(redaction, policy));
      return true;
    },
  };
}
