import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app.mjs';
import { payloadEvents } from './data.mjs';

// All hostile texts with `all`; a browser takes some of them in a few seconds.
process.stdout.write(renderToString(h(App, process.argv[2] === 'all' ? { hostileEvents: payloadEvents } : {})));
