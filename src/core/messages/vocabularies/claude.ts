import { jsonText } from '../../lines/json.ts';
import { itemCall, oneCall, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Claude's tools keep their names and inputs. So do those of agents that have no vocabulary. */
export const claudeVocabulary: ToolVocabulary = {
  call(item, cwd) {
    const { call } = item;
    if (!call) return itemCall(item, cwd);
    // A command is Bash's, whichever server ran it.
    const name = item.type === 'command_execution' ? 'Bash' : call.name;
    return oneCall(name, toObject(call.input), `${call.name}\n${jsonText(call.input)}`);
  },
  result(item, cwd) {
    const result = itemResult(item, cwd);
    // A plan has no status of its own.
    return item.call?.is_error ? { ...result, isError: true } : result;
  },
};
