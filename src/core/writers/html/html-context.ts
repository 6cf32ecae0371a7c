import type { UnifiedMessage } from '../../messages/message.ts';
import type { TokenizeCode } from '../../text/code-tokens.ts';
import type { ColourCode } from '../../text/markdown.ts';

/** The context for making rows. */
export interface HtmlContext {
  /** Colours code, as long as the document may have colours. */
  tokenize: TokenizeCode | undefined;
  colour: ColourCode;
  /** The thread's working folder. Paths inside it are shown relative to it. */
  cwd: string | undefined;
  agentTitle(message: UnifiedMessage): string;
  /** Takes `length` characters of the document's allowance for images. False if it is used up. */
  takeImage(length: number): boolean;
}
