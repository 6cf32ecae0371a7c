import { sessionId } from '../../../run/agents/argument-checks.ts';
import { claudeFlags } from '../../../run/agents/claude/arguments.ts';
import { claudeDriver } from '../../../run/agents/claude/driver.ts';
import { isBypass, nativeMode } from '../../live-mode.ts';
import type { LiveStart } from '../../live-protocol.ts';
import type { LiveEntry } from '../live-entry.ts';
import { ClaudeControl } from './control-protocol.ts';
import { CLAUDE_MODES, MODE_TABLE } from './modes.ts';

const STREAM = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];

/** A rule that asks wins over rules that allow, of whatever file. Our hook asks as well, and must not be turned off. */
const ASKING = JSON.stringify({
  disableAllHooks: false,
  permissions: { ask: ['Bash', 'Write', 'Edit', 'NotebookEdit', 'WebFetch', 'WebSearch'] },
});
const ASKING_BUT_EDITS = JSON.stringify({
  disableAllHooks: false,
  permissions: { ask: ['Bash', 'WebFetch', 'WebSearch'] },
});

export const claudeLive: LiveEntry = {
  name: 'claude',
  program: claudeDriver,
  args,
  protocol: (link, start) => new ClaudeControl(link, start),
};

function args(start: LiveStart): string[] {
  const mode = nativeMode(start.mode, MODE_TABLE, CLAUDE_MODES, start.dangerouslyBypass);
  const isOpen = isBypass(mode, MODE_TABLE);
  return [
    ...STREAM,
    ...['--permission-prompt-tool', 'stdio', '--include-partial-messages', '--replay-user-messages'],
    ...['--permission-mode', mode],
    ...(isOpen ? [] : [`--settings=${mode === 'acceptEdits' ? ASKING_BUT_EDITS : ASKING}`]),
    ...(mode === 'bypassPermissions' ? ['--dangerously-skip-permissions'] : []),
    ...claudeFlags({ model: start.model }),
    ...(start.resume === undefined ? [] : ['--resume', sessionId(start.resume)]),
    ...(start.fork ? ['--fork-session'] : []),
  ];
}
