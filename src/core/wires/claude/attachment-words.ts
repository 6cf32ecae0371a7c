import { isObject, type JsonObject } from '../../lines/json.ts';
import { missingLines } from '../../tools/missing-lines.ts';
import { sentencesIn } from '../../tools/words-in.ts';

/** Attachments that describe the request to the model: its system prompt, its tools, its agents, its skills. */
const REQUEST_PARTS = /_(?:snapshot|listing|delta)$/;

/** The words of an attachment: those that the model was given, if the line has them, and others of its own. */
export function attachmentWords({ attachment, rendered, renderedInHumanTurn }: JsonObject): string {
  const given = sentencesIn([rendered, renderedInHumanTurn]);
  const isPart = isObject(attachment) && typeof attachment.type === 'string' && REQUEST_PARTS.test(attachment.type);
  const own = isPart ? '' : missingLines(given, sentencesIn(attachment));
  return given + (given && own && '\n') + own;
}
