import type { NdjsonEvent } from '../../ndjson/ndjson-event.ts';
import { createNdjsonMapper } from '../../ndjson/ndjson-mapper.ts';
import { unknownKind } from '../../thread/unknown-kind.ts';
import type { ConvertTarget, TargetContext } from './targets.ts';

/** Normalised NDJSON, the same whichever agent wrote the thread. Bad lines and unknown kinds are told on stderr. */
export function createNdjsonTarget({ options, writeLine, problems }: TargetContext): ConvertTarget {
  const mapper = createNdjsonMapper({ all: options.all, firstTurn: options.firstTurn, geminiModel: true });

  function writeAll(values: readonly NdjsonEvent[], line: number): void {
    for (const value of values) {
      if (!writeLine(value)) problems.add(line, { code: 'too-deep', message: `${value.type} is nested too deeply` });
    }
  }

  return {
    write(outcome) {
      problems.addOutcome(outcome);
      if (!outcome.ok) return;
      for (const event of outcome.events) {
        const kind = unknownKind(event);
        if (kind) problems.add(outcome.line, { code: kind.code, message: `no line stands for the kind ${kind.name}` });
        else writeAll(mapper.push(event), outcome.line);
      }
    },
    end() {
      writeAll(mapper.end(), 0);
    },
  };
}
