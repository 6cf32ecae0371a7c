import { it, expect } from 'vitest';
import { createLab, findProgramOf, attend, until, type LabAgent } from './lab.ts';
for (const agent of (process.env.TRY ?? 'claude,codex,opencode').split(',') as LabAgent[])
it(agent, async () => {
  const found = await findProgramOf(agent);
  if ('skip' in found) throw new Error(found.skip);
  const lab = await createLab(agent, found.binary);
  try {
    const session = await lab.open();
    console.log(agent, 'open', session.id, JSON.stringify(session.can));
    const events = attend(session, (event) => event.type === 'approval.requested' ? event.approval.answer({ allow: 'once' }) : undefined);
    lab.steps.push({ run: 'touch made.txt' }, { say: 'finished' });
    console.log(await session.send('go').done);
    for (const e of events) console.log(JSON.stringify(e).slice(0, 260));
    console.log(agent, 'made', lab.made('made.txt'), session.id, session.file);
    console.log(await session.close());
  } finally { await lab.close(); }
}, 90000);
