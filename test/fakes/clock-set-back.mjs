// Loaded before a program, by NODE_OPTIONS: sets the clock of the machine back by an hour on SIGUSR2, for this process.
const real = Date.now;
let shift = 0;
Date.now = () => real() + shift;
process.on('SIGUSR2', () => {
  shift -= 3_600_000;
  process.stderr.write('the clock was set back\n');
});
