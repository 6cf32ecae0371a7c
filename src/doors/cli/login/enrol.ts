import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSmallFile } from '../../../fleet/collect/collect-settings.ts';
import { enrolMachine, rotatePushToken } from '../../../fleet/team/machine-client.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { createJsonEncoder } from '../write-json.ts';
import { machineNameOf } from './machine-name.ts';

export interface EnrolOptions {
  machine: string | undefined;
  json: boolean;
  /** Where the code stands; `-` is stdin. Without it `THREADLINE_ENROL_CODE` is the code. */
  codeFile: string | undefined;
}

const CODE = /^[\x21-\x7e]{8,512}$/;

/** Gets a token that only sends by a code for many machines. Nobody is logged in by it. */
export async function enrol(origin: string, { machine, json, codeFile }: EnrolOptions): Promise<ExitCode> {
  const name = machineNameOf(machine);
  const state = await enrolMachine(origin, codeOf(codeFile), name);
  if (json) return printOnce(`${createJsonEncoder({ forTerminal: true })({ enrolled: origin, state })}\n`);
  const sentence = state === 'known' ? 'this machine has a token that counts' : 'this machine may send';
  report(`${sentence}; send with: threadline collect --to ${origin}`);
  return exitCodes.ok;
}

/** Replaces the token that this machine sends with. */
export async function rotate(origin: string, json: boolean): Promise<ExitCode> {
  await rotatePushToken(origin);
  if (json) return printOnce(`${createJsonEncoder({ forTerminal: true })({ rotated: origin })}\n`);
  report('this machine has a new token; the old one counts no more');
  return exitCodes.ok;
}

/** Never an argument: everybody on the machine can read those. */
function codeOf(file: string | undefined): string {
  const text = file === undefined ? process.env.THREADLINE_ENROL_CODE : readCode(file);
  if (text === undefined) throw new ExitError(exitCodes.environment, `there is no file ${file}`);
  const code = text.trim();
  if (!CODE.test(code))
    throw new ExitError(exitCodes.environment, 'the code is one word, as `team enrol add` printed it');
  return code;
}

function readCode(file: string): string | undefined {
  return file === '-' ? readFileSync(0, 'utf8') : readSmallFile(resolve(file), true);
}
