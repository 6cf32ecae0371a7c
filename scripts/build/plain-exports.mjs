import { isAbsolute } from 'node:path';

/** What the bundler writes for each name that a part gives to others. */
const GETTER = /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/;
const GETTERS = new RegExp(`(?:${GETTER.source}[,;]?)+\\s*$`);

/**
 * A plugin for Rolldown: what a part exports is a value, not a function that gives it. There are more than a thousand of
 * them, and making them was a twentieth of a start. They stand at the end of a part, where all values are there; only one
 * that changes later needs a function, so no module may export a `let`.
 */
export const plainExports = {
  name: 'plain-exports',
  transform(code, id) {
    if (isAbsolute(id) && /^export (?:let|var) /m.test(code))
      throw new Error(`${id} exports what may change: export a function`);
    return null;
  },
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle))
      if (output.type === 'chunk') output.code = withPlainExports(output.code);
  },
};

export function withPlainExports(code) {
  const written = code.replace(GETTERS, (getters) =>
    getters.replaceAll(new RegExp(`${GETTER.source}[,;]?`, 'g'), (_, name, value) => `exports.${name}=${value};`),
  );
  if (/defineProperty\(exports,(?!Symbol)/.test(written)) throw new Error('the bundler writes exports in another way');
  return written;
}
