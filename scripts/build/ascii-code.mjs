/**
 * A plugin for Rolldown: writes letters beyond ASCII as escapes. One such letter in a file makes V8 keep all of it in two bytes
 * a letter, and decode it before it is parsed. esbuild does so by itself. (`String.raw` would see the difference: keep to ASCII there.)
 */
export const asciiCode = {
  name: 'ascii-code',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) if (output.type === 'chunk') output.code = inAscii(output.code);
  },
};

/** The same program: an escape stands for its letter in strings, templates and regular expressions, where alone they stand. */
export function inAscii(code) {
  return code.replace(/(\\*)([\u0080-\uffff])/g, (_, before, letter) => {
    // A letter that is escaped itself would lose its backslash to ours.
    const unit = `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return before.length % 2 === 0 ? before + unit : before.slice(1) + unit;
  });
}
