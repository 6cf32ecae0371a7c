/**
 * Which modules are sent together. Each file costs some 700 bytes of headers and begins without anything that its
 * compression could repeat, so what most pages share is in few of them. What is opened on request, such as a dialog,
 * stays in a file of its own.
 */
export const chunkGroups = [
  // React, the frame of every page, and what most pages use.
  {
    name: 'frame',
    test: /rolldown\/runtime|\/node_modules\/(?:react|react-dom|scheduler)\/|\/web\/(?:api|format|stores)\/|\/web\/(?:router|keyboard)\.ts|\/web\/ui\/(?!.*-dialog|key-help|session-picker|compare-button|export-button|palette|use-found)/,
    priority: 3,
  },
  // Diffs, terminals and plain text: they are on pages that show no Markdown.
  {
    name: 'text',
    test: /\/src\/core\/text\/(?:ansi|diff|node)|\/src\/doors\/react\/(?:text\/(?:plain|diff)|diff|kinds|format)|\/web\/text\/(?:diff|plain)/,
    priority: 2,
  },
  // The head that the pages of a session have in common.
  {
    name: 'session',
    test: /\/web\/pages\/transcript\/(?:head|more-menu|session-tabs)|\/web\/transcript\/(?:row-filter|without-pauses)|\/web\/charts\/token-parts/,
    priority: 1,
  },
];
