/** An icon of 16 by 16, drawn in the text colour by a mask. It is part of the style: the page has no drawings. */
function icon(paths: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='black' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'>${paths}</svg>`;
  return `url("data:image/svg+xml,${svg.replace(/[<>#"]/g, encodeURIComponent)}")`;
}

/** Colour and icon of each kind of row. */
const KINDS: readonly (readonly [string, string, string])[] = [
  ['prompt', '--accent', "<circle cx='8' cy='5.5' r='2.6'/><path d='M3 13.5c.6-2.6 2.5-4 5-4s4.4 1.4 5 4'/>"],
  ['answer', '--text-2', "<path d='M3 4.5h10M3 8h10M3 11.5h6'/>"],
  ['reasoning', '--reasoning', "<path d='M6 11.5h4M6.5 13.7h3M5.8 9.7A4 4 0 1 1 10.2 9.7'/>"],
  ['context', '--text-3', "<path d='M4 2.5h5l3 3v8H4zM9 2.5v3h3'/>"],
  ['command', '--text-2', "<path d='M3.5 4.5 7 8l-3.5 3.5M8.5 11.5h4'/>"],
  ['change', '--file', "<path d='M4 2.5h5l3 3v8H4zM8 6.5v4M6 8.5h4'/>"],
  ['plan', '--plan', "<path d='m2.5 4.5 1 1 1.5-2M2.5 10.5l1 1 1.5-2M7.5 5h6M7.5 11h6'/>"],
  ['mcp', '--mcp', "<path d='M6 2.5v3M10 2.5v3M4 5.5h8v2.5a4 4 0 0 1-8 0zM8 12v2'/>"],
  ['tool', '--text-2', "<path d='M9.5 3.5a3 3 0 0 1 3.9 3.9l-6 6-2.9-2.9 6-6z'/>"],
  ['web', '--web', "<circle cx='8' cy='8' r='5.5'/><path d='M2.5 8h11M8 2.5c3 3 3 8 0 11M8 2.5c-3 3-3 8 0 11'/>"],
  [
    'agent',
    '--agent',
    "<circle cx='4.5' cy='4' r='1.5'/><circle cx='4.5' cy='12' r='1.5'/><circle cx='11.5' cy='6' r='1.5'/><path d='M4.5 5.5v5M11.5 7.5c0 2-3 2-7 2'/>",
  ],
  ['image', '--web', "<path d='M2.5 3.5h11v9h-11zM2.5 11l3.5-3 3 2.5 2-1.5 2.5 2'/>"],
  ['notice', '--warn', "<path d='M8 2.5 14 13H2zM8 6.5v3M8 11.4v.1'/>"],
  ['divider', '--text-3', "<path d='M2.5 8h11M5 5l3-2 3 2M5 11l3 2 3-2'/>"],
];

/** The viewer's colours, sizes and faces, so that an export looks like it. Light or dark by the reader's system. */
export const TOKENS = `:root{color-scheme:light dark;--bg:light-dark(#fbfbf9,#101115);--surface:light-dark(#fff,#17181d);--sunken:light-dark(#f3f3f0,#0b0c0f);--line:light-dark(#e5e5e0,#262830);--line-2:light-dark(#cdcdc6,#3b3e48);--text:light-dark(#1b1c20,#e9eaee);--text-2:light-dark(#4d4f57,#b1b3bd);--text-3:light-dark(#686a73,#8f929d);--accent:light-dark(#4549c9,#a9aefc);--accent-soft:light-dark(#ededfb,#202242);--ok:light-dark(#0f6f44,#55c98f);--warn:light-dark(#855000,#f0b84a);--warn-soft:light-dark(#fdf3df,#2e230c);--bad:light-dark(#bb1f2a,#ff8a8a);--bad-soft:light-dark(#fdecec,#331618);--reasoning:light-dark(#6d5c92,#b7a5dc);--file:light-dark(#0a6b66,#5cc9c1);--mcp:light-dark(#93408a,#e08fd6);--web:light-dark(#22629f,#7db8f0);--plan:light-dark(#785c00,#dcbb55);--agent:light-dark(#9a4420,#f0a07a);--add:light-dark(#e4f6e9,#11281b);--add-g:light-dark(#cdeed7,#183a27);--add-w:light-dark(#b9e8c6,#1f5233);--del:light-dark(#fdebeb,#2e1517);--del-g:light-dark(#f9d7d7,#451d21);--del-w:light-dark(#f9c9c9,#63262b);--t-kw:light-dark(#a1260d,#ff9e85);--t-str:light-dark(#0a5a2c,#86d9a0);--t-fn:light-dark(#5b3fb0,#c0b0ff);--t-num:light-dark(#0b5394,#86bff5);--t-com:light-dark(#666873,#8f929d);--t-type:light-dark(#7a4b00,#e8be78);--ui:Inter,"Inter Variable",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--mono:"JetBrains Mono","JetBrains Mono Variable",ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}`;

