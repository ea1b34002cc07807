import { randomBytes } from 'node:crypto';
import type { TenantDirectory } from '../directory/tenant-directory.ts';

/** What somebody granted to an application by signing in. */
export interface Grant {
  clientId: string;
  directory: TenantDirectory;
  userIndex: number;
  /** As the application asked for them: `openid`, `User.Read`, `.default`. */
  scopes: string[];
  /** The Graph that the application asked a token for. */
  audience: string;
  /** The sign-in passed multi-factor authentication. */
  strong: boolean;
  /** Goes into the ID token for the code; ID tokens from refresh tokens have none. */
  nonce: string | null;
  /** When the user proved who they are, where the application asked to be told (`max_age`). */
  authenticatedAt: Date | null;
  issuedAt: Date;
  /** Its place among grants and revocations. */
  serial: number;
}

export interface AuthorizationCode extends Grant {
  redirectUri: string;
  codeChallenge: string | null;
}

/** Opaque one-time values: an entry stays after its use, so that a second one is told apart from an invented value. */
export interface OneTimeStore<T> {
  add(entry: T): string;
  find(value: string): { entry: T; used: boolean } | null;
  use(value: string): void;
}

const dayMs = 86_400_000;
/** Lifetimes: a code ten minutes, a refresh token ninety days (learn.microsoft.com, "refresh-tokens"). */
export const codeLifetimeMs = 10 * 60_000;
export const refreshTokenLifetimeMs = 90 * dayMs;

const maxEntries = 20_000;

export function createOneTimeStore<T>(prefix: string): OneTimeStore<T> {
  const entries = new Map<string, { entry: T; used: boolean }>();
  return {
    add(entry) {
      // The oldest go first: Map keeps the order of insertion.
      for (const oldest of entries.keys()) {
        if (entries.size < maxEntries) break;
        entries.delete(oldest);
      }
      const value = `${prefix}${randomBytes(48).toString('base64url')}`;
      entries.set(value, { entry, used: false });
      return value;
    },
    find: (value) => entries.get(value) ?? null,
    use(value) {
      const found = entries.get(value);
      if (found) found.used = true;
    },
  };
}
