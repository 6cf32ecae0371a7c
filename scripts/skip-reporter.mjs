/** A vitest reporter that says why a test was skipped: a skip must never look like a pass. */
export default class SkipReporter {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    for (const test of skipped) {
      const { note } = test.result();
      // Without a reason it was left out by a filter on the command line.
      if (note) process.stdout.write(`skipped (${note}): ${test.fullName}\n`);
    }
  }
}
