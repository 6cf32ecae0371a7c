'use client';

import { useChat } from '@ai-sdk/react';
import { type FormEvent, useState } from 'react';
import { Transcript } from 'threadline/react';

/** The chat of the AI SDK, shown as a transcript: commands, changes and plans as what they are. */
export function Chat() {
  const { messages, sendMessage, status, stop, error } = useChat();
  const [text, setText] = useState('');
  const isBusy = status === 'submitted' || status === 'streaming';

  function send(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    void sendMessage({ text });
    setText('');
  }

  return (
    <>
      <Transcript agent="Codex" messages={messages} isStreaming={isBusy}>
        <p>Nothing was said yet.</p>
      </Transcript>
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={send} style={{ display: 'flex', gap: 8, marginTop: 16 }}>
        <input aria-label="Prompt" value={text} onChange={(event) => setText(event.target.value)} style={{ flex: 1 }} />
        {isBusy ? (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        ) : (
          <button type="submit">Send</button>
        )}
      </form>
    </>
  );
}
