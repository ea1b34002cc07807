import { addressBlock } from '../domain/attempts/address-block.ts';
import type { AttemptBuckets } from '../domain/attempts/attempt-buckets.ts';
import { createOneAtATime } from '../domain/attempts/one-at-a-time.ts';
import { isAddressAllowed } from '../domain/tokens/address-ranges.ts';
import { isWellFormedToken, publicTokenId, tokenRecordId } from '../domain/tokens/token-format.ts';
import { effectiveScope, lesserRole } from '../domain/tokens/token-scope.ts';
import type { Clock } from '../ports/clock.ts';
import { replaceIfUnchanged, type Stored } from '../ports/collection.ts';
import type { TenantGroupStore } from '../store/tenant-groups.ts';
import type { TokenRecord, TokenStore } from '../store/tokens.ts';
import type { UserStore } from '../store/users.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import type { RequestFacts } from './route.ts';

type Dependencies = {
  tokens: Pick<TokenStore, 'get' | 'replace'>;
  users: Pick<UserStore, 'get'>;
  tenantGroups: Pick<TenantGroupStore, 'get'>;
  buckets: Pick<AttemptBuckets, 'take'>;
  clock: Clock;
};

export type TokenIdentity = {
  /**
   * The caller that a token stands for at this moment: role and scope are the lesser of the token's and its owner's.
   * @throws AppError INVALID_TOKEN for what is no token, whatever the reason; TOO_MANY_ATTEMPTS for an address that keeps handing
   * in such; RATE_LIMITED for a token that calls too often
   */
  identify(token: string, request: RequestFacts): Promise<Caller>;
};

/** A token's last use is written at most this often. */
const touchEveryMs = 60_000;

/** One answer for every reason: a token that was found tells nobody what it lacks. */
const invalid = () =>
  new AppError(
    'INVALID_TOKEN',
    'This token does not count: it is unknown, has ended, or may not be used from this address. Whoever made it sees its state.',
  );

function waitFor(code: 'TOO_MANY_ATTEMPTS' | 'RATE_LIMITED', what: string, waitMs: number): AppError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new AppError(code, `${what} Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
}

/** What was handed in is none: counted on the address, so that guessing is slowed down. One that is not known is counted alone. */
async function refuse({ buckets }: Dependencies, { clientAddress }: RequestFacts): Promise<never> {
  const value = clientAddress === null ? 'no address' : addressBlock(clientAddress);
  const waitMs = await buckets.take([{ kind: 'tokenGuess', value }]);
  if (waitMs > 0) throw waitFor('TOO_MANY_ATTEMPTS', 'Too many tokens that do not count.', waitMs);
  throw invalid();
}

const isLive = ({ endedAt, expiresAt }: TokenRecord, now: Date): boolean =>
  endedAt === null && expiresAt > now.toISOString();

/** The token with who it stands for now; null where it does not count. */
async function resolved(
  { tokens, users, tenantGroups, clock }: Dependencies,
  token: string,
  { clientAddress }: RequestFacts,
): Promise<{ stored: Stored<TokenRecord>; caller: Caller } | null> {
  const stored = isWellFormedToken(token) ? await tokens.get(tokenRecordId(token)) : null;
  if (!stored || !isLive(stored.value, clock.now())) return null;
  const { id, name, kind, ownerId, addresses } = stored.value;
  if (!isAddressAllowed(addresses, clientAddress)) return null;
  const owner = (await users.get(ownerId))?.value;
  if (!owner || owner.isDisabled) return null;
  const scope = await effectiveScope(tenantGroups, stored.value.scope, owner.scope);
  if (scope === null) return null;
  const role = lesserRole(stored.value.role, owner.role);
  const caller: Caller = {
    userId: owner.id,
    // What somebody is told of who asked for something names the token too.
    name: `${owner.displayName} (token ${name})`,
    role,
    scope,
    user: { ...owner, role, scope },
    session: null,
    token: { id: publicTokenId(id), name, kind },
  };
  return { stored, caller };
}

async function touch({ tokens, clock }: Dependencies, { value, etag }: Stored<TokenRecord>, address: string | null) {
  const now = clock.now();
  if (value.lastUsedAt !== null && now.getTime() - Date.parse(value.lastUsedAt) < touchEveryMs) return;
  // Where another call wrote the same, or the token was ended meanwhile, nothing is left to do.
  await replaceIfUnchanged(tokens, { ...value, lastUsedAt: now.toISOString(), lastUsedFrom: address }, etag);
}

/** Who calls by a token of the API (decision 074). */
export function createTokenIdentity(dependencies: Dependencies): TokenIdentity {
  const oneAtATime = createOneAtATime();
  return {
    async identify(token, request) {
      const found = await resolved(dependencies, token, request);
      if (!found) return refuse(dependencies, request);
      const { id } = found.stored.value;
      const waitMs = await oneAtATime(id, () => dependencies.buckets.take([{ kind: 'token', value: id }]));
      if (waitMs > 0) throw waitFor('RATE_LIMITED', 'This token calls too often.', waitMs);
      await touch(dependencies, found.stored, request.clientAddress);
      return found.caller;
    },
  };
}
