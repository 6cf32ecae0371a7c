import { amount } from '../../../core/text/amount.ts';
import type { AskedTeam } from '../../../fleet/team/ask-me.ts';

/** A team server, as one of its readers may know it. What waits, lag and disk it tells operators alone. */
export interface TeamHealth extends AskedTeam {
  /** `https://team.example`. */
  origin: string;
}

export function teamLines({ me, origin, clockSkewSeconds }: TeamHealth, most: number): string[] {
  const who = me.person ? `logged in as ${me.person.name ?? me.person.sub}` : 'a token of a program';
  return [
    `${origin}, threadline ${me.version ?? 'of a version that it does not tell'}, ${who}, ${amount(me.teams.length, 'team')}, for ${me.scopes.join(', ')}, until ${me.expires_at}`,
    ...(clockSkewSeconds !== undefined && Math.abs(clockSkewSeconds) > most
      ? [`its clock and this machine's differ by ${Math.abs(clockSkewSeconds)} s`]
      : []),
    'what waits to be folded, its lag and its disk are for operators: doctor with postgres://, or /metrics',
  ];
}

/** Safe to share: no name and no address. */
export function teamJson({ me, clockSkewSeconds }: TeamHealth): object {
  return {
    state: 'present',
    kind: 'team',
    threadline: me.version ?? null,
    scopes: me.scopes,
    expires_at: me.expires_at,
    clock_skew_seconds: clockSkewSeconds ?? null,
  };
}
