/** The pairs of letters that words are made of: nine tenths of those in texts about programs, a quarter of all. */
const COMMON =
  'inerreonthstteendeorheesngnttiatarcotredrisendanleroalionsexpemeecitranertceunompocteaetliprfincpaisactatymaveefllamgechodsiadnolacaurssicypimhaasmpilbeidolxpttumutopuefolovaoutshiusemulhtclnuelmirstodiplnafaluxtrrsootmbdogilywitpieptoopsspagdsapbofrkesuigocckowhofububltuaievayrnbafeepnlubabrumodaltobvioiryrfcrwhsaqunilsoviv';

const LETTERS = 26;
const isCommon = commonTable();

function commonTable(): Uint8Array {
  const table = new Uint8Array(LETTERS * LETTERS);
  for (let at = 0; at < COMMON.length; at += 2) table[pairIndex(COMMON.charCodeAt(at), COMMON.charCodeAt(at + 1))] = 1;
  return table;
}

function pairIndex(first: number, second: number): number {
  return (first - 0x61) * LETTERS + (second - 0x61);
}

/** The share of neighbours in a text that are a common pair of letters: high in words, low in what was made by chance. */
export function commonPairs(text: string): number {
  let common = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) | 0x20;
    const isLetter = code >= 0x61 && code <= 0x7a && text.charCodeAt(at) >= 0x41;
    if (isLetter && before !== 0 && isCommon[pairIndex(before, code)] === 1) common += 1;
    before = isLetter ? code : 0;
  }
  return text.length < 2 ? 1 : common / (text.length - 1);
}
