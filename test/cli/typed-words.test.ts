import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryHome } from './claude-home.ts';
import { runCli } from './run-cli.ts';

const home = temporaryHome();
const inHome = {
  env: { CLAUDE_CONFIG_DIR: home.path, HOME: home.path, TZ: 'UTC' },
};
const command = (name: string, words = '') =>
  `<command-name>${name}</command-name>\n   <command-message>x</command-message>\n   <command-args>${words}</command-args>`;

/** The prompts of a session, each answered, and the title that every list and page has to show. */
const SESSIONS: Record<string, { prompts: string[]; title: string }> = {
  editor: {
    prompts: ['<ide_opened_file>The user opened the file /p/a.json in the IDE.</ide_opened_file>\nis it similar?'],
    title: 'is it similar?',
  },
  command: { prompts: [command('/review', 'src')], title: '/review src' },
  template: {
    prompts: ['## User Input\n\n```text\na search page\n```\n\nYou **MUST** consider it.'],
    title: 'a search page',
  },
};
const STUB = {
  type: 'file-history-snapshot',
  messageId: 'm',
  snapshot: { trackedFileBackups: {} },
  isSnapshotUpdate: false,
};

let rows: {
  id: string;
  title: string | null;
  first_prompt: string | null;
  model: string | null;
  problems: unknown[];
}[];
let told: string;

beforeAll(async () => {
  for (const [name, { prompts }] of Object.entries(SESSIONS)) home.session(name, prompts);
  home.unanswered('local', [
    command('/model'),
    '<local-command-stdout>Set model to \u001b[1mopus\u001b[22m</local-command-stdout>',
    'fix the test',
  ]);
  home.session('picture', [
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(3_000_000) } },
      { type: 'text', text: 'What is wrong here?' },
    ],
  ]);
  home.write('stub', [STUB]);
  home.write('summary', [{ type: 'summary', summary: 'Old work', leafUuid: 'l' }, STUB]);
  const { stdout, stderr } = await runCli(['sessions', '--json', '--no-usage'], inHome);
  rows = JSON.parse(stdout).sessions;
  told = stderr;
});

const rowOf = (name: string) => rows.find(({ id }) => id === home.id(name));

describe.each(Object.entries(SESSIONS))('a session that begins with the words of a program (%s)', (name, { title }) => {
  it('has the typed words as its title in lists and pages', async () => {
    expect(rowOf(name)?.first_prompt).toBe(title);
    const html = (await runCli(['export', home.id(name), '--to', 'html', '-o', '-'], inHome)).stdout;
    expect(html).toContain(`<title>${title}`);
    const markdown = (await runCli(['export', home.id(name), '--to', 'markdown', '-o', '-'], inHome)).stdout;
    expect(markdown.split('\n', 1)[0]).toContain(title);
  });

  it('shows no markup as words of the person', async () => {
    const { stdout } = await runCli(['show', home.id(name)], inHome);
    expect(stdout).toContain(`› ${title}`);
    expect(stdout).not.toMatch(/<command-|<ide_|User Input/);
  });
});

it('a command that only the program answered is no title, and its output is no prompt', async () => {
  expect(rowOf('local')?.first_prompt).toBe('fix the test');
  const html = (await runCli(['export', home.id('local'), '--to', 'html', '-o', '-'], inHome)).stdout;
  expect(html).toContain('<title>fix the test');
  expect(html).toContain('<code>/model</code>');
  expect(html).not.toContain('local-command-stdout');
});

it('a first line of megabytes is a session like any other', () => {
  expect(rowOf('picture')).toMatchObject({
    first_prompt: 'What is wrong here?',
    model: 'claude-opus-5-5',
    problems: [],
  });
});

it('a file without a conversation is counted, not listed', () => {
  expect(rowOf('stub')).toBeUndefined();
  expect(rowOf('summary')).toBeUndefined();
  expect(told).toBe('threadline: 2 files without a conversation are not listed\n');
});
