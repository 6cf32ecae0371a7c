import { Fragment, useState } from 'react';
import type { CodeToken } from '../../../core/text/code-tokens.ts';
import { visibleText } from '../../../core/text/visible-text.ts';
import { useTextView } from '../text-view.ts';

/** A block of code: its language, copy, a switch for long lines, and colours once the worker has them. */
export function Code({ text, language }: { text: string; language: string }) {
  const [wrap, setWrap] = useState(false);
  const { useTokenizer, copy } = useTextView();
  const lines = useTokenizer()(text, language);
  return (
    <div className={`code-block ${wrap ? 'wrap' : ''}`}>
      <div className="code-head">
        <span>{visibleText(language) || 'text'}</span>
        <span className="spacer" />
        <button type="button" aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
          Wrap
        </button>
        <button type="button" onClick={() => copy(text, 'Code copied')}>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key */}
      <pre tabIndex={0}>
        <code>{lines ? <TokenLines lines={lines} /> : visibleText(text)}</code>
      </pre>
    </div>
  );
}

function TokenLines({ lines }: { lines: readonly (readonly CodeToken[])[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text do not change places
    <Fragment key={index}>
      {index > 0 && '\n'}
      {line.map((token, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do tokens
        <span key={place} className={token.kind}>
          {visibleText(token.text)}
        </span>
      ))}
    </Fragment>
  ));
}
