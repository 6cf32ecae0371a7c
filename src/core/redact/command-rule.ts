/** A word of a shell: in quotes, or up to white space. One of the three groups is its text. */
export const WORD = String.raw`(?:\\{0,3}"([^"\n\\]{3,200})\\{0,3}"|'([^'\n]{3,200})'|([^\s"'\\\`|&;<>(){}-][^\s"'\\\`|;<>]{2,200}))`;
/** Options and names between a program and its password, also over lines that go on. As few as can be: what follows may be a second command. */
export const WORDS = String.raw`(?:(?:[^\n|;\\]|\\[^|;]){0,200}?[ \t])??`;

/** Where a program takes its password. */
export interface CommandRule {
  word: string;
  /** Sticky at the word. One group is the password. */
  pattern: RegExp;
  /** A word of letters is a password too: nothing else can stand there. */
  takesWords?: boolean;
}

/** Sticky, as all of these patterns are. */
export const after = (source: string, flags = 'y') => new RegExp(source, flags);

/** A text in quotes. */
export const QUOTED = String.raw`\\{0,3}["']([^"'\n\\]{3,200})\\{0,3}["']`;
