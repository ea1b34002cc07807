import type { ActivityLog } from '../../domain/activity-log/activity-log.ts';
import type { OAuthRequest, OAuthRequests } from '../../domain/connection/oauth-requests.ts';
import { createUser, firstAdminId } from '../../domain/user-access/create-user.ts';
import { AppError } from '../../http/app-error.ts';
import { ReturnError } from '../../http/return-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import { GraphError } from '../../ports/graph.ts';
import {
  type AppRegistration,
  IdentityError,
  type IdentityProvider,
  type Redeemed,
  type VerifiedIdentity,
} from '../../ports/identity-provider.ts';
import type { UserRecord } from '../../store/users.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { type Assigned, assigned, type HeldRoles, type RoleDependencies, synced } from './sync-role.ts';

export type MicrosoftDependencies = RoleDependencies & {
  identityProvider: IdentityProvider;
  /** Our app registration; null until it is set up. */
  appRegistration(): Promise<AppRegistration | null>;
  oauthRequests: OAuthRequests;
  throttle: Pick<SignInThrottle, 'beginMicrosoftSignIn' | 'endMicrosoftSignIn'>;
  activityLog: ActivityLog;
  redirectUri: string;
  /** Directories whose people are our staff; nobody else signs in. */
  staffTenantIds: readonly string[];
  /** Their guests too: accounts whose home is elsewhere. */
  admitsGuests: boolean;
  /** The first administrator proves to be one by the setup code, which nobody who comes from Microsoft has given. */
  setupCodeRequired: boolean;
};

/** Directory.Read.All (delegated) tells the roles of the account that signs in. */
export const scopes = ['openid', 'profile', 'email', 'https://graph.microsoft.com/Directory.Read.All'];

export const m365KeyOf = ({ entraTenantId, objectId }: VerifiedIdentity) => `${entraTenantId}/${objectId}`;

const ourApp = async (dependencies: MicrosoftDependencies): Promise<AppRegistration | null> =>
  dependencies.staffTenantIds.length === 0 ? null : dependencies.appRegistration();

export async function registration(dependencies: MicrosoftDependencies): Promise<AppRegistration> {
  const app = await ourApp(dependencies);
  if (!app) throw new ReturnError('UNAVAILABLE', 'sign-in-not-set-up');
  return app;
}

const refused = ({ trail }: MicrosoftDependencies, target: string, reason: string) =>
  trail.record({
    eventType: 'sign_in_failed',
    user: 'unknown',
    target,
    tenantId: null,
    details: { reason, how: 'Microsoft' },
  });

type Refuse = (reason: string) => Promise<void>;

/**
 * What Microsoft gives for the code of a request that began here.
 * @param refuse tells the trail why nobody is let in
 * @throws AppError INVALID_CREDENTIALS
 */
export async function redeemed(
  { identityProvider, redirectUri }: Pick<MicrosoftDependencies, 'identityProvider' | 'redirectUri'>,
  asked: { app: AppRegistration; scopes: readonly string[] },
  { authority, nonce, codeVerifier }: OAuthRequest,
  code: string,
  refuse: Refuse,
): Promise<Redeemed> {
  const request = { authority, redirectUri, scopes: asked.scopes, nonce, code, codeVerifier };
  try {
    return await identityProvider.redeem(asked.app, request);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    await refuse(error.code);
    throw new AppError('INVALID_CREDENTIALS', `Microsoft did not confirm the sign-in (${error.code}). Try again.`);
  }
}

export const redeem = async (
  dependencies: MicrosoftDependencies,
  oauthRequest: OAuthRequest,
  code: string,
): Promise<Redeemed> =>
  redeemed(dependencies, { app: await registration(dependencies), scopes }, oauthRequest, code, (reason) =>
    refused(dependencies, 'unknown', reason),
  );

/** Whether the account is a guest where it signed in; null where Microsoft does not know. @throws AppError UNAVAILABLE */
export async function externalAccount(
  identityProvider: Pick<IdentityProvider, 'isExternalAccount'>,
  { identity, accessToken }: Redeemed,
  refuse: Refuse,
): Promise<boolean | null> {
  if (identity.isExternal !== null) return identity.isExternal;
  try {
    return await identityProvider.isExternalAccount(accessToken);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code } = error.failure;
    await refuse(`guest or member not told: ${status} ${code}`);
    throw new AppError('UNAVAILABLE', 'Microsoft did not say whether this account is a guest. Try again in a moment.');
  }
}

/**
 * Lets on whom our directories vouch for: their members, and their guests where a setting admits them. Before there is an
 * administrator nobody comes in who could not be the first.
 * @throws AppError FORBIDDEN, SETUP_CODE_REQUIRED, UNAVAILABLE
 */
