import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** What the browser is sent to Microsoft's pages for. */
type OAuthPurpose = 'sign-in' | 'client-sign-in' | 'step-up' | 'consent' | 'connect';

/** An OAuth request, as it is kept while the browser is away. '' stands for none. */
export type OAuthRequestEntity = {
  purpose: OAuthPurpose;
  authority: string;
  nonce: string;
  codeVerifier: string;
  browserHash: string;
  userId: string;
  tenantId: string;
  expiresAt: string;
};

export type OAuthRequest = Omit<OAuthRequestEntity, 'browserHash' | 'expiresAt'> & { begunAt: Date };

/** What the rows are filed under; a browser that is away during an upgrade finds its request again. */
const partition = 'round';
const lifetimeMs = 10 * 60_000;
const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');
const secret = () => randomBytes(32).toString('base64url');
const isSecret = (value: string | undefined): value is string => /^[A-Za-z0-9_-]{43}$/.test(value ?? '');

/**
 * OAuth requests that have begun. The state names one; it is good once, for ten minutes, in the browser that began it
 * (RFC 6749, 10.12; RFC 9700, 4.7). The store holds hashes of state and browser alone.
 */
export function createOAuthRequests(table: StateTable<OAuthRequestEntity>, clock: Clock) {
  return {
    /** @param carried the browser's secret where it has one already: several requests may be under way in several tabs */
    async begin(
      request: Pick<OAuthRequest, 'purpose' | 'authority' | 'userId' | 'tenantId'>,
      carried: string | undefined,
    ) {
      const browser = isSecret(carried) ? carried : secret();
      const [state, nonce, codeVerifier] = [secret(), secret(), secret()];
      const expiresAt = new Date(clock.now().getTime() + lifetimeMs).toISOString();
      await table.create(partition, hashed(state), {
        ...request,
        nonce,
        codeVerifier,
        browserHash: hashed(browser),
        expiresAt,
      });
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
      return { state, browser, nonce, codeVerifier, codeChallenge };
    },

    /** The request, taken: a second call gets null, as does a foreign, forged or old state. */
    async take(state: string | undefined, browser: string | undefined): Promise<OAuthRequest | null> {
      if (!isSecret(state) || !isSecret(browser)) return null;
      const key = hashed(state);
      const found = await table.get(partition, key);
      // A foreign browser gets nothing, and does not use the request up for the one that began it.
      if (!found || found.value.browserHash !== hashed(browser)) return null;
      if (!(await table.delete(partition, key, found.etag))) return null;
      const { browserHash: _, expiresAt, ...request } = found.value;
      const expiresMs = Date.parse(expiresAt);
      return expiresMs > clock.now().getTime() ? { ...request, begunAt: new Date(expiresMs - lifetimeMs) } : null;
    },

    /** Forgets requests that nobody came back from. @returns how many */
    async sweep(): Promise<number> {
      let swept = 0;
      for await (const { key, value, etag } of table.list(partition)) {
        if (Date.parse(value.expiresAt) > clock.now().getTime()) continue;
        if (await table.delete(partition, key, etag)) swept += 1;
      }
      return swept;
    },
  };
}

export type OAuthRequests = ReturnType<typeof createOAuthRequests>;
