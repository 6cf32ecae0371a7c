// Says what it was given: arguments, prompt, folder, and what is in its environment.
import { hello } from './say.mjs';

let stdin = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) stdin += chunk;
hello(JSON.stringify({ args: process.argv.slice(2), stdin, cwd: process.cwd(), env: process.env }));
