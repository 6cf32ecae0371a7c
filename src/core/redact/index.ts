export { environmentValues } from './environment-values.ts';
export type { PrivatePaths } from './private-paths.ts';
export { redactionVersion } from './redaction-version.ts';
export { createRedactor, type Redactor } from './redactor.ts';
export type { HashedValue, OwnRule, RedactionLevel, RedactorOptions } from './redactor-options.ts';
export type { RedactionRule, TextSearch } from './rule.ts';
export { redactionRules } from './rules.ts';
export type { ToolInputRedaction } from './tool-input.ts';
