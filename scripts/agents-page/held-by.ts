import type { AgentFacts } from './agent-facts.ts';

/** A test by its file and the words of its name. */
export interface NamedTest {
  file: string;
  name: string;
}

/** The columns of the page. */
export type Ability = 'live' | 'stored' | 'versions' | 'run' | 'resume' | 'from' | 'to' | 'usage' | 'reload' | 'real';

const named = (file: string, name: string): NamedTest => ({ file, name });

/** Tests that go through a registry or through all bundled recordings, and so hold for every agent. */
const FOR_ALL: Readonly<Partial<Record<Ability, NamedTest>>> = {
  live: named('test/contract/wire.test.ts', 'gives one outcome for each line that is not blank, in order'),
  stored: named('test/contract/wire.test.ts', 'gives the same for the same bytes, and every event can be written'),
  versions: named(
    'test/contract/completeness.test.ts',
    'finds every text of 20 characters in the messages, on one recording a version',
  ),
  run: named(
    'test/run/driver-contract.test.ts',
    'is started in the working folder, and with the model that was asked for',
  ),
  resume: named(
    'test/run/driver-contract.test.ts',
    'names the thread that goes on, or refuses it with a sentence before anything starts',
  ),
  from: named('test/hand-over/round-trip.test.ts', 'from every recording of every agent'),
  real: named('test/contract/wire.test.ts', 'has recordings to show'),
};

const HANDED_OVER = named('test/hand-over/hand-off.test.ts', 'a thread that is handed over to %s');

const IMPORTED = named('test/hand-over/by-import.test.ts', 'is a document of OpenCode that is read back the same');

/** What is counted, and that live is reload, is a test of each agent: their traps differ. */
const OF_AGENT: Readonly<Record<string, Pick<Record<Ability, NamedTest>, 'usage' | 'reload'> & { to?: NamedTest }>> = {
  codex: {
    to: HANDED_OVER,
    usage: named('test/matrix/usage.test.ts', 'finds in every recording of Codex what the mock reported'),
    reload: named('test/parity/parity.test.ts', 'as it streamed and as it was written down are the same messages'),
  },
  claude: {
    to: HANDED_OVER,
    usage: named('test/matrix/token-totals.test.ts', 'finds in what Claude Code printed the numbers of the mock'),
    reload: named('test/parity/claude.test.ts', 'as printed is as kept'),
  },
  gemini: {
    to: HANDED_OVER,
    usage: named(
      'test/matrix/token-totals.test.ts',
      'finds in what Gemini CLI printed and kept the numbers of the mock',
    ),
    reload: named('test/parity/parity.test.ts', 'Gemini CLI %s as it streamed and as it was written down'),
  },
  opencode: {
    to: IMPORTED,
    usage: named('test/matrix/opencode.test.ts', 'counts in each request what the scripted model counted'),
    reload: named('test/matrix/opencode.test.ts', 'prints nothing that it does not keep'),
  },
  kilo: {
    usage: named('test/matrix/opencode.test.ts', 'counts in each request what the scripted model counted'),
    reload: named('test/matrix/opencode.test.ts', 'prints nothing that it does not keep'),
  },
  copilot: {
    to: IMPORTED,
    usage: named('test/matrix/copilot.test.ts', 'counts what the scripted model counted'),
    reload: named('test/matrix/copilot.test.ts', 'shows the same messages from the stream and from the log'),
  },
  qwen: {
    to: HANDED_OVER,
    usage: named('test/matrix/qwen.test.ts', 'counts what the scripted model counted'),
    reload: named('test/matrix/qwen.test.ts', 'shows the same messages from the stream and from the chat'),
  },
  pi: {
    to: HANDED_OVER,
    usage: named('test/matrix/pi.test.ts', 'counts in every session what the scripted model counted'),
    reload: named('test/matrix/pi.test.ts', 'keeps all of a run that it prints, but for a closed list'),
  },
  kimi: {
    usage: named('test/matrix/kimi.test.ts', 'counts what the scripted model counted, each request once'),
    reload: named('test/matrix/kimi.test.ts', 'keeps all of a run that it prints'),
  },
  goose: {
    to: IMPORTED,
    usage: named('test/matrix/goose.test.ts', 'counts in every session what the scripted model counted'),
    reload: named('test/matrix/goose.test.ts', 'shows the same blocks from the stream and from the rows'),
  },
  cline: {
    usage: named('test/matrix/cline.test.ts', 'counts, live and stored, what the scripted model counted'),
    reload: named('test/matrix/cline.test.ts', 'shows the same blocks from the stream and from the session'),
  },
};

const DESCRIBED = 'test/sessions/described-agents.test.ts';

/** What holds of agents that are known by description alone. They are read; nothing else is claimed. */
const EXPERIMENTAL: Readonly<Partial<Record<Ability, NamedTest>>> = {
  stored: named(DESCRIBED, 'shows the prompt, the command and the answer of %s without a problem'),
  real: named(DESCRIBED, 'are marked as experimental, and bring their wires'),
};

const AMP_USAGE = named(DESCRIBED, 'counts what Amp counts, and nothing where an agent tells no tokens');

/** The test that holds what the page says of an agent. Undefined if none does, and then the page claims nothing. */
export function heldBy(agent: Pick<AgentFacts, 'name' | 'experimental'>, ability: Ability): NamedTest | undefined {
  if (agent.experimental) return agent.name === 'amp' && ability === 'usage' ? AMP_USAGE : EXPERIMENTAL[ability];
  if (ability === 'usage' || ability === 'reload' || ability === 'to') return OF_AGENT[agent.name]?.[ability];
  return FOR_ALL[ability];
}
