import { basename, dirname, join } from 'node:path';
import { machineLimits } from '../../../../limits/machine.ts';
import { lastBytes } from '../../read-tail.ts';
import type { SessionFile } from '../../store.ts';

/** The mark that replaces an output too long for the session file. */
const MARK = '<persisted-output>';
const SAVED = /Full output saved to: ([^\n]{1,4096})/;
/** The CLI names the files after the call or the task. */
const NAME = /^[\w-]{1,128}\.(?:txt|json)$/;

/** The output that the CLI put beside the session (2.1.20). Only the name in the text counts; no link is followed. */
export function spilledOutput(file: SessionFile, text: string): string | undefined {
  const [, saved] = text.startsWith(MARK) ? (SAVED.exec(text) ?? []) : [];
  const name = saved === undefined ? '' : basename(saved.replaceAll('\\', '/').trim());
  if (!NAME.test(name)) return undefined;
  const most = machineLimits.maxSpilledOutputBytes;
  try {
    const bytes = lastBytes(join(sessionFolder(file), 'tool-results', name), most + 1);
    return bytes && bytes.length <= most ? bytes.toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** `<session>` beside `<session>.jsonl`; a sub-agent's file lies in its `subagents`. */
export function sessionFolder({ realPath }: Pick<SessionFile, 'realPath'>): string {
  const folder = dirname(realPath);
  if (basename(folder) === 'subagents') return dirname(folder);
  return join(folder, basename(realPath).replace(/\.jsonl(?:\.zst)?$/i, ''));
}
