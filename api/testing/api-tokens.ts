import { emptyOutbox } from '../src/domain/audit-trail/outbox.ts';
import { newTokenSecret, tokenRecordId } from '../src/domain/tokens/token-format.ts';
import { liveTokenKey, type TokenRecord } from '../src/store/tokens.ts';
import type { TestApp } from './test-app.ts';

/** Headers of a client that is no browser: none of those that a page of ours sends, and the token. */
export const withToken = (secret: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...{ origin: '', 'sec-fetch-site': '', 'x-requested-with': '' },
  authorization: `Bearer ${secret}`,
  ...more,
});

/** Whose session a cookie is. */
export const userOf = (cookie: string): string => /=([^.;]+)\./.exec(cookie)?.[1] ?? '';

/** A token in the store, made past the door: with an end or an owner that nobody could give it there. */
export async function storeToken({ app }: TestApp, ownerId: string, given: Partial<TokenRecord> = {}): Promise<string> {
  const secret = newTokenSecret();
  const named = { kind: 'personal', name: crypto.randomUUID(), ownerId, ...given } as const;
  await app.stores.tokens.create({
    ...named,
    id: tokenRecordId(secret),
    key: liveTokenKey(named),
    role: given.role ?? 'admin',
    scope: given.scope ?? { kind: 'all' },
    addresses: given.addresses ?? [],
    createdAt: given.createdAt ?? app.clock.now().toISOString(),
    expiresAt: given.expiresAt ?? new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString(),
    lastUsedAt: null,
    lastUsedFrom: null,
    endedAt: null,
    endedBecause: null,
    ...emptyOutbox,
  });
  return secret;
}
