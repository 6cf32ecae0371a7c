/**
 * The script of a replay, and the only one that its policy lets run. It reads the steps out of inert text, and makes
 * elements by name and texts by `textContent`: nothing of a session becomes an element, an attribute or an address.
 * Its text is sent as it stands, so comments are not part of it and nothing is indented for its frame.
 */
export const PLAYER = String.raw`'use strict';
(() => {
const get = (id) => document.getElementById(id);
const [stage, seek, caption, clock, play, speed, turns] =
  ['stage', 'seek', 'caption', 'clock', 'play', 'speed', 'turns'].map(get);
const steps = [];
for (const line of get('session').textContent.split('\n')) if (line !== '') steps.push(JSON.parse(line));
${'' /* Classes by letter. A letter that is none of these has no class. */}
const faces = new Map(Object.entries({ p: 'plain', c: 'code', i: 'word', s: 'strong', e: 'em', h: 'heading', a: 'add', d: 'del', u: 'place', x: 'aside' }));
const kinds = new Set(['prompt', 'context', 'answer', 'reasoning', 'command', 'change', 'plan', 'mcp', 'tool', 'web', 'agent', 'image', 'divider', 'error']);
const WINDOW = 120;
const last = steps.length - 1;
let at = -1;
let timer;
let isPlaying = false;

const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};
const rowOf = (step, index) => {
  const row = make('article', 'row' + (kinds.has(step.k) ? ' ' + step.k : '') + (step.b ? ' sub' : ''));
  row.dataset.step = String(index + 1);
  const head = make('header', '');
  head.append(make('strong', '', step.h));
  if (step.b) head.append(make('span', 'tag', 'sub-agent'));
  if (step.s) head.append(make('span', 'tag ' + (step.s === 'running' ? '' : 'bad'), step.s));
  head.append(make('span', 'at', since(step)));
  const body = make('div', 'body');
  for (const [face, text] of step.r) body.append(make('span', faces.get(face) || '', text));
${'' /* What scrolls must be reachable by key. */}
  body.tabIndex = 0;
  body.setAttribute('role', 'group');
  body.setAttribute('aria-label', step.h);
  row.append(head, body);
  return row;
};
const start = steps.find((step) => step.t)?.t;
const since = (step) => {
  if (!step.t || start === undefined) return '';
  const seconds = Math.max(0, Math.round((step.t - start) / 1000));
  const two = (value) => String(value).padStart(2, '0');
  return '+' + (seconds >= 3600 ? Math.floor(seconds / 3600) + ':' : '') + two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
};

function show(next) {
  const to = Math.max(0, Math.min(last, next));
  if (last < 0) return;
  const from = Math.max(0, to - WINDOW + 1);
  if (to === at + 1) {
    stage.append(rowOf(steps[to], to));
    while (stage.children.length > WINDOW) stage.firstElementChild.remove();
  } else if (to !== at) {
    stage.replaceChildren();
    for (let index = from; index <= to; index += 1) stage.append(rowOf(steps[index], index));
  }
  at = to;
  for (const row of stage.querySelectorAll('.now')) row.classList.remove('now');
  const now = stage.lastElementChild;
  now.classList.add('now');
  now.scrollIntoView({ block: now.offsetHeight > stage.parentElement.clientHeight * 0.7 ? 'start' : 'end' });
  const step = steps[to];
  caption.textContent = step.n;
  seek.value = String(to + 1);
  seek.setAttribute('aria-valuetext', 'step ' + (to + 1) + ' of ' + steps.length);
  clock.textContent = to + 1 + ' / ' + steps.length;
  turns.value = String(step.u);
  document.body.dataset.state = isPlaying ? 'playing' : to === last ? 'ended' : 'paused';
}

/** As long as it took, within bounds: nobody waits for a build twice. */
function waitFor(index) {
  const [a, b] = [steps[index], steps[index + 1]];
  const words = a.r.reduce((sum, run) => sum + run[1].length, 0);
  const real = a.t && b && b.t ? b.t - a.t : 0;
  return Math.min(4000, Math.max(700, Math.min(real, 2500), words * 6)) / Number(speed.value);
}
function tick() {
  clearTimeout(timer);
  if (!isPlaying) return;
  if (at >= last) return setPlaying(false);
  timer = setTimeout(() => { show(at + 1); tick(); }, waitFor(at));
}
function setPlaying(next) {
  isPlaying = next && last >= 0;
  if (isPlaying && at >= last) show(0);
  play.textContent = isPlaying ? 'Pause' : 'Play';
  play.setAttribute('aria-pressed', String(isPlaying));
  document.body.dataset.state = isPlaying ? 'playing' : at >= last ? 'ended' : 'paused';
  tick();
}
const jump = (to) => { show(to); tick(); };
const step = (by) => { setPlaying(false); show(at + by); };
/** The first step of the turn, or of the one after or before. */
function turn(by) {
  const now = steps[at].u;
  if (by > 0) {
    const next = steps.findIndex((one, index) => index > at && one.u > now);
    return jump(next === -1 ? last : next);
  }
  const first = steps.findIndex((one) => one.u === now);
  if (first < at) return jump(first);
  const before = steps[Math.max(0, first - 1)].u;
  jump(steps.findIndex((one) => one.u === before));
}
function faster(by) {
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  tick();
}
function captions() {
  const isOn = document.body.dataset.captions !== 'off';
  document.body.dataset.captions = isOn ? 'off' : 'on';
  get('captions').setAttribute('aria-pressed', String(!isOn));
}

${'' /* A turn is named by its prompt, else by what happens first in it. A list of more turns helps nobody. */}
const named = new Map();
for (const one of steps) {
  const before = named.get(one.u);
  if (!before || (before.k !== 'prompt' && one.k === 'prompt')) named.set(one.u, one);
}
for (const [number, one] of [...named].slice(0, 1000)) {
  const choice = make('option', '', 'Turn ' + number + ' · ' + one.n.slice(0, 60));
  choice.value = String(number);
  turns.append(choice);
}
seek.max = String(Math.max(1, steps.length));
seek.addEventListener('input', () => jump(Number(seek.value) - 1));
turns.addEventListener('change', () => jump(steps.findIndex((one) => String(one.u) === turns.value)));
speed.addEventListener('change', tick);
play.addEventListener('click', () => setPlaying(!isPlaying));
get('back').addEventListener('click', () => step(-1));
get('next').addEventListener('click', () => step(1));
get('captions').addEventListener('click', captions);
const keys = new Map(Object.entries({
  ' ': () => setPlaying(!isPlaying), k: () => setPlaying(!isPlaying),
  ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  ']': () => turn(1), '[': () => turn(-1),
  Home: () => jump(0), End: () => jump(last),
  '+': () => faster(1), '-': () => faster(-1), c: captions,
}));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const of = event.target;
${'' /* A control has keys of its own: a choice, a slider, a button under Space. */}
  if (of.closest('select') || (of.closest('input') && /^(?:Arrow|Home|End)/.test(event.key)) || (of.closest('button') && event.key === ' ')) return;
  const act = keys.get(event.key);
  if (!act || last < 0) return;
  event.preventDefault();
  act();
});
addEventListener('hashchange', () => jump(Number(location.hash.slice(1)) - 1 || 0));
if (last < 0) caption.textContent = 'Nothing was said in this session.';
else show(Number(location.hash.slice(1)) - 1 || 0);
document.body.dataset.state = last < 0 ? 'empty' : 'paused';
})();
`;

/** Its hash is in the page's policy, so a change needs a new hash: a test tells it. */
export const PLAYER_HASH = 'sha256-49wjAr9Vunl0lHooKmrKGfsJbcHiNn48Mzap6cwOyBs=';
