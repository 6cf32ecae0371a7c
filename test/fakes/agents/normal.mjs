import { hello } from './say.mjs';

hello();
