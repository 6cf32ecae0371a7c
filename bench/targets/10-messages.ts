import type { Target } from './target.ts';

/** Bytes to messages, at least 0.75x as fast as bytes to events. */
export const messagesTarget: Target = {
  number: 10,
  checks: [
    {
      name: 'messages as fast as events',
      jobs: [],
      // Once messages exist, a loop that builds them belongs in contestants/, and its comparison with `ours` here.
      skip: ({ buildsMessages }) => (buildsMessages ? 'bench/ has no loop for messages yet' : 'no messages yet'),
      judge: () => ({ value: Number.NaN, unit: 'x', atLeast: 0.75 }),
    },
  ],
};
