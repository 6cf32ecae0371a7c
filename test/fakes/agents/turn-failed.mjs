import { begin, say } from './say.mjs';

begin();
say({ type: 'error', message: 'Reconnecting... 1/2' });
say({ type: 'turn.failed', error: { message: 'the model is overloaded' } });
process.exitCode = 1;
