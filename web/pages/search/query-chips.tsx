import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { setQuery } from '../../router.ts';
import { Icon } from '../../ui/icon.tsx';
import { narrowingWords, parseQuery, withoutWord } from './parse-query.ts';

const modes = { words: '', phrase: 'exact phrase', regex: 'regular expression' };

/** The parsed line: its mode, and each word that narrows it. A press removes a word. */
export function QueryChips({ line }: { line: string }) {
  const mode = modes[parseQuery(line).mode];
  const words = narrowingWords(line);
  if (mode === '' && words.length === 0) return null;
  return (
    <div className="filters query-chips">
      {mode !== '' && <span className="chip">{mode}</span>}
      {words.map((word) => (
        <button
          key={word}
          type="button"
          className="chip on"
          aria-label={`Take away ${visibleLine(word)}`}
          onClick={() => setQuery({ q: withoutWord(line, word) })}
        >
          {visibleLine(word)}
          <Icon name="close" />
        </button>
      ))}
    </div>
  );
}
