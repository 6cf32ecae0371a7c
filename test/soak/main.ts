// npm run soak: the long runs of the process runner in full. Their short forms are in test/run/soak.test.ts.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const programs = ['many-runs.ts', 'slow-reader.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
const failed = programs.filter((path) => spawnSync(process.execPath, [path], { stdio: 'inherit' }).status !== 0);
process.exitCode = failed.length === 0 ? 0 : 1;
