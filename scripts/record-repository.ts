// Makes test/fixtures/provenance: a repository in which real agents on scripted models, people, a bot and a formatter worked, and the
// sessions of the agents: node scripts/record-repository.ts. The newest versions that are installed are taken.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installAgent } from '../test/agents.ts';
import { filesBelow } from './fixtures/files-below.ts';
import { recordedAgents } from './record/agents/registry.ts';
import { keepBlanked } from './record/keep-blanked.ts';
import { recordScenario } from './record/record-scenario.ts';
import { answersOf, FIRST_FILES, STORY, type Step } from './record/story.ts';
import { createWorkplace, writeFiles } from './record/workplace.ts';

const OUT = join(import.meta.dirname, '../test/fixtures/provenance');
const VERSIONS: Record<string, string> = {
  claude: '2.1.326',
  codex: '0.169.0',
  gemini: '0.61.0',
  qwen: '0.24.4',
  pi: '1.5.0',
  kimi: '2.1.0',
  copilot: '1.0.102',
  opencode: '1.18.33',
  goose: '1.52.0',
};

const workplace = createWorkplace();
const { project, root } = workplace;
const authors = {
  agent: 'A person',
  person: 'A person',
  bot: 'renovate[bot]',
  formatter: 'A person',
  rebase: 'A person',
  squash: 'A person',
};

function git(by: Step['by'], ...args: string[]): string {
  const [name, email] = [authors[by], by === 'bot' ? 'bot@example.com' : 'person@example.com'];
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
  };
  return execFileSync('git', ['-c', 'core.autocrlf=false', ...args], { cwd: project, env, encoding: 'utf8' }).trim();
}

/** What a step does to the files. Gives the session that did it. */
async function take(step: Step): Promise<string | undefined> {
  if (step.by === 'agent') return runAgent(step);
  if (step.by === 'rebase') {
    git('rebase', 'rebase', '-q', 'main', step.from);
    git('rebase', 'checkout', '-q', 'main');
    git('rebase', 'merge', '-q', '--ff-only', step.from);
  } else if (step.by === 'squash') {
    git('squash', 'merge', '-q', '--squash', step.from);
  } else if ('write' in step) {
    for (const [path, change] of Object.entries(step.write)) {
      const file = join(project, path);
      writeFiles(project, { [path]: change(existsSync(file) ? readFileSync(file, 'utf8') : '') });
    }
  }
  return undefined;
}

async function runAgent({ agent: name, mark, calls, helper }: Extract<Step, { by: 'agent' }>): Promise<string> {
  const agent = recordedAgents.find((each) => each.name === name);
  const version = VERSIONS[name] ?? '';
  if (!agent) throw new Error(`no agent ${name}`);
  const installed = await installAgent(`${name}-${version}`, agent.packages(version));
  const binary = typeof installed === 'string' ? agent.program(installed) : undefined;
  if (binary === undefined) throw new Error(`${name} ${version} cannot be had`);
  const run = {
    prompt: `Work on ${mark}.`,
    answers: answersOf(calls),
    ...(helper && { subAnswers: answersOf(helper) }),
  };
  const out = join(root, 'recorded', mark);
  const meta = await recordScenario({ agent, version, binary, scenario: { name: mark, runs: [run] }, out, workplace });
  if ('skip' in meta || meta.runs.some(({ exit_code }) => exit_code !== 0)) throw new Error(`${mark} failed: ${out}`);
  const id = agent.sessionId.exec(readFileSync(join(out, 'stdout.jsonl'), 'utf8'))?.[1];
  if (id === undefined) throw new Error(`${mark} tells no session`);
  // Goose does not say it: there is one of its sessions.
  return id === 'complete' ? '' : id;
}

for (const path of ['README.md', 'src', 'old.txt', 'rename-me.txt']) rmSync(join(project, path), { recursive: true });
git('person', 'init', '-q', '-b', 'main');
writeFiles(project, FIRST_FILES);
git('person', 'add', '-A');
git('person', 'commit', '-q', '-m', 'Begin');
const commits: object[] = [];
for (const step of STORY) {
  if (step.branch && step.branch !== git('person', 'branch', '--show-current')) {
    const isThere = git('person', 'branch', '--list', step.branch) !== '';
    git('person', 'checkout', '-q', ...(isThere ? [] : ['-b']), step.branch);
  }
  const session = await take(step);
  git(step.by, 'add', '-A');
  if (git(step.by, 'status', '--porcelain') !== '') git(step.by, 'commit', '-q', '-m', `Work on ${step.mark}`);
  // What a rebase leaves behind is kept too.
  git('person', 'tag', step.mark);
  commits.push({
    mark: step.mark,
    by: step.by,
    commit: git('person', 'rev-parse', 'HEAD'),
    ...(step.by === 'agent' && { agent: step.agent, session }),
  });
  process.stdout.write(`${step.mark} ${session ?? ''}\n`);
}
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
git('person', 'bundle', 'create', '-q', join(OUT, 'repository.bundle'), '--all');
writeFileSync(
  join(OUT, 'story.json'),
  `${JSON.stringify({ project: workplace.keptPath(project), commits }, null, 1)}\n`,
);
const texts = git('person', 'log', '--all', '-p', '--format=')
  .split('\n')
  .map((line) => line.slice(1));
keepBlanked(workplace, recordedAgents, join(OUT, 'home'), texts);
workplace.remove();
process.stdout.write(`${filesBelow(OUT).length} files in ${OUT}\n`);
