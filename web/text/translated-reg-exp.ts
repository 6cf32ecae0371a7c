/** What patterns of grammars have and JavaScript has no notation for. */
export interface TranslatedOptions {
  /** Groups that the translation added: nobody may see them. */
  hiddenCaptures?: number[];
  /** The group that takes over what later ones matched, and these: of a repeated part the translation made copies. */
  transfers?: [to: number, from: number[]][];
  /** The text is searched as if it began where the search does. */
  strategy?: 'clip_search';
}

/** A pattern of a grammar that needs more than its translation. Of what it finds only the places are right: nobody asks for the texts. */
export class TranslatedRegExp extends RegExp {
  /** The scanner keeps no search whose result depends on where it began: it looks at the strategy. */
  readonly rawOptions: TranslatedOptions;
  private readonly hidden: ReadonlySet<number>;
  private readonly receivers: readonly (readonly [group: number, to: number])[];

  constructor(pattern: string, flags: string, options: TranslatedOptions) {
    super(pattern, flags);
    this.rawOptions = options;
    this.hidden = new Set(options.hiddenCaptures);
    const receivers = options.transfers?.flatMap(([to, from]) => from.map((group) => [group, to] as const)) ?? [];
    // Of two that matched, the later one counts.
    this.receivers = receivers.sort(([one], [other]) => one - other);
  }

  override exec(text: string): RegExpExecArray | null {
    const offset = this.rawOptions.strategy === undefined ? 0 : this.lastIndex;
    this.lastIndex -= offset;
    const found = super.exec(offset === 0 ? text : text.slice(offset));
    if (!found?.indices) return found;
    this.lastIndex += offset;
    found.index += offset;
    found.indices = this.placesOf(found.indices, offset);
    return found;
  }

  private placesOf(indices: RegExpIndicesArray, offset: number): RegExpIndicesArray {
    // A group that did not match is undefined, whatever its type says.
    const moved = indices.map((place) => place && ([place[0] + offset, place[1] + offset] as [number, number]));
    const numbers = [...moved.keys()].filter((group) => !this.hidden.has(group));
    const places = numbers.map((group) => moved[group]) as RegExpIndicesArray;
    for (const [group, receiver] of this.receivers) {
      const place = moved[group];
      if (place) places[numbers.indexOf(receiver)] = place;
    }
    return places;
  }
}
