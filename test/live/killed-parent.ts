// Opens a session, leaves something in the background, and waits with an open approval until it is killed.
import { openLive } from '../../src/machine/live/index.ts';

const session = await openLive('claude', JSON.parse(process.argv[2] ?? '{}'));
session.send('text:x leave run:made.txt');
for await (const _event of session);
