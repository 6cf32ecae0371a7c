import { type TextLink, useTextView } from '../text-view.ts';

/** A link out of a transcript. Only a click opens it, and the other side does not learn from where. */
export function Link(link: TextLink) {
  const { Link: Own } = useTextView();
  if (Own) return <Own {...link} />;
  const { href, title, className, children } = link;
  return (
    <a href={href} title={title} className={className} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}
