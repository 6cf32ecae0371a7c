/**
 * What goose prints on stdout before its records (`-q` leaves it out), the only live place with the session's id:
 *
 *         __( O)>  ● new session · openai mock-1
 *        \____)    20261116_1 · /home/user/project
 *          L L     goose is ready
 */
export interface BannerLine {
  /** The first line: whether an older session continues, and who answers. */
  opening?: { resumed: boolean; provider: string | undefined; model: string | undefined };
  /** The second line. */
  session?: { id: string; cwd: string | undefined };
}

const OPENING = /^\s*__\( O\)>\s+● ([^·]*)(?:· (\S+)(?: (.*))?)?$/;
const SESSION = /^\s*\\____\)\s+(\S+)(?: · (.*))?$/;
const READY = /^\s*L L\s+\S.*$/;
/** Longer lines are no banner, however they begin. */
const LONGEST = 8192;

/** True for the first line of a banner. No other program prints this goose. */
export function isBanner(text: string): boolean {
  return text.length <= LONGEST && OPENING.test(text);
}

/** The facts of a line of the banner. Undefined for any other text. */
export function readBanner(text: string): BannerLine | undefined {
  if (text.length > LONGEST) return undefined;
  const opening = OPENING.exec(text);
  if (opening) {
    const [, how = '', provider, model] = opening;
    return { opening: { resumed: how.includes('resum'), provider, model: model?.trim() || undefined } };
  }
  const session = SESSION.exec(text);
  if (session?.[1]) return { session: { id: session[1], cwd: session[2]?.trim() || undefined } };
  return READY.test(text) ? {} : undefined;
}

const ERROR = /^ {2}error: (.+)$/;

/** The reason why goose did not begin, which it prints as plain text. Undefined for any other text. */
export function readPlainError(text: string): string | undefined {
  return text.length <= LONGEST ? ERROR.exec(text)?.[1]?.trim() : undefined;
}
