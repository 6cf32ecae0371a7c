import { closeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { hello } from './say.mjs';

closeSync(0);
await setTimeout(100);
hello();
