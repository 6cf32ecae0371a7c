import { toHtml } from '../../core/text/to-html.ts';
import type { HttpAnswer } from '../../machine/http/http-answer.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  // With `no-referrer` a browser says `Origin: null` when it sends a form, which is refused.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const STYLE =
  'body{font:16px/1.5 system-ui;max-width:34em;margin:4em auto;padding:0 1em}button,input{font:inherit;padding:.3em .8em}';

/** A page of the login. `body` is ours; what comes from elsewhere goes through `text`. */
function page(title: string, body: string, status = 200): HttpAnswer {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body}</html>`;
  return { status, headers: HEADERS, body: html };
}

const text = (value: string) => toHtml([value]);

/** Asks for the code that a command shows. */
export const codePage = (): HttpAnswer =>
  page(
    'Log a machine in',
    '<form action="/auth/device"><label>The code that it shows: <input name="code" autofocus></label> <button>Next</button></form>',
  );

/** A code that was typed or sent by somebody else tells whose machine gets in. */
export const confirmPage = (device: { name: string; address: string }, userCode: string, person: string): HttpAnswer =>
  page(
    'Log a machine in',
    `<p>The machine <b>${text(device.name)}</b> at <b>${text(device.address)}</b> asks to read and send in the name of <b>${text(person)}</b>.</p>
<p>It shows the code <b>${text(userCode)}</b>. Did you run <code>threadline login</code> there just now?</p>
<form method="post" action="/auth/device/confirm"><input type="hidden" name="code" value="${text(userCode)}"><button>Yes, log it in</button></form>`,
  );

export const donePage = (): HttpAnswer => page('The machine is logged in', '<p>You can close this page.</p>');

export const refusedPage = (status: number, sentence: string): HttpAnswer =>
  page('That did not work', `<p>${text(sentence)}</p><p><a href="/auth/login">Log in</a></p>`, status);

export const accountPage = (person: string): HttpAnswer =>
  page(
    'threadline',
    `<p>You are logged in as <b>${text(person)}</b>.</p><p><a href="/">Sessions</a></p><form method="post" action="/auth/logout"><button>Log out</button></form>`,
  );

export const loggedOutPage = (): HttpAnswer =>
  page('threadline', '<p>You are logged out.</p><p><a href="/auth/login">Log in</a></p>');
