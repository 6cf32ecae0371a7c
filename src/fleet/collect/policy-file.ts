import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { makePrivateFolder, writePrivateFile } from '../../machine/sessions/data-folder.ts';
import { type CollectPolicy, readPolicy } from './collect-policy.ts';
import { readSmallFile } from './collect-settings.ts';

/** Keeps the policy that a server told last. It holds until the server tells another. */
export interface PolicyFile {
  /** Undefined if none was told yet. One that cannot be read throws: what it forbids is not known. */
  read(): CollectPolicy | undefined;
  write(policy: CollectPolicy): void;
}

const POLICY_NAME = 'policy.json';

/** `origin`: the server's. Each has its own policy in the file. */
export function createPolicyFile(folder: string, origin: string): PolicyFile {
  const path = join(folder, POLICY_NAME);
  const unreadable = (why: string) =>
    new ThreadlineError('unreadable', `${path}: ${why}; delete it, and the server tells its policy again`);

  function readAll(): Record<string, unknown> {
    const text = readSmallFile(path);
    if (text === undefined) return {};
    const value = parseJson(text);
    if (!isObject(value)) throw unreadable('it is not a JSON object');
    return value;
  }

  return {
    read() {
      const all = readAll();
      if (!Object.hasOwn(all, origin)) return undefined;
      const policy = readPolicy(all[origin]);
      if (typeof policy === 'string') throw unreadable(policy);
      return policy;
    },
    write(policy) {
      const all = { ...readAll(), [origin]: policy };
      makePrivateFolder(folder);
      writePrivateFile(path, (file) => writeSync(file, `${JSON.stringify(all, undefined, 2)}\n`));
    },
  };
}
