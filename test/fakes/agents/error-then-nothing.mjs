// Reports an error and ends well, as Codex 0.23 to 0.42.
import { begin, say } from './say.mjs';

begin();
say({ type: 'error', message: 'stream disconnected' });
