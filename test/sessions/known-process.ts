// node known-process.ts HOME CACHE [UID]: lists a home twice with a cache, as this user, and prints both lists as JSON.
import { openKnownFile } from '../../src/machine/sessions/known/known-file.ts';
import { knownAt, listed } from './known-home.ts';

const [home = '', cache = '', uid] = process.argv.slice(2);
const LATER_MS = 10_000;
if (uid !== undefined) process.setuid?.(Number(uid));
const known = () => knownAt(() => openKnownFile(cache), LATER_MS, '1');
const lists = [await listed(home, known()), await listed(home, known())];
process.stdout.write(JSON.stringify(lists));
