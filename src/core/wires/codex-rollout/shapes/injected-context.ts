/**
 * Beginnings and ends of texts of the role `user` that the CLI wrote itself (formats/codex.md, section 4, rule 3),
 * regardless of case and surrounding space.
 */
const FRAMES: readonly [start: string, end: string][] = [
  ['# agents.md instructions', '</instructions>'],
  ['<user_instructions>', '</user_instructions>'],
  ['<environment_context>', '</environment_context>'],
  ['<skill>', '</skill>'],
  ['<user_shell_command>', '</user_shell_command>'],
  ['<turn_aborted>', '</turn_aborted>'],
  ['<subagent_notification>', '</subagent_notification>'],
  ['<recommended_plugins>', '</recommended_plugins>'],
  ['<codex_internal_context', '</codex_internal_context>'],
  ['<goal_context>', '</goal_context>'],
  ['<hook_prompt', '</hook_prompt>'],
  ['<user_action>', '</user_action>'],
];

const STARTS = [
  'warning: the maximum number of unified exec processes',
  'warning: your account was flagged',
  'warning: apply_patch was requested via ',
  'another language model started to solve this problem and produced a summary',
];

const EXTERNAL = /^<external_([\w.-]+)>/;
/** No beginning or end is longer. */
const EDGE = 160;

/** True for context added by the CLI, as far as the text shows it. Checks both ends only: texts may be huge. */
export function isInjectedText(text: string): boolean {
  const start = text
    .slice(0, EDGE * 2)
    .trimStart()
    .slice(0, EDGE)
    .toLowerCase();
  const first = start.charCodeAt(0);
  // All of them begin with `<`, `#`, `w` or `a`.
  if (first !== 0x3c && first !== 0x23 && first !== 0x77 && first !== 0x61) return false;
  const end = text
    .slice(-EDGE * 2)
    .trimEnd()
    .slice(-EDGE)
    .toLowerCase();
  if (FRAMES.some(([opening, closing]) => start.startsWith(opening) && end.endsWith(closing))) return true;
  if (STARTS.some((opening) => start.startsWith(opening))) return true;
  const external = EXTERNAL.exec(start);
  return external !== null && end.endsWith(`</external_${external[1]}>`);
}

/** The text parts that the CLI puts around an attached image or sound: labels, not typed text. */
export function isAttachmentLabel(text: string): boolean {
  return text.length < 4096 && /^<(?:image|audio)(?:\s[^>]*)?>$|^<\/(?:image|audio)>$/.test(text.trim());
}

/** The working folder told to the model, for files that have it nowhere else. */
export function folderOfContext(text: string): string | undefined {
  if (!text.includes('<environment_context>')) return undefined;
  const match = /<cwd>([^<\n]+)<\/cwd>|Current working directory: ([^\n]+)/.exec(text);
  return (match?.[1] ?? match?.[2])?.trim();
}