async function requireStaff(dependencies: MicrosoftDependencies, redemption: Redeemed): Promise<void> {
  const { users, admitsGuests, setupCodeRequired } = dependencies;
  const { identity } = redemption;
  if (!dependencies.staffTenantIds.some((id) => id.toLowerCase() === identity.entraTenantId)) {
    await refused(dependencies, identity.username, 'not a directory of our staff');
    throw new AppError('FORBIDDEN', 'Your organization cannot sign in here.');
  }
  const isFirst = (await users.count()) === 0;
  if (isFirst && setupCodeRequired) {
    await refused(dependencies, identity.username, 'no administrator yet');
    throw new AppError(
      'SETUP_CODE_REQUIRED',
      'There is no administrator yet. Create the first one with the setup code, then sign in with Microsoft.',
    );
  }
  const refuse: Refuse = (reason) => refused(dependencies, identity.username, reason);
  const { identityProvider } = dependencies;
  if ((admitsGuests && !isFirst) || (await externalAccount(identityProvider, redemption, refuse)) === false) return;
  await refused(dependencies, identity.username, 'guest account');
  throw new AppError('FORBIDDEN', 'Guest accounts cannot sign in here. Use an account of your own organization.');
}

async function heldRoles(dependencies: MicrosoftDependencies, { identity, accessToken }: Redeemed) {
  try {
    return await dependencies.identityProvider.ownDirectoryRoles(accessToken);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code } = error.failure;
    await refused(dependencies, identity.username, `roles not told: ${status} ${code}`);
    throw new AppError('UNAVAILABLE', 'Microsoft did not return the roles of this account. Try again in a moment.');
  }
}

/** @returns null where the account, its name or the place of the first administrator is taken */
async function create(
  dependencies: MicrosoftDependencies,
  identity: VerifiedIdentity,
  held: HeldRoles,
  isFirst: boolean,
): Promise<UserRecord | null> {
  const id = isFirst ? firstAdminId : `user-${crypto.randomUUID()}`;
  const given: Assigned = isFirst
    ? { role: 'admin', roleSource: 'manual', scope: { kind: 'all' } }
    : await assigned(dependencies, held);
  const user = {
    id,
    username: identity.username,
    email: identity.email,
    emailKey: `#${id}`,
    m365Id: identity.objectId,
    m365Key: m365KeyOf(identity),
    displayName: identity.name,
    ...given,
    passwordHash: null,
  };
  const how = isFirst ? 'first administrator, Microsoft sign-in' : 'Microsoft sign-in';
  return createUser(dependencies, user, { how, news: 'signed in for the first time' });
}

async function userOf(
  dependencies: MicrosoftDependencies,
  identity: VerifiedIdentity,
  held: HeldRoles,
): Promise<UserRecord> {
  const { users } = dependencies;
  const find = () => users.byMicrosoftAccount(m365KeyOf(identity));
  const present = await find();
  if (present) return synced(dependencies, present, held);
  const isFirst = !dependencies.setupCodeRequired && (await users.count()) === 0;
  const created = await create(dependencies, identity, held, isFirst);
  if (created) return created;
  // Somebody else was the first administrator, or this account signed in twice at once, or its name is a local user's.
  const user = (await find()) ?? (await create(dependencies, identity, held, false));
  if (user) return user;
  const message = `There is a local user named ${identity.username}. An administrator has to rename it.`;
  throw new AppError('CONFLICT', message);
}

/** Sign-in of staff with Microsoft: authorization code flow with PKCE, from our own directories alone. */
export function createMicrosoftSignIn(dependencies: MicrosoftDependencies) {
  const { identityProvider, oauthRequests, throttle, trail, redirectUri } = dependencies;
  const staff = new Set(dependencies.staffTenantIds.map((id) => id.toLowerCase()));
  const authority = staff.size === 1 ? ([...staff][0] ?? 'organizations') : 'organizations';

  return {
    isSetUp: async () => (await ourApp(dependencies)) !== null,

    /**
     * @returns where the browser goes, and the secret that binds the request to it
     * @throws AppError UNAVAILABLE, TOO_MANY_ATTEMPTS
     */
    async start(request: RequestFacts, browser: string | undefined): Promise<{ url: string; browser: string }> {
      const app = await registration(dependencies);
      await throttle.beginMicrosoftSignIn(request);
      const begun = await oauthRequests.begin({ purpose: 'sign-in', authority, userId: '', tenantId: '' }, browser);
      const { state, nonce, codeChallenge } = begun;
      const prompt = 'select_account';
      const asked = { authority, redirectUri, scopes, nonce, state, codeChallenge, prompt } as const;
      return { url: await identityProvider.signInUrl(app, asked), browser: begun.browser };
    },

    /** @throws AppError INVALID_CREDENTIALS, FORBIDDEN, SETUP_CODE_REQUIRED, UNAVAILABLE */
    async finish(oauthRequest: OAuthRequest, code: string, request: RequestFacts): Promise<UserRecord> {
      const redemption = await redeem(dependencies, oauthRequest, code);
      const { identity } = redemption;
      await requireStaff(dependencies, redemption);
      const user = await userOf(dependencies, identity, () => heldRoles(dependencies, redemption));
      if (user.isDisabled) {
        await refused(dependencies, user.username, 'disabled');
        throw new AppError('FORBIDDEN', 'This account is disabled. Ask an administrator.');
      }
      await throttle.endMicrosoftSignIn(request);
      await trail.record({
        eventType: 'user_signed_in',
        user: user.username,
        target: user.username,
        tenantId: null,
        details: { how: 'Microsoft', clientAddress: request.clientAddress ?? 'unknown' },
      });
      return user;
    },
  };
}

export type MicrosoftSignIn = ReturnType<typeof createMicrosoftSignIn>;
