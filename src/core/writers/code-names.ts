import * as coreLimits from '../../limits/core.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import { isBashTool } from '../messages/tool-guards.ts';

/** The language of a fence: its first word, if it looks like a language name. */
const FENCE = /^[ \t>*+-]{0,20}(?:```|~~~)[`~]{0,20}[ \t]{0,8}([\w+#-]{1,32})/gm;

/** Finds the language names of all code in a thread, so that no more is loaded than needed. */
export function createCodeNames() {
  const names = new Set<string>();

  function addName(name: string): void {
    if (names.size < coreLimits.maxHeadLanguages) names.add(name.toLowerCase());
  }

  function addPath(path: unknown): void {
    if (typeof path !== 'string') return;
    const [, ending] = /(?:\.|^|\/)([\w+-]{1,32})$/.exec(path.slice(-64)) ?? [];
    if (ending !== undefined) addName(ending);
  }

  return {
    add({ content }: UnifiedMessage): void {
      for (const block of content) {
        if (block.type === 'tool_use' && isBashTool(block)) addName('shellscript');
        else if (block.type === 'tool_use') {
          addName('json');
          addPath(block.input.file_path);
        }
        if (block.type !== 'text' || !/```|~~~/.test(block.text)) continue;
        for (const [, name = ''] of block.text.slice(0, coreLimits.maxMarkdownLength).matchAll(FENCE)) addName(name);
      }
    },
    found: () => [...names],
  };
}
