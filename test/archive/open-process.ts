// Opens an archive that may be damaged, or on a machine that is; brings it up to date, and says what it found: one line of JSON.
import { openArchive, type SetAside, type SourceProblem } from '../../src/archive/index.ts';
import { ThreadlineError } from '../../src/errors.ts';

const [folder = '', home = '', how = ''] = process.argv.slice(2);
const aside: SetAside[] = [];
const problems: SourceProblem[] = [];

async function open(): Promise<object> {
  const archive = await openArchive({
    folder,
    homes: [home],
    sameThread: true,
    readOnly: how === 'read',
    onSetAside: (one) => aside.push(one),
    onProblem: (problem) => problems.push(problem),
  });
  try {
    const report = how === 'read' ? undefined : await archive.refresh();
    const { gone, sessions } = await archive.state();
    return { gone, sessions, wrong: await archive.verify(), unfinished: report?.unfinished };
  } finally {
    await archive.close();
  }
}

const said = await open().catch((error: unknown) => {
  if (!(error instanceof ThreadlineError)) throw error;
  return { code: error.code, message: error.message };
});
process.stdout.write(`${JSON.stringify({ aside: aside.length, problems, ...said })}\n`);
