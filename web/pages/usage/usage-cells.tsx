import type { ApiUsage } from '../../../src/doors/server/api-types.ts';
import { formatCost } from '../../format/figures.ts';

type Used = Pick<ApiUsage, 'cached' | 'input' | 'output' | 'costUsd'>;

/** Cached input, the rest of the input, output and cost: four cells of a row, each with its bare number for programs. */
export function UsageCells({ usage, format }: { usage: Used; format: (tokens: number) => string }) {
  const { cached, input, output, costUsd } = usage;
  const fresh = Math.max(0, input - cached);
  return (
    <>
      <td className="optional" data-figure="cached" data-value={cached}>
        {format(cached)}
      </td>
      <td data-figure="input" data-value={fresh}>
        {format(fresh)}
      </td>
      <td data-figure="output" data-value={output}>
        {format(output)}
      </td>
      <td data-figure="cost" data-value={costUsd ?? ''}>
        {formatCost(costUsd)}
      </td>
    </>
  );
}
