import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createEventReader, createMessageBuilder, createThread } from './src/index.ts';
import { agentStores, listSessions, openSession } from './src/machine/sessions/index.ts';
import { createAtifWriter } from './src/core/writers/atif/atif-writer.ts';
const { validate } = await import('/work/shared/standards/atif-validate.mjs');
const HOMES: Record<string, string[]> = { goose: ['.local/share/goose'], kimi: ['.kimi-code'], pi: ['.pi/agent'], kilo: ['', '.local/share/kilo'], cline: ['.cline','.cline/data'], qwen: ['.qwen'], copilot: ['.copilot'], opencode: [''] };
const [root, agent, filter = ''] = process.argv.slice(2);
const folder = join(root!, 'recordings', agent!);
const read = (bytes: Uint8Array) => { const r = createEventReader(); const outcomes = [...r.push(bytes), ...r.end()]; return { wire: r.wire, outcomes }; };
const ev = (o: any[]) => o.flatMap((x) => (x.ok ? x.events : []));
const odd = (os: any[]) => os.flatMap((o) => !o.ok ? [`${o.line} ${o.error.code}`] : [...o.problems.map((p: any) => `${o.line} ${p.code} ${p.message}`), ...o.events.filter((e: any) => e.type === 'unknown' || e.item?.type === 'unknown').map((e: any) => `${o.line} unknown ${JSON.stringify(e).slice(0, 200)}`)]);
const blocks = (events: any[]) => { const b = createMessageBuilder({}); for (const e of events) b.push(e); b.end(); return b.messages.flatMap((m: any) => m.role !== 'assistant' ? [] : m.content.flatMap((x: any) => x.type === 'text' ? [{ id: m.id, k: 'text', b: x.text }] : x.type === 'thinking' ? [{ id: m.id, k: 'thinking', b: x.thinking }] : x.type === 'tool_use' ? [{ id: x.id, k: 'tool', b: `${x.name} ${JSON.stringify(x.input)}`, r: (() => { const r = m.content.find((y: any) => y.type === 'tool_result' && y.tool_use_id === x.id); return r ? `${r.is_error} ${typeof r.content === 'string' ? r.content : JSON.stringify(r.content)}` : undefined; })() }] : [])); };
const usage = (events: any[]) => { const t = createThread(); for (const e of events) t.push(e); const u = t.usage; return u ? [u.input_tokens, u.cached_input_tokens, u.output_tokens, u.reasoning_output_tokens].join('/') : '-'; };
let total = 0, found = 0, idsame = 0, resdiff = 0;
const atif = (name: string, bytes: Uint8Array) => { const r = createEventReader(); const w = createAtifWriter({}); for (const o of [...r.push(bytes), ...r.end()]) w.push(o); const t = w.end().join(''); if (r.wire === 'unknown') return; const e = validate(JSON.parse(t)).errors; if (e.length) console.log('  ATIF', name, e[0]); const r2 = createEventReader(); const w2 = createAtifWriter({}); for (const o of [...r2.push(new TextEncoder().encode(t)), ...r2.end()]) w2.push(o); if (w2.end().join('') !== t) console.log('  ATIF not same', name); };
for (const name of globSync('*/*/meta.json', { cwd: folder }).map((p) => p.replace('/meta.json', '')).sort()) {
  if (!name.includes(filter)) continue;
  const dir = join(folder, name);
  const meta = JSON.parse(readFileSync(join(dir, 'meta.json'), 'utf8'));
  const copy = mkdtempSync(join(tmpdir(), 'held-'));
  const kept: any[] = []; const lines: string[] = [];
  try {
    const homes: string[] = [];
    HOMES[agent!]!.forEach((h, i) => { const from = join(dir, 'session', h); if (existsSync(from)) { const to = join(copy, String(i), basename(h) || 'opencode'); cpSync(from, to, { recursive: true, mode: 0 }); homes.push(to); } });
    const stores = agentStores.filter((s) => s.name === agent);
    const seen = new Set<string>();
    for (const s of homes.length ? await listSessions({ homes, agents: stores }) : []) {
      const chunks: Uint8Array[] = []; for await (const c of (await openSession({ path: s.path }, { homes, agents: stores })).chunks()) chunks.push(c);
      const bytes = Buffer.concat(chunks); const r = read(bytes); kept.push({ ...s, ...r }); atif(`${name} ${s.id}`, bytes);
      if (seen.has(s.id)) lines.push(`  TWICE ${s.id}`); seen.add(s.id);
      lines.push(`  kept ${s.id}${s.parentId ? ' < ' + s.parentId : ''} ${r.wire} status=${(s as any).status} "${s.title}" usage=${usage(ev(r.outcomes))} end=${ev(r.outcomes).findLast((e: any) => /^turn\.(c|f|a)/.test(e.type))?.type}`);
      for (const o of odd(r.outcomes)) lines.push(`    ODD ${o}`);
    }
    const all = kept.flatMap((k) => blocks(ev(k.outcomes)));
    for (const f of globSync('stdout*.{jsonl,json}', { cwd: dir }).sort()) {
      const bytes = readFileSync(join(dir, f)); if (!bytes.length) continue;
      const r = read(bytes); atif(`${name}/${f}`, bytes);
      const n = Number(/\.(\d+)\./.exec(f)?.[1] ?? 1) - 1;
      const ends = ev(r.outcomes).filter((e: any) => /^turn\.(c|f|a)/.test(e.type));
      lines.push(`  live ${f} ${r.wire} exit=${meta.runs?.[n]?.exit_code}${meta.runs?.[n]?.killed ? ' ' + meta.runs[n].killed : ''} usage=${usage(ev(r.outcomes))} end=${ends.map((e: any) => e.type + (e.error ? ': ' + String(e.error.message).slice(0, 60) : '')).join(',')}`);
      for (const o of odd(r.outcomes).slice(0, 5)) lines.push(`    ODD ${o}`);
      if (!kept.length || f.endsWith('.json') ) continue;
      for (const b of blocks(ev(r.outcomes))) { total++; const t = all.filter((o) => o.k === b.k && o.b === b.b); const s = t.find((o) => o.id === b.id) ?? t[0]; if (!s) { lines.push(`    MISSING ${b.k} ${b.id} ${b.b.slice(0, 120)}`); continue; } found++; if (s.id === b.id) idsame++; if (b.r !== undefined && s.r !== b.r) { resdiff++; lines.push(`    RESULT ${b.id} live ${b.r?.slice(0, 80)} | kept ${s.r?.slice(0, 80)}`); } }
    }
  } catch (e) { lines.push('  THREW ' + (e as Error).stack); } finally { rmSync(copy, { recursive: true, force: true }); }
  console.log(name, `http=${meta.http_requests}`); for (const l of lines) console.log(JSON.stringify(l).slice(1, -1));
}
console.log({ total, found, share: (found / total).toFixed(3), idsame, resdiff });
