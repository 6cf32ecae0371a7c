import type { ReactNode } from 'react';

/** A page or a part without content says why, and what can be done. */
export function EmptyState({ title, level = 2, children }: { title: string; level?: 1 | 2; children?: ReactNode }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty-state">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

const reasons: Readonly<Record<string, string>> = {
  'not-found': 'Nothing of this name is in the index.',
  unauthorised: 'This page has no key. Open it by the address that threadline printed when it started.',
  'logged-out': 'You are logged out.',
  unreachable: 'The server does not answer. Start it again with threadline serve; what is shown stays readable.',
  'bad-request': 'The server did not understand the question. Check the address and the filters.',
  'too-many': 'Too many requests at once. Try again in a moment.',
  'no-index': 'The index is not there yet: it is built while you read. Try again in a moment.',
  gone: 'The agent deleted the file of this session.',
};

/** `level`: 1 if it is the whole page. */
export function FailureState({ code, level = 2, onRetry }: FailureProps) {
  return (
    <EmptyState level={level} title={code === 'not-found' ? 'Not found' : 'The server could not answer'}>
      <p>{reasons[code] ?? 'The server failed.'}</p>
      <code>{code}</code>
      {onRetry && (
        <button type="button" className="btn" onClick={onRetry}>
          Try again
        </button>
      )}
    </EmptyState>
  );
}

interface FailureProps {
  code: string;
  level?: 1 | 2;
  onRetry?: (() => void) | undefined;
}