const FRAME = `*{box-sizing:border-box}html{font-size:16px;-webkit-text-size-adjust:100%;scroll-padding-top:16px}body{margin:0;background:var(--bg);color:var(--text);font:400 .875rem/1.5 var(--ui);-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;display:grid;grid-template:"header header" auto "contents thread" 1fr "footer footer" auto/268px minmax(0,1fr)}
a{color:inherit;text-decoration:none}pre,code{font-family:var(--mono);font-variant-ligatures:none;font-feature-settings:"calt" 0}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
body>header{grid-area:header;padding:18px 26px 14px;border-bottom:1px solid var(--line);min-width:0}h1{font-size:1.0625rem;font-weight:620;letter-spacing:-.012em;margin:0 0 6px;overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.facts{display:flex;gap:4px 16px;flex-wrap:wrap;margin:0;font-size:.75rem;color:var(--text-3)}.facts div{display:flex;gap:5px;min-width:0}.facts dt{color:var(--text-3)}.facts dd{margin:0;color:var(--text-2);font-weight:500;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}.facts .path dd{font:11.5px/1.6 var(--mono)}
nav{grid-area:contents;position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:18px 12px;font-size:.75rem;border-right:1px solid var(--line);min-height:100%}nav h2{font-size:.6875rem;font-weight:600;color:var(--text-3);margin:0 8px 6px}nav ol{list-style:none;margin:0;padding:0}nav a{display:grid;grid-template-columns:22px minmax(0,1fr);gap:6px;padding:6px 8px;border-radius:7px;line-height:1.35;color:var(--text)}nav a:hover{background:var(--accent-soft);color:var(--accent)}nav a span{color:var(--text-3);font-variant-numeric:tabular-nums}nav a b,nav a strong{font-weight:500;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}nav p{margin:6px 8px;color:var(--text-3)}
main{grid-area:thread;min-width:0;padding:22px 26px 60px}.page-end{grid-area:footer;border-top:1px solid var(--line);padding:14px 26px 22px;font-size:.75rem;color:var(--text-3)}.page-end h2{font-size:.75rem;color:var(--text-2);margin:0 0 6px}.page-end ul{margin:0 0 12px;padding-left:18px}.page-end li{overflow-wrap:anywhere}`;

