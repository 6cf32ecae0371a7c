// Opens a session, begins a turn, and waits with an open approval until it is killed.
import { type LiveAgent, openLive } from '../../src/machine/live/index.ts';

const [agent = '', options = '{}'] = process.argv.slice(2);
const session = await openLive(agent as LiveAgent, JSON.parse(options));
session.send('go');
for await (const event of session) if (event.type === 'approval.requested') process.stdout.write('asked\n');
