/**
 * The beginnings of texts of the role `user` that the CLI wrote itself (formats/codex.md, section 4, rule 3). These end
 * with the closing tag of the name.
 */
const FRAME =
  /^(?:<(user_instructions|environment_context|skill|user_shell_command|turn_aborted|subagent_notification|recommended_plugins|goal_context|user_action|external_[\w.-]+)>|<(codex_internal_context|hook_prompt)|# agents\.md (instructions))/i;

/** These have no certain end. */
const NOTICE =
  /^(?:warning: (?:the maximum number of unified exec processes|your account was flagged|apply_patch was requested via )|another language model started to solve this problem and produced a summary)/i;

/** No beginning or end is longer. */
const EDGE = 160;

/** True for context added by the CLI, as far as the text shows it. Checks both ends only: texts may be huge. */
export function isInjectedText(text: string): boolean {
  const start = text
    .slice(0, EDGE * 2)
    .trimStart()
    .slice(0, EDGE);
  const frame = FRAME.exec(start);
  if (!frame) return NOTICE.test(start);
  const [, tag, openTag, title] = frame;
  const end = text.slice(-EDGE * 2).trimEnd();
  return end.toLowerCase().endsWith(`</${tag ?? openTag ?? title}>`.toLowerCase());
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
