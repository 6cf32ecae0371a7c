import type { TokenCounts } from '../../usage/token-counts.ts';

/** A bar of the waterfall: a turn, a request of it, a call that the request made, or a wait for the person. */
export interface TimeNode {
  /** `t1`: a turn; `r4`: a request; `m3`: work of the model that no request counts; `c12`: the call of row 12; `w2`: a wait. */
  id: string;
  parent?: string;
  /** The row of the page that it begins with; absent for a wait. */
  row?: number;
  /** The line of the file that tells of it. */
  line?: number;
  kind: 'turn' | 'model' | 'you' | 'command' | 'change' | 'plan' | 'mcp' | 'tool' | 'web' | 'agent';
  name: string;
  /** Milliseconds since the session began; absent where no line tells the time. */
  from?: number;
  to?: number;
  /** The tokens of a request, and the sum of those of a turn. */
  usage?: TokenCounts & { total: number };
  /** Absent where nothing could be priced. */
  costUsd?: number;
  model?: string;
  status?: string;
  /** The session of a sub-agent. */
  child?: string;
  /** 1 and more: it ran beside another one. */
  lane?: number;
  /** Without it the turn would have been shorter. */
  critical?: true;
}
