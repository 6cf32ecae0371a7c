import { startLogin } from '../../../fleet/team/login-client.ts';
import { writeLogin } from '../../../fleet/team/logins.ts';
import { type ExitCode, endOnSignal, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { createJsonEncoder } from '../write-json.ts';
import { machineNameOf } from './machine-name.ts';

/** Waits until the person has confirmed on the page, and keeps the login. */
export async function login(
  origin: string,
  { machine, json }: { machine?: string | undefined; json: boolean },
): Promise<ExitCode> {
  const name = machineNameOf(machine);
  const { signal, exitCode } = endOnSignal();
  const device = await startLogin(origin, name);
  const encode = createJsonEncoder({ forTerminal: true });
  if (json) await printOnce(`${encode({ address: device.address, code: device.userCode })}\n`);
  else await printOnce(`Open ${device.address}\nand confirm the code ${device.userCode}\n`);
  try {
    writeLogin(origin, await device.done(signal));
  } catch (error) {
    if (signal.aborted) return exitCode();
    throw error;
  }
  if (json) await printOnce(`${encode({ logged_in: origin })}\n`);
  else report(`logged in; search with: threadline search WORDS --archive ${origin}`);
  return exitCodes.ok;
}
