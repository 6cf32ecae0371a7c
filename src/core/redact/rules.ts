import { formRules } from './forms.ts';
import type { RedactionRule } from './rule.ts';

/** The rules of tokens that tell by their own form. If two match at one position, the earlier one names the secret. */
export const redactionRules: readonly RedactionRule[] = formRules();
