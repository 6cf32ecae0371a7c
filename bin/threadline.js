#!/usr/bin/env node
// Old syntax and no static import: an old Node must get far enough to say so.
var version = process.versions.node.split('.');
if (version[0] < 22 || (version[0] == 22 && version[1] < 15)) {
  process.stderr.write('threadline needs Node 22.15 or later (this is v' + process.versions.node + ')\n');
  process.exit(4);
}
import('../dist/cli/main.js');
