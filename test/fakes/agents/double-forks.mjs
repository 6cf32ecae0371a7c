// Leaves a process in its group whose parent is gone and that holds nothing.
import { spawnSync } from 'node:child_process';
import { hello } from './say.mjs';

spawnSync('sh', ['-c', '(sleep 60 >/dev/null 2>&1 &)'], { stdio: 'ignore' });
hello();
