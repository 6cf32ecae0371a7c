import { begin, end, message, stayAlive } from './say.mjs';

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {
  message('goodbye');
  end();
  process.exit(0);
});
begin();
stayAlive();
