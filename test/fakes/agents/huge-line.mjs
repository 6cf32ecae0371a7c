import { hello } from './say.mjs';

hello('x'.repeat(32 * 1024 * 1024));
