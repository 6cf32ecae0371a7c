import type { UnifiedMessage } from '../../messages/message.ts';
import type { TokenizeCode } from '../../text/code-tokens.ts';
import type { ColourCode } from '../../text/markdown.ts';

/** What rows are made with. */
export interface HtmlContext {
  /** Colours for code, as long as the document may have them. */
  tokenize: TokenizeCode | undefined;
  colour: ColourCode;
  /** The thread's working folder: paths inside of it are shown from there. */
  cwd: string | undefined;
  agentTitle(message: UnifiedMessage): string;
  /** Takes so many characters of what images may take in the document; false when they are used up. */
  takeImage(length: number): boolean;
}
