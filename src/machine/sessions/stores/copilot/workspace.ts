/** The line of the file with the name of the session, plain or in quotes. */
const NAME = /^name: ?(.*)$/m;

/** The name of a session in `workspace.yaml`: given by a person, by the model, or the beginning of the first prompt. */
export function titleInWorkspace(text: string): string | undefined {
  const [, value = ''] = NAME.exec(text) ?? [];
  return plain(value.trim()).trim() || undefined;
}

/** A YAML scalar on one line. One over many lines, after `|` or `>`, is none that Copilot writes. */
function plain(value: string): string {
  if (/^[|>]/.test(value)) return '';
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : value;
  } catch {
    return value;
  }
}
