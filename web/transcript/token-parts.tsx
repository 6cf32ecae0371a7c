import type { ApiUsage } from '../../src/doors/server/api-types.ts';
import { tokenParts } from '../charts/token-parts.ts';
import { formatCount } from '../format/figures.ts';

/** Tokens by what they were for: a bar, and a line for each part. */
export function TokenParts({ usage }: { usage: ApiUsage }) {
  return (
    <>
      <div className="stacked-line">
        {tokenParts.map(({ name, colour, of }) => (
          <i key={name} style={{ flex: Math.max(0, of(usage)), background: colour }} />
        ))}
      </div>
      <div className="legend">
        {tokenParts.map(({ name, colour, of }) => (
          <LegendLine key={name} name={name} tokens={of(usage)} colour={colour} />
        ))}
      </div>
    </>
  );
}

function LegendLine({ name, tokens, colour }: { name: string; tokens: number; colour: string }) {
  return (
    <>
      <i style={{ background: colour }} />
      <span>{name}</span>
      <span>{formatCount(Math.max(0, tokens))}</span>
    </>
  );
}
