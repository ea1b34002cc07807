import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** What a round trip through Microsoft's pages is for. */
export type RoundPurpose = 'sign-in' | 'consent' | 'connect';

/** One round trip, as it is kept while the browser is away. '' stands for none. */
export type OAuthRoundEntity = {
  purpose: RoundPurpose;
  authority: string;
  nonce: string;
  codeVerifier: string;
  browserHash: string;
  userId: string;
  tenantId: string;
  expiresAt: string;
};

export type OAuthRound = Omit<OAuthRoundEntity, 'browserHash' | 'expiresAt'>;

const partition = 'round';
const lifetimeMs = 10 * 60_000;
const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');
const secret = () => randomBytes(32).toString('base64url');
const isSecret = (value: string | undefined): value is string => /^[A-Za-z0-9_-]{43}$/.test(value ?? '');

/**
 * Round trips that have begun. The state names one; it is good once, for ten minutes, in the browser that began it
 * (RFC 6749, 10.12; RFC 9700, 4.7). The store holds hashes of state and browser alone.
 */
export type OAuthRounds = {
  /** @param browser the browser's secret where it has one already: several rounds may be under way in several tabs */
  begin(
    round: Pick<OAuthRound, 'purpose' | 'authority' | 'userId' | 'tenantId'>,
    browser: string | undefined,
  ): Promise<{ state: string; browser: string; nonce: string; codeVerifier: string; codeChallenge: string }>;
  /** The round, taken: a second call gets null, as does a foreign, forged or old state. */
  take(state: string | undefined, browser: string | undefined): Promise<OAuthRound | null>;
  /** Forgets rounds that nobody came back from. @returns how many */
  sweep(): Promise<number>;
};

export function createOAuthRounds(table: StateTable<OAuthRoundEntity>, clock: Clock): OAuthRounds {
  return {
    async begin(round, carried) {
      const browser = isSecret(carried) ? carried : secret();
      const [state, nonce, codeVerifier] = [secret(), secret(), secret()];
      const expiresAt = new Date(clock.now().getTime() + lifetimeMs).toISOString();
      await table.create(partition, hashed(state), {
        ...round,
        nonce,
        codeVerifier,
        browserHash: hashed(browser),
        expiresAt,
      });
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
      return { state, browser, nonce, codeVerifier, codeChallenge };
    },

    async take(state, browser) {
      if (!isSecret(state) || !isSecret(browser)) return null;
      const key = hashed(state);
      const found = await table.get(partition, key);
      // Looked at in a foreign browser, it stays for its own.
      if (!found || found.value.browserHash !== hashed(browser)) return null;
      if (!(await table.delete(partition, key, found.etag))) return null;
      const { browserHash: _, expiresAt, ...round } = found.value;
      return Date.parse(expiresAt) > clock.now().getTime() ? round : null;
    },

    async sweep() {
      let swept = 0;
      for await (const { key, value, etag } of table.list(partition)) {
        if (Date.parse(value.expiresAt) > clock.now().getTime()) continue;
        if (await table.delete(partition, key, etag)) swept += 1;
      }
      return swept;
    },
  };
}
