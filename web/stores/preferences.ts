import { createStore } from './store.ts';

/** The reader's preferences. The browser keeps them, never the URL. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  diff: 'unified' | 'split';
  wrap: boolean;
  /** Enables keys of one letter. Off for readers whose tools type letters. */
  singleKeys: boolean;
  inspector: boolean;
  /** Puts automated runs behind one line a day. */
  foldAutomated: boolean;
  /** Filters of the list that are kept, by the words of their address. */
  savedSearches: readonly string[];
}

const STORAGE_KEY = 'threadline';
const defaults: Preferences = {
  theme: 'system',
  density: 'comfortable',
  diff: 'unified',
  wrap: false,
  singleKeys: true,
  inspector: true,
  foldAutomated: false,
  savedSearches: [],
};

export const preferences = createStore<Preferences>(read());

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  preferences.update((old) => ({ ...old, [key]: value }));
}

export function nextTheme(): void {
  const isDark =
    preferences.get().theme === 'dark' ||
    (preferences.get().theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  setPreference('theme', isDark ? 'light' : 'dark');
}

/** Writes them to the root element now and after every change. */
export function applyPreferences(): void {
  const apply = () => {
    const { theme, density } = preferences.get();
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.density = density;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences.get()));
    } catch {
      // Without storage the preferences are lost, and nothing else.
    }
  };
  apply();
  preferences.subscribe(apply);
}

/** Reads the stored preferences field by field: another version or another page on this origin may have stored them. */
function read(): Preferences {
  try {
    const kept: Partial<Record<keyof Preferences, unknown>> = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return {
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : defaults.theme,
      density: kept.density === 'compact' ? 'compact' : defaults.density,
      diff: kept.diff === 'split' ? 'split' : defaults.diff,
      wrap: kept.wrap === true,
      singleKeys: kept.singleKeys !== false,
      inspector: kept.inspector !== false,
      foldAutomated: kept.foldAutomated === true,
      savedSearches: Array.isArray(kept.savedSearches)
        ? kept.savedSearches.filter((words) => typeof words === 'string')
        : [],
    };
  } catch {
    return defaults;
  }
}