const ROWS = `.turn{content-visibility:auto;contain-intrinsic-size:auto 2400px}.row{position:relative;max-width:836px;margin:0 auto;padding:0 0 18px 36px;content-visibility:auto;contain-intrinsic-size:auto 140px}.row::before{content:"";position:absolute;left:11px;top:0;bottom:0;width:2px;background:var(--line-2)}.row::after{content:"";position:absolute;left:0;top:0;width:24px;height:24px;border-radius:50%;background:linear-gradient(var(--kind),var(--kind)) center/13px 13px no-repeat,var(--bg);border:1.5px solid var(--line-2)}
.row>.top::before{content:"";position:absolute;left:0;top:0;width:24px;height:24px;border-radius:50%;background:var(--bg);border:1.5px solid var(--line-2);z-index:1}.row.prompt>.top::before{border-color:var(--kind)}.row::after{z-index:2;border:0;background:var(--kind);mask:var(--icon) center/13px 13px no-repeat;border-radius:0}.row:target>.top::before{border-color:var(--accent);box-shadow:0 0 0 3px var(--accent-soft)}
.top{display:flex;align-items:center;gap:8px;min-height:24px;font-size:.75rem;color:var(--text-3);min-width:0}.top strong{font-weight:600;color:var(--text);white-space:nowrap}.top .time{margin-left:auto;font-variant-numeric:tabular-nums;white-space:nowrap}.top .time:hover{color:var(--accent)}.path{font:11.5px/1.6 var(--mono);color:var(--text-2);overflow-wrap:anywhere;min-width:0}.fact{font-variant-numeric:tabular-nums;white-space:nowrap}.tag{font-size:.6875rem;line-height:18px;padding:0 6px;border-radius:4px;background:var(--sunken);color:var(--text-2);white-space:nowrap}.tag.bad{background:var(--bad-soft);color:var(--bad)}.tag.warn{background:var(--warn-soft);color:var(--warn)}.plus{color:var(--ok)}.minus{color:var(--bad)}
.reasoning>.top,.context>.top{position:absolute;right:0;top:0;left:0;pointer-events:none}.reasoning>.top .time,.context>.top .time{pointer-events:auto}.reasoning>.fold>summary,.context>.fold>summary{padding-right:76px}
.box{border:1px solid var(--line);border-radius:7px;background:var(--surface);overflow:hidden;margin-top:5px}.box>:empty{display:none}.command-line{display:flex;gap:12px;align-items:flex-start;padding:7px 12px}.command-line .more{flex:1}.line{margin:0;font:12.5px/1.6 var(--mono);color:var(--text);white-space:pre-wrap;overflow-wrap:anywhere;min-width:0;flex:1}.command-line a{color:var(--web);font:12.5px/1.6 var(--mono);overflow-wrap:anywhere;text-decoration:underline;text-underline-offset:2px}.place{font:11px/1.9 var(--mono);color:var(--text-3)}
.output{margin:0;padding:9px 12px;font-size:12px;line-height:1.6;overflow-x:auto;color:var(--text-2);background:var(--sunken)}.command-line+.output,.pairs+.output,.diff+.output,.more+.output{border-top:1px solid var(--line)}.more>summary{cursor:pointer;list-style:none;text-align:center;padding:5px;font-size:.75rem;color:var(--text-2);border-top:1px solid var(--line)}.more:first-child>summary{border-top:0}.more>summary::-webkit-details-marker,.fold>summary::-webkit-details-marker{display:none}.more>summary:hover{color:var(--accent)}.more[open]>summary{color:var(--text-3)}.more[open]>:last-child{border-top:1px solid var(--line)}
.fold>summary{list-style:none;cursor:pointer;display:flex;align-items:center;gap:8px;min-height:24px;font-size:.8125rem;color:var(--text-2);min-width:0}.fold>summary::before{content:"";width:6px;height:6px;border:solid var(--text-3);border-width:0 1.6px 1.6px 0;rotate:-45deg;flex:none;margin-left:3px}.fold[open]>summary::before{rotate:45deg}.words{color:var(--text-3);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0}.fold[open]>summary>.words{visibility:hidden}.reasoning .prose{color:var(--text-2);font-size:.875rem;padding-top:4px}.name:empty{display:none}
.inner{padding:7px 12px}.inner>.prose{max-width:none;font-size:.875rem}.bubble{background:var(--accent-soft);border-radius:11px;padding:10px 16px 8px;margin-top:4px}.prose.bubble{max-width:none;overflow-wrap:anywhere}.plain{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8125rem;color:var(--text-2)}.bubble .plain{color:inherit;font-size:inherit}
.problem{border:1px solid color-mix(in srgb,var(--warn) 35%,transparent);background:var(--warn-soft);border-radius:7px;padding:9px 12px;margin-top:5px;font-size:.8125rem;white-space:pre-wrap;overflow-wrap:anywhere}.divider .problem{border:0;background:none;padding:0 0 0 2px;margin:0;color:var(--text-3)}
.steps{list-style:none;margin:0;padding:9px 12px;font-size:.8125rem}.steps li{display:flex;gap:9px;padding:2.5px 0}.steps .completed{color:var(--text-3)}.tick{width:15px;height:15px;border-radius:4px;border:1.5px solid var(--line-2);flex:none;margin-top:2.5px;display:grid;place-items:center;font:700 10px/1 var(--ui)}.completed .tick{background:var(--plan);border-color:var(--plan);color:var(--surface)}.in_progress .tick{border-color:var(--plan);background:linear-gradient(90deg,var(--plan) 50%,transparent 50%)}.step{overflow-wrap:anywhere;min-width:0}
.pairs{display:grid;grid-template-columns:minmax(72px,max-content) minmax(0,1fr);font-size:12px;padding:8px 12px;gap:3px 14px;margin:0}.pairs dt{color:var(--text-3);max-width:160px;overflow-wrap:anywhere}.pairs dd{margin:0;font-family:var(--mono);white-space:pre-wrap;overflow-wrap:anywhere}
.row img{display:block;max-width:100%;max-height:480px;border:1px solid var(--line);border-radius:7px;margin-top:6px}.remote-image{color:var(--text-3);font-size:.8125rem;margin:5px 0 0;overflow-wrap:anywhere}
.agent-thread{max-width:836px;margin:-8px auto 18px;padding-left:36px;position:relative}.agent-thread::before{content:"";position:absolute;left:11px;top:0;bottom:-18px;width:2px;background:var(--line-2)}.agent-thread>summary{cursor:pointer;font-size:.75rem;color:var(--agent);padding:2px 0 10px}.agent-thread>.row{margin-left:0}`;

