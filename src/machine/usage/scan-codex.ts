import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { type CodexCounts, createCodexCounts } from './codex-counts.ts';
import { type CodexHead, codexHead, codexHeadOf } from './codex-heads.ts';
import { createCodexHistory } from './codex-history.ts';
import { type CodexTotal, createCodexTotal, type RateLimits } from './codex-total.ts';
import { contentStart, type RecordDecoder } from './decode-record.ts';
import { countsOfUsage, isNothing, type TokenCounts, textField, tierName, timeField } from './token-counts.ts';
import type { FoldContext, UsageFold } from './usage-fold.ts';

/** Shared by all files: it holds the counts of one line, which are taken before anything else can run. */
const quick: CodexCounts = createCodexCounts();

/** Usage of a Codex file, from the few lines that hold it. Bare files (up to 0.31) count nothing and are left early. */
export function createCodexFold(context: FoldContext, decoder: RecordDecoder): UsageFold {
  const history = createCodexHistory();
  const total: CodexTotal = createCodexTotal();
  let project: string | undefined;
  let model: string | undefined;
  let tier: string | undefined;
  let hasRecords = false;
  let marksTurns = false;
  let longHead: CodexHead = 'other';

  function add(counts: TokenCounts, at: number, line: number, responseId: string | undefined): void {
    const { threadId } = history;
    const source = context.path;
    const key = responseId ?? `L${line}`;
    context.add({ agent: 'codex', threadId, key, at, model, tier, project, ...counts, source, line }, responseId);
  }

  function takeMeta(payload: JsonObject, record: JsonObject): void {
    const isOwn = history.begin(payload);
    if (!isOwn) return;
    project = textField(payload, 'cwd') ?? project;
    if (isObject(payload.history_base)) total.continueOther();
    const isReview = isObject(payload.source) && payload.source.subagent === 'review';
    context.beginThread(isReview, timeField(payload) || timeField(record));
  }

  function takeTurn(payload: JsonObject, isContext: boolean): void {
    history.beginTurn(textField(payload, 'turn_id'));
    if (!isContext) marksTurns = true;
    if (!isContext || !marksTurns) total.beginTurn();
    if (!isContext || history.isInherited) return;
    model = textField(payload, 'model') ?? model;
    project = textField(payload, 'cwd') ?? project;
    if (payload.service_tier !== undefined) tier = tierName(payload.service_tier);
  }

  function takeCount({ info, rate_limits }: JsonObject, at: number, line: number) {
    if (!isObject(info)) return total.noTotal();
    const last = countsOfUsage(info.last_token_usage);
    const used = total.next(countsOfUsage(info.total_token_usage), last, limitsOf(rate_limits));
    if (used && !history.isInherited) add(used, at, line, undefined);
  }

  function takeResponse(
    threadId: string | undefined,
    responseId: string | undefined,
    used: TokenCounts,
    at: number,
    line: number,
  ) {
    if (threadId === undefined ? history.isInherited : threadId !== history.threadId) return;
    if (history.isHandedOver) return;
    hasRecords = true;
    if (!isNothing(used)) add(used, at, line, responseId);
  }

  function takeRecorded(payload: JsonObject, at: number, line: number): void {
    const used = countsOfUsage(payload.usage);
    if (used) takeResponse(textField(payload, 'thread_id'), textField(payload, 'response_id'), used, at, line);
  }

  /** True if the line was one of the two most frequent, in the usual form. */
  function takeQuickly(head: CodexHead, bytes: Buffer, start: number, end: number, line: number): boolean {
    if (head === 'token_count' && quick.readCount(bytes, start, end)) {
      history.at(undefined, quick.at);
      const used = total.next(quick.total, quick.last, quick.rateLimits);
      if (used && !history.isInherited) add(used, quick.at, line, undefined);
      return true;
    }
    if (head !== 'token_usage_record' || !quick.readResponse(bytes, start, end)) return false;
    history.at(undefined, quick.at);
    takeResponse(quick.threadId || undefined, quick.responseId || undefined, quick.last, quick.at, line);
    return true;
  }

  function take(head: CodexHead, record: JsonObject, line: number) {
    const payload = record.payload;
    if (!isObject(payload)) return;
    history.at(record.ordinal, timeField(record));
    switch (head) {
      case 'session_meta':
        return takeMeta(payload, record);
      case 'turn_context':
        return takeTurn(payload, true);
      case 'task_started':
        return takeTurn(payload, false);
      case 'token_count':
        return hasRecords ? undefined : takeCount(payload, timeField(record), line);
      case 'token_usage_record':
        return takeRecorded(payload, timeField(record), line);
      case 'entered_review_mode':
        total.enterReview();
        return context.enterReview(timeField(record));
      case 'exited_review_mode':
        total.exitReview();
        return context.exitReview(timeField(record));
      case 'thread_settings_applied':
        if (isObject(payload.thread_settings)) tier = tierName(payload.thread_settings.service_tier);
    }
  }

  function takeRecord(head: CodexHead, record: JsonObject | undefined, line: number) {
    if (!record) return head === 'odd' ? undefined : context.badLine(line);
    const known = head === 'odd' ? codexHeadOf(record.type, isObject(record.payload) && record.payload.type) : head;
    if (known !== 'other') take(known, record, line);
  }

  return {
    begin() {
      history.reset();
      total.reset();
      project = undefined;
      model = undefined;
      tier = undefined;
      hasRecords = false;
      marksTurns = false;
    },
    line(bytes, start, end, number) {
      const begin = contentStart(bytes, start, end);
      const head = codexHead(bytes, begin, end);
      if (head === 'other' || (head === 'token_count' && hasRecords)) return;
      if (!history.needsOrdinals && takeQuickly(head, bytes, begin, end, number)) return;
      takeRecord(head, decoder.decode(bytes, begin, end), number);
    },
    beginLong(bytes, end) {
      longHead = codexHead(bytes, contentStart(bytes, 0, end), end);
      // A line of megabytes that Codex did not write counts nothing.
      return longHead !== 'other' && longHead !== 'odd';
    },
    longPart: decoder.part,
    endLong(number) {
      takeRecord(longHead, decoder.finish(), number);
    },
    end() {},
  };
}

function limitsOf(value: unknown): RateLimits {
  if (value === undefined) return 'none';
  return isObject(value) && 'primary_used_percent' in value ? 'flat' : 'some';
}
