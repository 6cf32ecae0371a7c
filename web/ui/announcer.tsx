import { createStore, useStore } from '../stores/store.ts';

const message = createStore({ text: '', at: 0 });

/** Tells a screen reader of a change that the reader did not ask for. */
export function announce(text: string): void {
  message.set({ text, at: message.get().at + 1 });
}

export function Announcer() {
  const { text } = useStore(message);
  return (
    <div className="screen-reader" role="status" aria-live="polite">
      {text}
    </div>
  );
}
