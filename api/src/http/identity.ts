import { contactOf } from '../domain/client-access/client-guest.ts';
import type { TenantStore } from '../store/tenant-store.ts';
import type { Caller } from './caller.ts';
import type { RequestFacts } from './route.ts';
import type { SessionService } from './sessions.ts';
import type { TokenIdentity } from './token-identity.ts';

/** A contact of a client is who they are while their tenant's room is open to them, asked anew at each request, by the name they have there. */
async function ifGuest(tenants: Pick<TenantStore, 'get'>, caller: Caller | null): Promise<Caller | null> {
  const client = caller?.user.client;
  if (!caller || !client) return caller;
  const tenant = (await tenants.get(client.tenantId))?.value;
  const contact = tenant && contactOf(tenant, caller.user);
  return contact ? { ...caller, name: contact.name, user: { ...caller.user, displayName: contact.name } } : null;
}

/**
 * The one place that says who makes a request: the token that it hands in, else the session of its cookie. A request with both is
 * the token's, also where that is none.
 * @returns null where it carries neither, and for a client who is a guest no more
 * @throws AppError INVALID_TOKEN, TOO_MANY_ATTEMPTS, RATE_LIMITED
 */
export function createIdentity(
  sessions: Pick<SessionService, 'identify'>,
  tokens: TokenIdentity,
  tenants: Pick<TenantStore, 'get'>,
) {
  return async (request: RequestFacts): Promise<Caller | null> =>
    typeof request.token === 'string'
      ? tokens.identify(request.token, request)
      : ifGuest(tenants, await sessions.identify(request));
}
