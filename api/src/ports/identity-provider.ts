import type { GraphClient } from './graph.ts';
import type { GraphOptions } from './microsoft365.ts';

/** A certificate with its private key, both as PEM: the application proves by a signature who it is (RFC 7523, 2.2). */
export type ClientCertificate = {
  /** PKCS #8, not encrypted: a secret. */
  privateKey: string;
  /** The certificate of the key first, then those that issued it, as far as they are known. */
  certificate: string;
  /** Of the certificate, in hexadecimal digits. */
  thumbprintSha256: string;
};

/** Our registration in Entra ID, by a secret or a certificate; or a customer's own, which has a secret. */
export type AppRegistration = { clientId: string } & ({ clientSecret: string } | { certificate: ClientCertificate });

/** Who signed in, as a verified ID token says. Nothing in it comes from an address or an unverified token. */
export type VerifiedIdentity = {
  /** The directory that the account signed in to. */
  entraTenantId: string;
  /** The account's object id in it. */
  objectId: string;
  name: string;
  /** Shown to people; it can change, so it identifies nobody. */
  username: string;
  /** The user name that the directory gave out, which alone may be held against an invitation; null where the token has none. */
  principalName: string | null;
  email: string | null;
  /** A guest, or somebody whose home is another directory; null where the token does not say. */
  isExternal: boolean | null;
  /** When they last proved to Microsoft who they are; null where the token does not say. */
  authenticatedAt: Date | null;
};

/** One request to Microsoft's sign-in page (authorization code flow with PKCE, RFC 6749 and RFC 7636). */
export type OAuthRequest = {
  /** A directory id, or `organizations` where any may sign in. */
  authority: string;
  redirectUri: string;
  scopes: readonly string[];
  nonce: string;
};

export type Redeemed = {
  identity: VerifiedIdentity;
  accessToken: string;
  /** MSAL's cache with the refresh token in it: a secret. */
  tokenCache: string;
  expiresAt: Date | null;
  scopes: readonly string[];
};

/** Entra ID refused, or what it gave could not be trusted. `code` is `AADSTS65001` and the like where Entra said so. */
export class IdentityError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'IdentityError';
    this.code = code;
  }
}

/** New tokens for an account that signed in before. */
export type Refreshed = Pick<Redeemed, 'accessToken' | 'tokenCache' | 'expiresAt'>;

export type DirectoryRole = { name: string; templateId: string };

/** Entra ID's sign-in. */
export interface IdentityProvider {
  /** The address of the sign-in page, for the browser. */
  signInUrl(
    app: AppRegistration,
    request: OAuthRequest & {
      state: string;
      codeChallenge: string;
      /** `login`: not by the session that the browser has there, and the token is to say when they proved who they are. */
      prompt?: 'select_account' | 'login';
      loginHint?: string;
    },
  ): Promise<string>;
  /**
   * The address where an administrator of a directory consents to all that an app registration lists.
   * @param consent without a redirect URI for a registration that knows none of ours: the browser does not come back
   */
  adminConsentUrl(clientId: string, consent: { authority: string; redirectUri?: string; state?: string }): string;
  /** Redeems a code and verifies the ID token that comes with it. @throws IdentityError */
  redeem(app: AppRegistration, request: OAuthRequest & { code: string; codeVerifier: string }): Promise<Redeemed>;
  /**
   * New tokens by the refresh token in MSAL's cache, never from the cache alone.
   * @throws IdentityError where Entra ID refuses, or the cache holds no account; GraphError where it cannot answer
   */
  refresh(
    app: AppRegistration,
    grant: { authority: string; scopes: readonly string[]; tokenCache: string },
  ): Promise<Refreshed>;
  /**
   * Graph as the account whose token this gives; `skipCache`: Graph did not take the one that was given before.
   * @param onRefused told of each 401 and 403: the token is not to be handed out any more
   */
  graphAs(
    tokenOf: (options: { skipCache: boolean }) => Promise<string>,
    options?: GraphOptions,
    onRefused?: () => void,
  ): GraphClient;
  /** Graph as an application by its own secret, which may not be stored yet. */
  appGraph(app: AppRegistration, entraTenantId: string, options?: GraphOptions): GraphClient;
  /** The application permissions that a directory granted, as a new token tells. @throws GraphError */
  applicationPermissions(app: AppRegistration, entraTenantId: string): Promise<string[]>;
  /** The directory roles of the account itself, also those that it has through groups. @throws GraphError */
  ownDirectoryRoles(accessToken: string): Promise<DirectoryRole[]>;
  /** Whether the account itself is a guest or has its home in another directory; null where Graph does not say. @throws GraphError */
  isExternalAccount(accessToken: string): Promise<boolean | null>;
}
