import { toHtml } from '../../text/to-html.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { headLines } from '../html/head-lines.ts';
import { PLAYER, PLAYER_HASH } from './player.ts';
import { REPLAY_STYLE, REPLAY_STYLE_HASH } from './style.ts';

/** One script and one style, both by hash; no request, no image, no form, no frame, no string that becomes code. */
export const REPLAY_POLICY = [
  "default-src 'none'",
  `script-src '${PLAYER_HASH}'`,
  `style-src '${REPLAY_STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page up to its steps. They follow as lines of text in an element that is never shown. */
export function replayStart(title: string, facts: string): string {
  const shown = toHtml([visibleLine(title)]);
  return [
    ...headLines({ policy: REPLAY_POLICY, title: shown, style: REPLAY_STYLE }),
    '<body data-captions="on" data-state="loading">',
    `<header><h1>${shown}</h1><p class="facts">${toHtml([visibleLine(facts)])}</p></header>`,
    '<main tabindex="0" aria-label="Steps"><div id="stage"></div><noscript>This page plays by a script of its own. Without one, use <code>--to html</code>.</noscript></main>',
    '<p id="caption" role="status" aria-live="polite"></p>',
    '<section class="bar" aria-label="Player">',
    '<button type="button" id="back" aria-label="Previous step">‹</button>',
    '<button type="button" id="play" aria-pressed="false">Play</button>',
    '<button type="button" id="next" aria-label="Next step">›</button>',
    '<input type="range" id="seek" min="1" value="1" step="1" aria-label="Step">',
    '<span id="clock"></span>',
    '<select id="turns" aria-label="Turn"></select>',
    '<select id="speed" aria-label="Speed"><option value="0.5">0.5×</option><option value="1" selected>1×</option><option value="2">2×</option><option value="4">4×</option><option value="8">8×</option></select>',
    '<button type="button" id="captions" aria-pressed="true">Captions</button>',
    '</section>',
    '<div hidden id="session">',
    '',
  ].join('\n');
}

/** The end of the page: what is not in it, its keys, its script. */
export function replayEnd(notes: readonly string[]): string {
  const told = notes.map((note) => `<p>${toHtml([visibleLine(note)])}</p>`);
  return [
    '</div>',
    '<footer>',
    ...told,
    '<p class="keys"><kbd>Space</kbd> play · <kbd>←</kbd> <kbd>→</kbd> step · <kbd>[</kbd> <kbd>]</kbd> turn · <kbd>Home</kbd> <kbd>End</kbd> · <kbd>+</kbd> <kbd>-</kbd> speed · <kbd>c</kbd> captions</p>',
    '<p>Written by threadline. This page loads nothing and sends nothing.</p>',
    '</footer>',
    `<script>${PLAYER}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
