import { begin, message, print } from './say.mjs';

begin();
message('hello');
print('{"type":"turn.comp');
