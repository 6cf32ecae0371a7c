import { visibleText } from '../../../core/text/visible-text.ts';

/** Longer texts are drawn unchanged. */
const MAX_CODED_CHARACTERS = 16_384;
const CODE = /(`[^`\n]{1,200}`)/;

/**
 * Plain text. Invisible characters are made visible, and text in backticks looks like code. A command of the program
 * that it begins with is a chip.
 */
export function Plain({ text, command = '' }: { text: string; command?: string | undefined }) {
  const isCommand = command !== '' && text.startsWith(command);
  const shown = visibleText(isCommand ? text.slice(command.length) : text);
  return (
    <div className="prose plain-text">
      {isCommand && <span className="typed-command">{visibleText(command)}</span>}
      {shown.length > MAX_CODED_CHARACTERS
        ? shown
        : shown.split(CODE).map((piece, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: every second piece is code, and has no other name than its place
            index % 2 === 1 ? <Code key={index} text={piece} /> : piece,
          )}
    </div>
  );
}

/** The backticks stay in the text, for copying and searching. */
function Code({ text }: { text: string }) {
  return (
    <code>
      <span className="tick">`</span>
      {text.slice(1, -1)}
      <span className="tick">`</span>
    </code>
  );
}
