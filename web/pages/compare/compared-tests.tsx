import { testsWords } from '../../../src/core/text/tests-words.ts';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiCompare } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { Icon } from '../../ui/icon.tsx';

type Tests = NonNullable<ApiCompare['tests']['a']>;

const TONES: Readonly<Record<Tests['result'], string>> = { passed: 'ok', failed: 'bad', unknown: '' };

/** How the tests of each session ended, each a link to the command that ran them last. */
export function ComparedTests({ comparison: { heads, keys, tests } }: { comparison: ApiCompare }) {
  if (heads.every(({ side }) => !tests[side])) return null;
  return (
    <div className="compare-figure" data-figure="tests">
      <span className="figure-name">Tests</span>
      {heads.map(({ side }, place) => (
        <span key={side} className={`figure-side figure-tests side-${side}`}>
          {tests[side] ? (
            <Ended tests={tests[side]} url={sessionUrl(keys[place] ?? '')} />
          ) : (
            <span className="key">none were run</span>
          )}
        </span>
      ))}
      {heads.length === 2 && <em />}
    </div>
  );
}

function Ended({ tests, url }: { tests: Tests; url: string }) {
  const { result, passed, runs, line, what } = tests;
  return (
    <a
      className={`tag ${TONES[result]}`}
      href={`${url}#L${line}`}
      title={`${visibleLine(what)}, the last of ${plural(runs, 'run')}`}
      data-value={passed ?? ''}
    >
      {result !== 'unknown' && <Icon name={result === 'passed' ? 'check' : 'close'} />}
      {testsWords(tests)}
    </a>
  );
}
