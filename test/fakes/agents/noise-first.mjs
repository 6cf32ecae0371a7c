// The four lines that break the official SDK: garbage, blank, null, and a half last line.
import { hello, print } from './say.mjs';

print('npm warn using --force\n\n   \nnull\n');
hello();
print('{"type":"turn');
