import { Chat } from './chat';

export default function Page() {
  return (
    <main>
      <h1>Chat with Codex</h1>
      <Chat />
    </main>
  );
}