const PROSE = `.prose{font-size:.9375rem;line-height:1.62;max-width:68ch;overflow-wrap:anywhere}.prose p{margin:.35em 0 .7em}.prose ul,.prose ol{margin:.3em 0 .8em;padding-left:1.35em}.prose li{margin:.18em 0}.prose li>p{margin:.2em 0}.prose code{font-size:.86em;background:var(--sunken);border:1px solid var(--line);border-radius:4px;padding:.08em .34em}.bubble code{background:color-mix(in srgb,var(--surface) 60%,transparent);border-color:transparent}.prose a{color:var(--accent);text-decoration:underline;text-underline-offset:2px;text-decoration-thickness:1px}.prose small,.target{color:var(--text-3);font-size:.8em}.prose h3,.prose h4,.prose h5,.prose h6{font-size:1em;font-weight:620;letter-spacing:-.006em;margin:1.1em 0 .4em}.prose h3{font-size:1.06em}.prose>:first-child{margin-top:.1em}.prose>:last-child{margin-bottom:.2em}.prose blockquote{margin:.4em 0 .8em;padding-left:12px;border-left:2px solid var(--line-2);color:var(--text-2)}.prose hr{border:0;border-top:1px solid var(--line-2);margin:1em 0}.prose table{border-collapse:collapse;font-size:.8125rem;margin:.4em 0 1em;display:block;overflow-x:auto}.prose th,.prose td{border-bottom:1px solid var(--line);padding:5px 14px 5px 0;text-align:left;vertical-align:top}.prose th{font-weight:600;color:var(--text-2)}.prose .right{text-align:right}.prose .center{text-align:center}
.code{position:relative;margin:.5em 0 .9em;padding:10px 12px;font-size:12.5px;line-height:1.6;overflow-x:auto;background:var(--sunken);border:1px solid var(--line);border-radius:7px;max-width:100%}.code[data-language]::before{content:attr(data-language);display:block;font:11px/1 var(--ui);color:var(--text-3);margin-bottom:7px}
.diff{width:100%;border-collapse:collapse;font:12px/1.65 var(--mono);font-variant-ligatures:none;font-feature-settings:"calt" 0;display:block;overflow-x:auto}.diff tbody{display:table;min-width:100%}.diff td{padding:0 8px;white-space:pre}.diff td:last-child{width:100%}.diff td.number{min-width:42px;padding:0 8px 0 4px;text-align:right;color:var(--text-3);user-select:none;font-size:11px}.sign{user-select:none}.add td{background:var(--add)}.add td.number{background:var(--add-g)}.delete td{background:var(--del)}.delete td.number{background:var(--del-g)}.hunk td{background:var(--sunken);color:var(--text-3);font-size:11px;line-height:2.1}mark{color:inherit;border-radius:2px}.add mark{background:var(--add-w)}.delete mark{background:var(--del-w)}mark .comment{color:var(--text-2)}
.keyword{color:var(--t-kw)}.string{color:var(--t-str)}.function{color:var(--t-fn)}.number{color:var(--t-num)}.comment{color:var(--t-com)}.type{color:var(--t-type)}
.bold{font-weight:600;color:var(--text)}.dim{color:var(--text-3)}.italic{font-style:italic}.underlined{text-decoration:underline}.struck{text-decoration:line-through}`;

/** The 16 terminal colours as colours of the page: dark text of a light theme must be readable on a dark one. */
const ANSI = [
  ...['--text', '--bad', '--ok', '--warn', '--web', '--mcp', '--file', '--text-2'],
  ...['--text-3', '--bad', '--ok', '--plan', '--web', '--mcp', '--file', '--text'],
];

const SMALL = `@media (max-width:900px){body{grid-template:"header" auto "contents" auto "thread" 1fr "footer" auto/minmax(0,1fr)}nav{position:static;max-height:30vh;min-height:0;border-right:0;border-bottom:1px solid var(--line);padding:10px 8px}body>header{padding:14px}main{padding:18px 14px 40px}.page-end{padding:14px}.top{flex-wrap:wrap;gap:2px 8px}}
@media print{:root{color-scheme:light}body{display:block;font-size:10pt}nav{position:static;max-height:none;border:0;break-after:page}.turn,.row{content-visibility:visible;max-width:none;break-inside:auto}.top{break-after:avoid}.output,.code,.diff td{white-space:pre-wrap;overflow-wrap:anywhere}.box,.bubble{border:1px solid var(--line-2)}.row::after,.tick,.add td,.delete td{print-color-adjust:exact}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}`;

function kindRules(): string {
  return KINDS.map(([kind, colour, paths]) => `.row.${kind}{--kind:var(${colour});--icon:${icon(paths)}}`).join('');
}

function ansiRules(): string {
  return ANSI.map(
    (colour, index) =>
      `.f${index}{color:var(${colour})}.b${index}{background:color-mix(in srgb,var(${colour}) 22%,transparent)}`,
  ).join('');
}

/** The page's whole style. Its hash is in the page's policy, so a change needs a new hash: a test tells it. */
export const STYLE = [TOKENS, FRAME, ROWS, PROSE, kindRules(), ansiRules(), SMALL].join('\n');
export const STYLE_HASH = 'sha256-tNo4EjuMPMMmtvy3pw8iawErLmSDpcAEVjM4oI5azlY=';
