// Talks to Codex twice in one thread:
//   node examples/resume.ts "Remember the number 7." "Which number was it?"
import { CodexClient } from 'threadline/run';

const [, , first = 'Remember the number 7.', second = 'Which number was it?'] = process.argv;
const thread = new CodexClient({ sandbox: 'read-only', skipGitRepoCheck: true }).startThread();

// A turn that fails is thrown, with the reason and with what had come of it.
await thread.run(first);
const { finalResponse } = await thread.run(second);
// Later, or in another program: resumeThread(id, { history: resumePoint }), the latter of threadline/sessions.
process.stdout.write(`${JSON.stringify({ threadId: thread.id, answer: finalResponse })}\n`);
