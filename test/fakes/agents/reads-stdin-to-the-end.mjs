// Does nothing until its stdin is closed, as Codex since 0.118.
import { hello } from './say.mjs';

let text = '';
for await (const chunk of process.stdin) text += chunk;
hello(text);
