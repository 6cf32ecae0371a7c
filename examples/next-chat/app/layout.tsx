import 'threadline/react.css';
import type { ReactNode } from 'react';

export const metadata = { title: 'Chat with Codex' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <body style={{ margin: '24px auto', maxWidth: 820, padding: '0 16px', fontFamily: 'system-ui' }}>{children}</body>
    </html>
  );
}
