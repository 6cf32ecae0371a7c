// Talks to Codex twice in one thread:
//   node examples/resume.ts "Remember the number 7." "Which number was it?"
import { CodexClient, type RunResult } from 'threadline/run';

const [, , first = 'Remember the number 7.', second = 'Which number was it?'] = process.argv;
const codex = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true });

// Nobody reads the events here, and so they hold nothing up.
const { threadId } = check(await codex.streamExec({ prompt: first }).completion);
if (threadId === undefined) throw new Error('Codex has not told the id of its thread');

// 'last' instead of the id takes up the newest thread.
const answer = check(await codex.streamResume({ resume: threadId, prompt: second }).completion);
process.stdout.write(`${JSON.stringify({ threadId: answer.threadId, answer: answer.lastMessage })}\n`);

function check(result: RunResult): RunResult {
  if (result.error) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result;
}
