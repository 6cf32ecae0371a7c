import { begin, message, stayAlive } from './say.mjs';

begin();
message('at work');
stayAlive();
