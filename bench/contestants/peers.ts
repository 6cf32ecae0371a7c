import { createReadStream } from 'node:fs';
import readline from 'node:readline';
import split2 from 'split2';

/** As `@openai/codex-sdk` 0.166 does it: readline in one async generator, JSON.parse in another. */
export async function sdkLoop(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const path of paths) {
    for await (const _event of sdkEvents(path)) lines += 1;
  }
  return lines;
}

async function* sdkEvents(path: string): AsyncGenerator<unknown> {
  for await (const line of sdkLines(path)) {
    try {
      yield JSON.parse(line);
    } catch (error) {
      throw new Error(`Failed to parse item: ${line}`, { cause: error });
    }
  }
}

async function* sdkLines(path: string): AsyncGenerator<string> {
  const lines = readline.createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) yield line;
  } finally {
    lines.close();
  }
}

export async function split2Loop(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const path of paths) {
    for await (const _value of createReadStream(path).pipe(split2(JSON.parse))) lines += 1;
  }
  return lines;
}
