import { copilotDriver } from '../../../run/agents/copilot/driver.ts';
import { acpEntry } from '../acp-entry.ts';

export const copilotLive = acpEntry(
  {
    name: 'copilot',
    program: copilotDriver,
    args: () => ['--acp'],
    environment: () => ({ COPILOT_ALLOW_ALL: undefined, COPILOT_ASSISTED_APPROVAL: undefined }),
  },
  {
    modes: { ask: 'agent', plan: 'plan', bypass: ['autopilot'] },
    denyEndsTurn: true,
    resume: 'load',
    options: { allow_all: 'off' },
    grantWidth: 'measured: this command, in this session',
  },
);
