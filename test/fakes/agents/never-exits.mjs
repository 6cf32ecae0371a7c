import { begin, stayAlive } from './say.mjs';

begin();
stayAlive();
