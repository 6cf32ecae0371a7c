import { type FormEvent, useRef, useState } from 'react';
import { useKeys } from '../keyboard.ts';
import { navigate } from '../router.ts';
import { nextTheme } from '../stores/preferences.ts';
import { Icon } from './icon.tsx';

/** The search line of the lists, and the theme. */
export function TopBar({ query = '' }: { query?: string }) {
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') navigate(`/search?${new URLSearchParams({ q: text.trim() })}`);
  }
  return (
    <div className="top-bar">
      <form className="search" role="search" onSubmit={submit}>
        <Icon name="find" />
        <input
          ref={input}
          type="search"
          value={text}
          aria-label="Search every session"
          placeholder='Search every session: words, "exact phrase", /regex/, file: tool: agent:'
          onChange={(event) => setText(event.target.value)}
        />
        <kbd className="wide">/</kbd>
      </form>
      <button type="button" className="btn icon" aria-label="Light or dark" onClick={nextTheme}>
        <Icon name="theme" />
      </button>
    </div>
  );
}
