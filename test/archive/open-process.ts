// Opens an archive that may be damaged, brings it up to date, and says what it found: one line of JSON.
import { openArchive, type SetAside } from '../../src/archive/index.ts';

const [folder = '', home = ''] = process.argv.slice(2);
const aside: SetAside[] = [];
const archive = await openArchive({ folder, homes: [home], sameThread: true, onSetAside: (one) => aside.push(one) });
const { unfinished } = await archive.refresh();
const { gone, sessions } = await archive.state();
const wrong = await archive.verify();
await archive.close();
process.stdout.write(`${JSON.stringify({ aside: aside.length, unfinished, gone, sessions, wrong })}\n`);
