import { clientErrors } from './client-errors.ts';
import type { EntraError } from './entra-errors.ts';
import type { ReadToken } from './json-web-token.ts';

/** How far clocks may be apart. */
const skewMs = 5 * 60_000;

/** When the assertion holds; refused outside of it, and where it does not say. */
export function assertionTimeError({ claims }: ReadToken, now: Date): EntraError | null {
  const seconds = (value: unknown) => (typeof value === 'number' ? value * 1000 : 0);
  const [from, until] = [new Date(seconds(claims.nbf)), new Date(seconds(claims.exp))];
  const isIn = from.getTime() - skewMs <= now.getTime() && now.getTime() < until.getTime();
  return isIn ? null : clientErrors.assertionTime(now, from, until);
}
