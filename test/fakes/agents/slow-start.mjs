import { setTimeout } from 'node:timers/promises';
import { hello } from './say.mjs';

await setTimeout(700);
hello();
