import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';
import { navigate, sessionUrl } from '../router.ts';
import { type Agents, useAgents } from '../stores/agents.ts';
import { nextTheme, preferences, setPreference } from '../stores/preferences.ts';
import { Dialog } from './dialog.tsx';

interface PaletteEntry {
  id: string;
  label: string;
  hint: string;
  run: () => void;
}

const MAX_ENTRIES = 60;

/** Finds sessions, places and actions by their words. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [heads, setHeads] = useState<SessionHead[]>([]);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      api.sessions({ q: text.trim(), limit: 40 }).then(
        ({ items }) => isHere && setHeads(items),
        () => {},
      );
    }, 80);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [text]);
  const agents = useAgents();
  const entries = useMemo(() => entriesFor(text, heads, agents, onKeys), [text, heads, agents, onKeys]);
  const current = Math.min(at, entries.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function choose(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    onClose();
    entry.run();
  }

  return (
    <Dialog title="Palette" className="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={entries[current] ? `${listId}${entries[current].id}` : undefined}
        aria-label="Go to a session, a place or an action"
        placeholder="Go to a session, a place or an action"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(current + 1, entries.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(0, current - 1));
          else if (event.key === 'Enter') choose(entries[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label="Results" ref={list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
          <div
            key={entry.id}
            id={`${listId}${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => choose(entry)}
          >
            <span className="label">{entry.label}</span>
            <span className="hint">{entry.hint}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function entriesFor(text: string, heads: readonly SessionHead[], agents: Agents, onKeys: () => void): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, hint }: PaletteEntry) =>
    words.every((word) => `${label} ${hint}`.toLowerCase().includes(word));
  const go = (url: string) => () => navigate(url);
  const { density } = preferences.get();
  const places: PaletteEntry[] = [
    { id: 'sessions', label: 'Sessions', hint: 'g s', run: go('/') },
    { id: 'usage', label: 'Usage', hint: 'g u', run: go('/usage') },
    { id: 'insights', label: 'Insights', hint: 'g i', run: go('/insights') },
    { id: 'problems', label: 'Problems', hint: 'g p', run: go('/problems') },
    { id: 'search', label: 'Search', hint: 'place', run: go('/search') },
    { id: 'theme', label: 'Light or dark', hint: 't', run: nextTheme },
    {
      id: 'density',
      label: density === 'compact' ? 'Comfortable rows' : 'Compact rows',
      hint: 'action',
      run: () => setPreference('density', density === 'compact' ? 'comfortable' : 'compact'),
    },
    { id: 'keys', label: 'All keys', hint: '?', run: onKeys },
  ];
  const sessions: PaletteEntry[] = heads.map((head) => ({
    id: head.key,
    label: visibleLine(head.title),
    hint: [agents.titleOf(head.agent), visibleLine(head.projectName ?? '')].filter(Boolean).join(' · '),
    run: go(sessionUrl(head.key)),
  }));
  const query = text.trim();
  const search: PaletteEntry[] =
    query === ''
      ? []
      : [
          {
            id: 'find',
            label: `Search every session for “${query}”`,
            hint: '↵',
            run: go(`/search?${new URLSearchParams({ q: query })}`),
          },
        ];
  return [...places.filter(fits), ...sessions.filter(fits), ...search].slice(0, MAX_ENTRIES);
}
