import type { AttemptBuckets } from '../domain/attempts/attempt-buckets.ts';
import { createOneAtATime } from '../domain/attempts/one-at-a-time.ts';
import { contactOf } from '../domain/client-access/client-guest.ts';
import type { TenantStore } from '../store/tenant-store.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import type { RequestFacts } from './route.ts';
import type { SessionService } from './sessions.ts';
import type { TokenIdentity } from './token-identity.ts';

type Parts = { tenants: Pick<TenantStore, 'get'>; buckets: Pick<AttemptBuckets, 'take'> };

/**
 * A contact of a client is who they are while their tenant's room is open to them, asked anew at each request, under the name that they have
 * there. Their calls are limited as those of a token are: a room is no way to keep a host busy.
 */
function guests({ tenants, buckets }: Parts) {
  const oneAtATime = createOneAtATime();
  return async (caller: Caller | null): Promise<Caller | null> => {
    const client = caller?.user.client;
    if (!caller || !client) return caller;
    const tenant = (await tenants.get(client.tenantId))?.value;
    const contact = tenant && contactOf(tenant, caller.user);
    if (!contact) return null;
    const { userId } = caller;
    const waitMs = await oneAtATime(userId, () => buckets.take([{ kind: 'client', value: userId }]));
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      throw new AppError('RATE_LIMITED', 'That was too much at once. Try again in a moment.', { retryAfterSeconds });
    }
    return { ...caller, name: contact.name, user: { ...caller.user, displayName: contact.name } };
  };
}

/**
 * The one place that says who makes a request: the token that it hands in, else the session of its cookie. A request with both is
 * the token's, also where that is none.
 * @returns null where it carries neither, and for a client who is a guest no more
 * @throws AppError INVALID_TOKEN, TOO_MANY_ATTEMPTS, RATE_LIMITED
 */
export function createIdentity(sessions: Pick<SessionService, 'identify'>, tokens: TokenIdentity, parts: Parts) {
  const ifGuest = guests(parts);
  return async (request: RequestFacts): Promise<Caller | null> =>
    typeof request.token === 'string'
      ? tokens.identify(request.token, request)
      : ifGuest(await sessions.identify(request));
}
