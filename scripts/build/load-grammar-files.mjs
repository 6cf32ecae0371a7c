// The library loads the grammars that stand beside the page: both need the same, and they are a sixth of the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  buildGrammars,
  GRAMMAR_FOLDER,
  grammarFile,
  IS_ENGINE,
  TRANSLATED_ENGINE,
} from '../../web/build/grammar-files.ts';

/** Stands for the way to the grammars until it is known which file of the library loads them. */
const PLACE = 'threadline-grammars:';

/** A plugin for esbuild, and what writes the way to the grammars into the files that were built in `folder`. */
export async function loadGrammarFiles(root, folder) {
  const grammars = await buildGrammars();
  const plugin = {
    name: 'load-grammar-files',
    setup({ onResolve }) {
      onResolve({ filter: IS_ENGINE }, () => ({ path: TRANSLATED_ENGINE }));
      onResolve({ filter: /^@shikijs\/langs\// }, ({ path }) => {
        const file = grammarFile(grammars, path);
        return file === undefined ? undefined : { path: PLACE + file, external: true };
      });
    },
  };
  function place(outputs) {
    for (const path of outputs.map((name) => join(root, name))) {
      const text = readFileSync(path, 'utf8');
      const way = relative(dirname(path), join(folder, 'web', GRAMMAR_FOLDER)).replaceAll('\\', '/');
      if (text.includes(PLACE)) writeFileSync(path, text.replaceAll(PLACE, `${way}/`));
    }
  }
  return { plugin, place, sources: grammars.sources };
}
