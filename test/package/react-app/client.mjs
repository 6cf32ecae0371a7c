import { createElement as h, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.mjs';

let controller;
const stream = new ReadableStream({
  start(given) {
    controller = given;
  },
});
window.push = (event) => (event ? controller.enqueue(event) : controller.close());
window.answers = [];
hydrateRoot(
  document.getElementById('root'),
  h(StrictMode, null, h(App, { stream, onAnswer: (answer) => window.answers.push(answer) })),
  {
    // biome-ignore lint/suspicious/noConsole: the test reads it
    onRecoverableError: (error) => console.error(`recovered: ${error.message}\n${error.cause?.message ?? ''}`),
  },
);
window.isHydrated = true;
