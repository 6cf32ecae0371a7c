import { isObject, type JsonObject } from '../lines/json.ts';
import { type CodexHead, codexHead, codexHeadOf } from './codex-heads.ts';
import { createCodexHistory } from './codex-history.ts';
import { type CodexTotal, createCodexTotal } from './codex-total.ts';
import { contentStart, type RecordDecoder } from './decode-record.ts';
import { codexCounts, isNothing, type TokenCounts, textField, tierName, timeField } from './token-counts.ts';
import type { FoldContext, UsageFold } from './usage-fold.ts';

/**
 * Reads what a Codex session file used. Of its lines only those are decoded that tell: where the thread begins, which
 * turn and model it is, what was counted. Bare files (up to 0.31) count nothing, and are left after their first lines.
 */
export function createCodexFold(context: FoldContext, decoder: RecordDecoder): UsageFold {
  const history = createCodexHistory();
  const total: CodexTotal = createCodexTotal();
  let project: string | undefined;
  let model: string | undefined;
  let tier: string | undefined;
  let hasRecords = false;
  let marksTurns = false;
  let longHead: CodexHead = 'other';

  function add(counts: TokenCounts, record: JsonObject, line: number, responseId: string | undefined): void {
    context.add(
      {
        agent: 'codex',
        threadId: history.threadId,
        key: responseId ?? `L${line}`,
        at: timeField(record),
        model,
        tier,
        project,
        ...counts,
        source: context.path,
        line,
      },
      responseId,
    );
  }

  function takeMeta(payload: JsonObject, record: JsonObject): void {
    const isOwn = history.begin(payload);
    if (!isOwn) return;
    project = textField(payload, 'cwd') ?? project;
    if (isObject(payload.history_base)) total.continueOther();
    context.beginThread({
      isReview: isReviewSource(payload.source),
      startedAt: timeField(payload) || timeField(record),
    });
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

  function takeCount(payload: JsonObject, record: JsonObject, line: number): void {
    // Where responses are recorded one by one, the counts only repeat them.
    if (hasRecords) return;
    const used = total.next(payload);
    if (used && !history.isInherited) add(used, record, line, undefined);
  }

  function takeResponse(payload: JsonObject, record: JsonObject, line: number): void {
    const threadId = textField(payload, 'thread_id');
    if (threadId === undefined ? history.isInherited : threadId !== history.threadId) return;
    if (history.isHandedOver) return;
    hasRecords = true;
    const used = codexCounts(payload.usage);
    if (used && !isNothing(used)) add(used, record, line, textField(payload, 'response_id'));
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
        return takeCount(payload, record, line);
      case 'token_usage_record':
        return takeResponse(payload, record, line);
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
    line(bytes, start, end, number) {
      const begin = contentStart(bytes, start, end);
      const head = codexHead(bytes, begin, end);
      if (head === 'other' || (head === 'token_count' && hasRecords)) return;
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

function isReviewSource(source: unknown): boolean {
  return isObject(source) && source.subagent === 'review';
}
