// Does the first steps of a deletion and is then killed, as by a loss of power: node delete-steps.ts SESSION STEPS
import { deletionSteps, planDeletion } from '../../src/doors/cli/delete/deletion.ts';
import { namedSession } from '../../src/doors/cli/named-session.ts';

const [wanted = '', steps = '0'] = process.argv.slice(2);
const all = deletionSteps(await planDeletion(await namedSession(wanted, {}), {}));
for (const step of all.slice(0, Number(steps))) await step();
process.stdout.write(`${all.length}\n`, () => process.kill(process.pid, 'SIGKILL'));
