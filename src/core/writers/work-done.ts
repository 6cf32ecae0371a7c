import * as coreLimits from '../../limits/core.ts';
import { isPrompt } from '../messages/typed-message.ts';
import { testCommands } from '../tools/test-command.ts';
import type { CallEnd } from './call-end.ts';
import { countChanges, type PageCall, pageCall } from './page-call.ts';
import type { PageMessage } from './page-messages.ts';
import { shownBlocks } from './shown-blocks.ts';

/** The last result of a test. `unknown`: the exit code is that of another command, as in `npm test | tail`. */
export interface TestResult {
  /** The words of the test: `npm test`. */
  command: string;
  result: 'passed' | 'failed' | 'unknown';
}

/** Some calls: how many there are, and the first words of the first ones. */
export interface NamedCalls {
  count: number;
  names: readonly string[];
}

/** What an agent and its sub-agents did in a thread. */
export interface WorkDone {
  /** Lines added and removed, by path. Only of changes that were made. */
  files: ReadonlyMap<string, { added: number; deleted: number }>;
  commands: number;
  failedCommands: NamedCalls;
  tests: readonly TestResult[];
  /** Calls that a person, a rule or a sandbox refused. */
  denied: NamedCalls;
  /** The last text of the agent itself. */
  answer: string;
}

/** What agents tell the model about a call that was not allowed, where no field says it. */
const REFUSALS =
  /^(?:Claude requested permissions to |This (?:Bash )?command (?:requires approval|contains multiple operations\. The following parts require approval)|The user doesn't want to (?:proceed with|take) |Permission to use )/;

/** Gathers what was done from the messages of a thread. What is kept has a limit. */
export function createWorkDone() {
  const files = new Map<string, { added: number; deleted: number }>();
  const tests = new Map<string, { words: readonly string[]; result: TestResult['result'] }>();
  const failedCommands = createNamedCalls();
  const denied = createNamedCalls();
  let commands = 0;
  let answer = '';

  function addCommand(command: string, { state }: CallEnd): void {
    commands += 1;
    if (state === 'failed') failedCommands.add(command);
    if (state !== 'done' && state !== 'failed') return;
    for (const { words, isExitCodeItsOwn } of testCommands(command)) {
      const result = state === 'failed' ? 'failed' : isExitCodeItsOwn ? 'passed' : 'unknown';
      const key = words.join(' ');
      if (tests.has(key) || tests.size < coreLimits.maxWorkNames) tests.set(key, { words, result });
      if (result === 'passed') clearFailures(words);
    }
  }

  /** All tests passed after some of them failed: `npm test` after `npm test -- a.test.ts`. */
  function clearFailures(passed: readonly string[]): void {
    for (const [key, { words, result }] of tests) {
      const isPart = words.length > passed.length && passed.every((word, index) => word === words[index]);
      if (result === 'failed' && isPart) tests.delete(key);
    }
  }

  function addCall(call: PageCall): void {
    const { end } = call;
    const isDenied = end.state === 'declined' || (end.state === 'failed' && REFUSALS.test(end.output));
    if (isDenied) denied.add(nameOf(call));
    else if (call.kind === 'command') addCommand(call.command, end);
    else if (call.kind === 'change' && end.state === 'done') {
      const path = call.movedTo ?? call.path;
      const { added, deleted } = countChanges(call.diff);
      const known = files.get(path) ?? { added: 0, deleted: 0 };
      if (files.has(path) || files.size < coreLimits.maxWorkNames)
        files.set(path, { added: known.added + added, deleted: known.deleted + deleted });
    }
  }

  return {
    add({ message, item }: PageMessage): void {
      for (const { block, result } of shownBlocks(message.content)) {
        if (block.type === 'tool_use') addCall(pageCall(block, result, item));
        else if (block.type === 'text' && message.role === 'assistant' && message.parent === undefined)
          answer = block.text;
      }
      // The answer is that to the last prompt, if there is one.
      if (isPrompt(message)) answer = '';
    },
    found: (): WorkDone => ({
      files,
      commands,
      failedCommands: failedCommands.found(),
      tests: Array.from(tests, ([command, { result }]) => ({ command, result })),
      denied: denied.found(),
      answer,
    }),
  };
}

function nameOf(call: PageCall): string {
  if (call.kind === 'command') return call.command;
  if (call.kind === 'change') return `${call.action} ${call.path}`;
  return call.kind === 'plan' ? 'plan' : call.title;
}

function createNamedCalls() {
  const names: string[] = [];
  let count = 0;
  return {
    add(text: string): void {
      count += 1;
      if (names.length < coreLimits.maxWorkNames) names.push(text.slice(0, coreLimits.maxHeadPromptLength));
    },
    found: (): NamedCalls => ({ count, names }),
  };
}
