import type { RowParts } from '../../../core/writers/rows/row-blocks.ts';

/** The images of a thread, by the names that its rows have for them. */
export interface KeptImages extends RowParts {
  /** The image's data as base64 text. */
  dataOf(name: string): string | undefined;
}

/** Rows with their texts whole, and images that stay beside them. */
export function keepImages(): KeptImages {
  const nameOf = new Map<string, string>();
  const dataOf = new Map<string, string>();
  return {
    cut: (text) => ({ text }),
    imageName(base64) {
      const known = nameOf.get(base64);
      if (known !== undefined) return known;
      const name = `image-${nameOf.size + 1}`;
      nameOf.set(base64, name);
      dataOf.set(name, base64);
      return name;
    },
    dataOf: (name) => dataOf.get(name),
  };
}
