#!/usr/bin/env node
// No static import and no new syntax: an old Node must get far enough to say that it is too old.
const version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
  process.stderr.write(`threadline needs Node 22.18 or later (this is v${process.versions.node})\n`);
  process.exit(4);
}
import('../dist/doors/cli/main.js').then(({ main }) => main(process.argv.slice(2)));
