export type { PrivatePaths } from './private-paths.ts';
export { createRedactor, type Redactor, type RedactorOptions } from './redactor.ts';
export type { RedactionRule, TextSearch } from './rule.ts';
export { redactionRules } from './rules.ts';
export type { ToolInputRedaction } from './tool-input.ts';
