import { hello, print } from './say.mjs';

print('\ufeff');
hello();
