import type { Answer, Call } from './answer.ts';

/** One start of the agent: what it is asked, and what the model answers to each of its requests. */
export interface ScenarioRun {
  prompt: string;
  /** In order; the last one is given again and again. */
  answers: readonly Answer[];
  /** Goes on with the session of the run before. */
  resume?: boolean;
  /** What agents are told that the agent starts. */
  subAnswers?: readonly Answer[];
}

/** A named course of events that every agent is put through. */
export interface Scenario {
  name: string;
  runs: readonly ScenarioRun[];
}

/** Stands in what an agent is told that another agent starts, and nowhere else. */
export const SUB_TASK = 'SUBTASK';

/** Spaces, a letter of two code points, an emoji: what agents and shells quote in several ways. */
const ODD_PATH = 'Ordner mit Platz/e\u0301 🎉.txt';

const shell = (command: string): Call => ({ do: 'shell', command });

export const scenarios: readonly Scenario[] = [
  {
    name: 'hello',
    runs: [
      {
        prompt: 'Say hello.',
        answers: [{ think: 'The user wants a short greeting.', say: 'Hello! How can I help today?' }],
      },
    ],
  },
  {
    name: 'shell',
    runs: [
      {
        prompt: 'List the files, then run the failing check.',
        answers: [
          { think: 'I will run ls.', say: 'I will list the files first.', calls: [shell('ls')] },
          { calls: [shell('echo "to stdout"; echo "to stderr" >&2; exit 3')] },
          { say: 'Two at once.', calls: [shell('echo one'), shell('echo two')] },
          { say: '`ls` worked, and the check failed with exit code 3.' },
        ],
      },
    ],
  },
  {
    name: 'files',
    runs: [
      {
        prompt: 'Fix add(), add hello.txt, move one file and remove another.',
        answers: [
          { calls: [{ do: 'read', path: 'src/app.js' }] },
          {
            say: 'Editing.',
            calls: [{ do: 'edit', path: 'src/app.js', before: '  return a - b;\n', after: '  return a + b;\n' }],
          },
          { calls: [{ do: 'write', path: 'hello.txt', text: 'Hello, world!\nSecond line\n' }] },
          { calls: [{ do: 'edit', path: 'src/app.js', before: '  no such text\n', after: '  x\n' }] },
          { calls: [{ do: 'move', from: 'rename-me.txt', to: 'renamed.txt' }] },
          { calls: [{ do: 'delete', path: 'old.txt' }] },
          { say: 'Fixed `add()`; one edit did not apply.' },
        ],
      },
    ],
  },
  {
    name: 'plan',
    runs: [
      {
        prompt: 'Plan the work.',
        answers: [
          {
            calls: [
              {
                do: 'plan',
                steps: [
                  { step: 'Read the code', status: 'in_progress' },
                  { step: 'Fix the bug', status: 'pending' },
                ],
              },
            ],
          },
          {
            calls: [
              {
                do: 'plan',
                steps: [
                  { step: 'Read the code', status: 'completed' },
                  { step: 'Fix the bug', status: 'in_progress' },
                ],
              },
            ],
          },
          { say: 'The plan is in progress.' },
        ],
      },
    ],
  },
  {
    name: 'sub-agent',
    runs: [
      {
        prompt: 'Use a helper agent for the task.',
        answers: [
          { say: 'Delegating.', calls: [{ do: 'delegate', prompt: `${SUB_TASK}: count the files` }] },
          { say: 'The helper counted the files.' },
        ],
        subAnswers: [{ say: 'Counting.', calls: [shell('ls | wc -l')] }, { say: 'There are six entries.' }],
      },
    ],
  },
  {
    name: 'resume',
    runs: [
      { prompt: 'Say hello.', answers: [{ say: 'Hello! First turn.' }] },
      {
        prompt: 'And a second prompt.',
        resume: true,
        answers: [{ say: 'Listing.', calls: [shell('ls src')] }, { say: 'This is the second turn.' }],
      },
    ],
  },
  {
    name: 'unicode',
    runs: [
      {
        prompt: 'Print odd characters: 🎉 漢字 \u2028 done',
        answers: [
          { calls: [shell("printf 'é漢字😀 \\033[31mred\\033[0m \\r\\ncrlf\\n'")] },
          { say: 'Done: 🎉 漢字 \u2028 and a "quote" \\ backslash.' },
        ],
      },
    ],
  },
  {
    name: 'error',
    runs: [
      {
        prompt: 'Run one command.',
        answers: [
          { say: 'Running.', calls: [shell('echo ok')] },
          { refuse: { status: 400, message: 'The scripted model says no.' } },
        ],
      },
    ],
  },
  {
    name: 'paths',
    runs: [
      {
        prompt: 'Write files with odd names.',
        answers: [
          { say: 'Writing.', calls: [{ do: 'write', path: ODD_PATH, text: 'eins\nzwei 🎉\n' }] },
          { calls: [{ do: 'read', path: ODD_PATH }] },
          { calls: [{ do: 'edit', path: ODD_PATH, before: 'zwei 🎉\n', after: 'drei 👩‍👩‍👧\n' }] },
          { calls: [{ do: 'move', from: ODD_PATH, to: 'naïve/日本 語.txt' }] },
          { say: 'Wrote `é 🎉`.' },
        ],
      },
    ],
  },
  {
    name: 'parallel',
    runs: [
      {
        prompt: 'Do several things at once.',
        answers: [
          {
            think: 'All of it at once.',
            say: 'Four at once.',
            calls: [
              shell('sleep 1; echo slow'),
              { do: 'read', path: 'src/app.js' },
              { do: 'write', path: 'made.txt', text: 'made\n' },
              { do: 'read', path: 'missing.txt' },
            ],
          },
          { think: 'One was not there.', say: 'One of four failed.' },
        ],
      },
    ],
  },
  {
    name: 'long',
    runs: [
      {
        prompt: 'Print a lot.',
        answers: [
          { calls: [shell('seq 1 20000')] },
          { calls: [shell('head -c 150000 /dev/zero | tr "\\0" y')] },
          { say: 'A long answer follows. '.repeat(2000) },
        ],
      },
    ],
  },
  {
    name: 'resume-twice',
    runs: [
      { prompt: 'Say hello.', answers: [{ say: 'Hello! First turn.' }] },
      {
        prompt: 'Second prompt.',
        resume: true,
        answers: [{ say: 'Failing.', calls: [shell('exit 4')] }, { say: 'Two.' }],
      },
      { prompt: 'Say hello.', resume: true, answers: [{ say: 'Hello! First turn.' }] },
      {
        prompt: 'Fourth prompt.',
        resume: true,
        answers: [{ refuse: { status: 400, message: 'The scripted model says no.' } }],
      },
    ],
  },
];
