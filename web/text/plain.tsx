import { visibleText } from '../../src/text/visible-text.ts';

/** Text as it stands; what would not be seen is made visible. */
export function Plain({ text }: { text: string }) {
  return <div className="prose plain-text">{visibleText(text)}</div>;
}
