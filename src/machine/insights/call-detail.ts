import { createHash } from 'node:crypto';
import { jsonText } from '../../core/lines/json.ts';
import type { ToolUseContent } from '../../core/messages/message.ts';
import type { CallDetail } from './session-story.ts';
import { askedOf, programOf } from './story-call.ts';

/** What makes a call the same as one of another session, in another copy of the project. */
export function callDetail(use: ToolUseContent, folder: string | undefined): CallDetail {
  const { tool, command, reads, writes } = askedOf(use, folder);
  const text = withoutFolder(command ?? jsonText(use.input), folder);
  const file = writes ?? (command === undefined ? reads : undefined);
  return { key: hashOf(`${tool}\0${text}`), alike: alikeOf(tool, command, file, folder) };
}

function alikeOf(tool: string, command: string | undefined, file: string | undefined, folder: string | undefined) {
  if (command !== undefined) return `${tool} ${programOf(command)}`;
  return file === undefined ? tool : `${tool} ${withoutFolder(file, folder)}`;
}

/** The longest result that is compared whole; of a longer one its begin and its length are. */
const MOST_RESULT = 200_000;
/** How long something took, and when: what differs between two runs of the same. */
const TIMES =
  /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|secs|seconds?|min|minutes?)\b|\b\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\b\d\d:\d\d(?::\d\d)?\b/g;

export function resultKey(result: string, folder: string | undefined): string {
  const start = withoutFolder(result.slice(0, MOST_RESULT), folder).replaceAll(TIMES, '…').trim();
  return hashOf(result.length > MOST_RESULT ? `${result.length}\0${start}` : start);
}

function withoutFolder(text: string, folder: string | undefined): string {
  if (folder === undefined || folder.length < 2) return text;
  return text.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}
