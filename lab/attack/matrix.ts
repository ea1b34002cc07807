import type { Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { mayCall } from '../../api/src/http/caller.ts';
import { fittingCall } from '../../api/testing/fitting-calls.ts';
import type { Caller, Grounds } from './callers.ts';
import { type Answer, sendCall } from './send-call.ts';

/** What the contract promises for a call; null where the call is theirs to make. */
export type Refusal = { status: number; code: string } | null;
type Tried = {
  endpoint: Pick<Endpoint, 'name' | 'access' | 'client' | 'allTenants' | 'tenant' | 'changes' | 'download'>;
  caller: Pick<Caller, 'role' | 'sees' | 'isClient'>;
  /** The call names a tenant of somebody else. */
  isForeignTenant: boolean;
  isFromAnotherSite: boolean;
};

/** What has to be answered: who is it, may they, from where, which tenant, in this order (docs/architecture.md). */
export function refusalOf({ endpoint, caller, isForeignTenant, isFromAnotherSite }: Tried): Refusal {
  if (endpoint.access !== 'public') {
    if (caller.role === null) return { status: 401, code: 'NOT_SIGNED_IN' };
    if (caller.isClient && !endpoint.client) return { status: 403, code: 'FORBIDDEN' };
    if (!mayCall(caller.role, endpoint.access)) return { status: 403, code: 'FORBIDDEN' };
    if (endpoint.allTenants && caller.sees !== 'all') return { status: 403, code: 'FORBIDDEN' };
  }
  if (isFromAnotherSite && (endpoint.changes || endpoint.download)) return { status: 403, code: 'FOREIGN_ORIGIN' };
  const isTheirs = !isForeignTenant || caller.sees === 'all' || endpoint.tenant.from === 'none';
  return isTheirs ? null : { status: 404, code: 'TENANT_NOT_FOUND' };
}

/** What is wrong with an answer; null where it is as promised. @param secrets texts of a tenant that the caller does not see */
export function deviationOf(tried: Tried, { status, code, text }: Answer, secrets: readonly string[]): string | null {
  const refusal = refusalOf(tried);
  if (refusal !== null)
    return status === refusal.status && code === refusal.code
      ? null
      : `answered ${status} ${code ?? ''} instead of ${refusal.status} ${refusal.code}`;
  if (status >= 500) return `failed with ${status} ${code ?? ''}`;
  // A sign-in that proves nothing is refused as well, by words of its own.
  if (code === 'NOT_SIGNED_IN' && tried.endpoint.access !== 'public') return 'took a session for none';
  const leaked = secrets.find((secret) => text.includes(secret));
  return leaked === undefined ? null : `told of "${leaked}", which is not theirs to see`;
}

/** The call after which its session is none any more: it comes last, and once. */
const ending = 'auth-logout';
const inOrder = [...endpoints].sort((a, b) => Number(a.name === ending) - Number(b.name === ending));

/** What a browser says of a page of somebody else. */
const fromAnotherSite = { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' };

export type MatrixResult = { calls: number; refused: number; deviations: string[] };

/**
 * Every call of the contract by every caller: about their own tenant, about another one where it names one, and with the browser of another site in
 * between. Calls are about what is not there, where they would take something away.
 */
export async function runMatrix(callers: readonly Caller[], grounds: Grounds): Promise<MatrixResult> {
  const result: MatrixResult = { calls: 0, refused: 0, deviations: [] };
  await Promise.all(callers.map((caller) => tryEverything(caller, grounds, result)));
  return result;
}

const namesTenant = (endpoint: Endpoint, id: string): boolean => JSON.stringify(fittingCall(endpoint, id)).includes(id);

async function tryEverything(caller: Caller, { own, foreign, url }: Grounds, result: MatrixResult): Promise<void> {
  for (const endpoint of inOrder) {
    for (const [what, tenant, isFromAnotherSite] of [
      ['their own tenant, from another site', own, true],
      // A call that names none would be the same one again, and end the session it is made by or hash a password once more.
      ...(namesTenant(endpoint, foreign.id) ? ([['another tenant', foreign, false]] as const) : []),
      ['their own tenant', own, false],
    ] as const) {
      const call = fittingCall(endpoint, tenant.id);
      const sender = { url, cookie: caller.cookie, ...(isFromAnotherSite && { headers: fromAnotherSite }) };
      const answer = await sendCall(sender, endpoint, call);
      const tried = { endpoint, caller, isForeignTenant: tenant === foreign, isFromAnotherSite };
      const hidden = caller.sees === 'all' ? [] : [foreign.displayName, foreign.domain];
      const deviation = deviationOf(tried, answer, hidden);
      result.calls += 1;
      if (answer.status >= 400) result.refused += 1;
      if (deviation !== null) result.deviations.push(`${endpoint.name} by ${caller.name}, about ${what}: ${deviation}`);
    }
  }
}
