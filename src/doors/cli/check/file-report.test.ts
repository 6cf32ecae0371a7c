import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import { limits } from '../../../limits/index.ts';
import { FileReport, NameCounts } from '../../../machine/sessions/survey/file-report.ts';
import type { Output } from '../output.ts';
import { createStyle } from '../screen.ts';
import { createTextPrinter } from './report-printer.ts';

function reportOf(text: string | Uint8Array, path = 'file'): FileReport {
  const reader = createEventReader();
  const found = new FileReport(path, 20);
  for (const outcome of [...reader.push(text), ...reader.end()]) found.add(outcome);
  found.finish(reader.wire, reader.lines);
  return found;
}

function extraFieldsOf(...records: object[]): Record<string, number> {
  return reportOf(records.map((record) => `${JSON.stringify(record)}\n`).join('')).extraFields.toJSON();
}

describe('extra fields are counted at every level of the model', () => {
  it.each([
    [{ type: 'thread.started', thread_id: 't', x: 1 }, 'thread.started.x'],
    [{ type: 'turn.completed', usage: { input_tokens: 1, x: 1 } }, 'turn.completed.usage.x'],
    [{ type: 'turn.failed', error: { message: 'm', x: 1 } }, 'turn.failed.error.x'],
    [{ type: 'item.completed', x: 1, item: { id: 'a', type: 'reasoning', text: '' } }, 'item.completed.x'],
    [{ type: 'item.completed', item: { id: 'a', type: 'reasoning', text: '', x: 1 } }, 'item.reasoning.x'],
    [item({ type: 'file_change', changes: [{ path: 'p', kind: 'add', x: 1 }] }), 'item.file_change.changes.x'],
    [item({ type: 'mcp_tool_call', result: { content: [], x: 1 } }), 'item.mcp_tool_call.result.x'],
    [item({ type: 'mcp_tool_call', error: { message: 'm', x: 1 } }), 'item.mcp_tool_call.error.x'],
    [item({ type: 'web_search', query: '', action: { type: 'search', x: 1 } }), 'item.web_search.action.x'],
    [item({ type: 'todo_list', items: [{ text: 't', completed: true, x: 1 }] }), 'item.todo_list.items.x'],
  ])('%j', (record, name) => {
    expect(extraFieldsOf(record)).toEqual({ [name]: 1 });
    expect(extraFieldsOf(record, record)).toEqual({ [name]: 2 });
  });

  it('what a reader keeps of a call by itself is not one of them', () => {
    const kept = { call: 1, call_output: 1, patch: 1, command: 1, arguments: 1, output: 1 };
    const events = { type: 'item.completed', item: { id: 'a', type: 'reasoning', text: '', extra: { ...kept, x: 1 } } };
    const found = new FileReport('file', 0);
    // An event as a reader gives it.
    const event: ThreadEvent = JSON.parse(JSON.stringify(events));
    found.add({ ok: true, line: 1, offset: 0, problems: [], events: [event] });
    expect(found.extraFields.toJSON()).toEqual({ 'item.reasoning.x': 1 });
  });

  it('a field named extra in the data of a tool is not one of them', () => {
    const call = { type: 'mcp_tool_call', server: 's', tool: 't', arguments: { extra: { x: 1 } }, status: 'completed' };
    expect(extraFieldsOf(item(call))).toEqual({});
  });
});

function item(fields: object): object {
  return { type: 'item.completed', item: { id: 'a', ...fields } };
}

describe('names', () => {
  it('are counted together beyond the limit', () => {
    const counts = new NameCounts();
    for (let index = 0; index < limits.maxCountedNames + 5; index += 1) counts.add(`name ${index}`);
    counts.add('name 0');
    expect(counts.toJSON()).toMatchObject({ 'name 0': 2, '(other names)': 5 });
    expect(counts.size).toBe(limits.maxCountedNames + 1);
  });

  it('may be those of Object.prototype', () => {
    const counts = new NameCounts();
    for (const name of ['__proto__', 'constructor', '__proto__', 'toString']) counts.add(name);
    expect(JSON.stringify(counts)).toBe('{"__proto__":2,"constructor":1,"toString":1}');
  });
});

describe('what people see', () => {
  async function print(found: FileReport): Promise<string> {
    let text = '';
    const output: Output = {
      isTerminal: true,
      isFull: false,
      append(added) {
        text += added;
      },
      async flush() {},
      async write() {},
      commit() {},
      discard() {},
    };
    const printer = createTextPrinter(output, { columns: 80, style: createStyle(false) }, true);
    await printer.add(found);
    await printer.end();
    return text;
  }

  it('has no control characters, whatever stands in the file and in its name', async () => {
    const kind = fc.string({ unit: 'binary' });
    const record = fc
      .tuple(kind, kind, kind)
      .map(([one, two, three]) => JSON.stringify({ type: one, [two]: 1, item: { type: three, [one]: 2 } }));
    const known = fc
      .tuple(kind, kind)
      .map(([one, two]) => JSON.stringify({ type: 'thread.started', thread_id: one, cli_version: two, [one]: 1 }));
    const line = fc.oneof(
      record,
      known,
      kind,
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), kind, async (lines, path) => {
        const harmful = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;
        expect(await print(reportOf(lines.join('\n'), path))).not.toMatch(harmful);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not count an empty file among the unrecognised', async () => {
    const found = reportOf('\n\n');
    expect(found.isUnrecognised).toBe(false);
    expect(await print(found)).toMatch(/^1 file, 2 lines: 0 problems, 0 unknown kinds\n\n.*\nfile +- /);
  });
});
