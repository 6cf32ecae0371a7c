import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The settings of an agent, of the person and of the project, whose text lets it act unasked. */
export function settingsThat(
  allow: RegExp,
  name: string,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const home = environment.HOME || homedir();
  return [join(home, name), join(cwd, name)].filter((path) => {
    try {
      return allow.test(readFileSync(path, 'utf8'));
    } catch {
      return false;
    }
  });
}
