import { type AgentFacts, readAgentFacts } from './agent-facts.ts';
import { type Ability, heldBy, type NamedTest } from './held-by.ts';

interface Column {
  ability: Ability;
  title: string;
  /** What the page says. Empty if the agent has it not. */
  cell(agent: AgentFacts): string;
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const COLUMNS: readonly Column[] = [
  { ability: 'live', title: 'live', cell: ({ live }) => code(live) },
  { ability: 'stored', title: 'store', cell: ({ stored }) => code(stored) },
  { ability: 'versions', title: 'versions recorded', cell: ({ versions }) => versions.join(', ') },
  { ability: 'run', title: 'run', cell: ({ runs }) => (runs ? 'yes' : '') },
  { ability: 'resume', title: 'resume', cell: ({ resumes }) => (resumes === undefined ? '' : resumeWords(resumes)) },
  { ability: 'from', title: 'hand over from', cell: ({ handsOverFrom }) => (handsOverFrom ? 'yes' : '') },
  { ability: 'to', title: 'hand over to', cell: ({ handsOverTo }) => (handsOverTo ? 'yes' : '') },
  { ability: 'usage', title: 'usage', cell: ({ usage }) => (usage === 'bytes' ? 'by a scan of bytes' : 'by events') },
  { ability: 'reload', title: 'live equals reload', cell: () => 'yes' },
  { ability: 'real', title: 'experimental', cell: ({ experimental }) => (experimental ? '**yes**' : 'no') },
];

const resumeWords = (resumes: true | string) => (resumes === true ? 'yes' : `refused: “${resumes}”`);

const HEAD = `# Agents

What threadline does for each agent, and the test that says so. \`npm run docs\` writes this page from the registries and from the recordings in
\`test/fixtures\`; a test fails where it is not up to date, and where a test that it names does not exist.

- **live**, **store**: the wires of what the agent printed in the recordings, and of what it kept. [README](../README.md#what-it-reads) has the versions that are read.
- **resume**: \`run --resume\` of a thread, without a terminal. **hand over**: \`handoff\` [from and to](handoff.md) the agent.
- **usage**: tokens equal what the scripted model of the recordings counted, but for what the agent itself miscounts. **live equals reload**: what it printed is
  in what it kept, but for a closed list. Tests in \`test/matrix\` go through recordings beyond those of the repository: \`npm run matrix\`.
- **experimental**: read by description alone, because no recording was at hand.
`;

/** The page as text: all agents in one table, then each with its tests. */
export function agentsPage(agents: readonly AgentFacts[] = readAgentFacts()): string {
  const short = COLUMNS.filter(({ ability }) => ability !== 'versions');
  const rows = agents.map((agent) => [
    `[${agent.title}](#${anchor(agent.title)})`,
    ...short.map((column) => brief(column, agent)),
  ]);
  const overview = table(['agent', ...short.map(({ title }) => title)], rows);
  return `${[HEAD, overview, ...agents.map(section)].join('\n')}`;
}

/** Every test that the page names. */
export function namedTests(agents: readonly AgentFacts[] = readAgentFacts()): NamedTest[] {
  return agents.flatMap((agent) =>
    COLUMNS.flatMap((column) => (said(column, agent) ? (heldBy(agent, column.ability) ?? []) : [])),
  );
}

/** What the page may say: nothing that no test holds. */
function said({ ability, cell }: Column, agent: AgentFacts): string {
  return heldBy(agent, ability) ? cell(agent) : '';
}

function brief(column: Column, agent: AgentFacts): string {
  if (column.ability === 'resume' && typeof agent.resumes === 'string') return 'refused';
  return said(column, agent) || '–';
}

function section(agent: AgentFacts): string {
  const rows = COLUMNS.map((column) => {
    const words = said(column, agent);
    const test = words === '' ? undefined : heldBy(agent, column.ability);
    return [column.title, words || '–', test ? `\`${test.file}\`: ${test.name}` : '–'];
  });
  return `## ${agent.title}\n\n\`--agent ${agent.name}\`\n\n${table(['what', 'is', 'test'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`;
}

/** The place of a heading, as GitHub names it. */
function anchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
