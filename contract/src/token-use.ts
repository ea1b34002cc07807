import type { Endpoint } from './endpoint.ts';

/** Why a call can never be open to tokens, whatever it declares; null where it can. Pages have no use for it. */
export function closedToTokens({ access, stepUp, navigation }: Endpoint): string | null {
  if (access === 'public') return 'it is open to everybody';
  if (stepUp !== false) return 'it asks who is there, which a token cannot prove';
  return navigation ? 'a browser goes there' : null;
}
