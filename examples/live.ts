// An agent under control in a few lines: it may look and run the tests, everything else is asked for.
//   node examples/live.ts "fix the failing test"
import { createInterface } from 'node:readline/promises';
import { type Approval, openLive } from 'threadline/live';

const print = (text: string) => process.stdout.write(`${text}\n`);
const prompt = process.argv[2] ?? 'Which tests are here?';
const person = createInterface({ input: process.stdin, output: process.stdout });

const session = await openLive('claude', {
  cwd: process.cwd(),
  policy: ({ command }) => (command === 'npm test' ? { allow: 'once' } : 'ask'),
});
const turn = session.send(prompt);

for await (const event of session) {
  if (event.type === 'item.completed' && event.item.type === 'agent_message') print(event.item.text);
  if (event.type === 'approval.requested') void ask(event.approval);
  if (event.type === 'live.warning') print(event.message);
  if (event.type === 'live.state' && event.state === 'idle' && session.id !== '') break;
}
print((await turn.done).status);
await session.close();
person.close();

async function ask(approval: Approval): Promise<void> {
  // What the policy answered needs nobody.
  if (!session.open.includes(approval)) return;
  const said = await person.question(`${approval.kind}: ${approval.command ?? approval.title}  [y/N] `);
  await approval.answer(said === 'y' ? { allow: 'once' } : { deny: true, reason: said || 'no' });
}
