import { signInLinkMinutes } from '@tenantry/contract/client-room';
import { clientUserId, contactOf } from '../../domain/client-access/client-guest.ts';
import { type ClientLinkParts, mailClientLink } from '../../domain/client-access/client-links.ts';
import { noteClientSeen } from '../../domain/client-access/invite-client.ts';
import type { OAuthRequest, OAuthRequests } from '../../domain/connection/oauth-requests.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { type FoundLink, type OneTimeLinks, userOfToken } from '../../domain/user-access/one-time-links.ts';
import { AppError } from '../../http/app-error.ts';
import { ReturnError } from '../../http/return-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { AppRegistration, IdentityProvider, Redeemed } from '../../ports/identity-provider.ts';
import { everyTenant } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import { externalAccount, type MicrosoftDependencies, m365KeyOf, redeemed } from './microsoft-sign-in.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type ClientSignInDependencies = Pick<CommonParts, 'users' | 'tenants' | 'trail' | 'clock' | 'queue'> &
  ClientLinkParts &
  Pick<MicrosoftDependencies, 'appRegistration' | 'redirectUri'> & {
    links: OneTimeLinks;
    throttle: Pick<SignInThrottle, 'attempt' | 'succeeded' | 'beginMicrosoftSignIn' | 'endMicrosoftSignIn'>;
    identityProvider: IdentityProvider;
    oauthRequests: OAuthRequests;
  };

/** `User.Read` tells whether the account is a guest in that directory, where the token does not. */
const scopes = ['openid', 'profile', 'email', 'https://graph.microsoft.com/User.Read'];

const askForOne = 'Ask for a new link.';
const refusals: Record<Exclude<FoundLink['state'], 'valid'>, string> = {
  used: `This link was used already. ${askForOne}`,
  expired: `This link has expired. ${askForOne}`,
  unknown: `This link is not valid any more. ${askForOne}`,
};
const refusedLink = (state: keyof typeof refusals) =>
  new AppError(state === 'unknown' ? 'NOT_FOUND' : 'CONFLICT', refusals[state]);

const notInvited = () =>
  new AppError(
    'FORBIDDEN',
    'This account is not invited to a client room, or the room is closed. Ask your service provider.',
  );

/** Whether a client gets in at this moment (client-guest.ts). */
async function isGuest({ tenants }: Pick<CommonParts, 'tenants'>, user: UserRecord): Promise<boolean> {
  const tenant = user.client ? (await tenants.get(user.client.tenantId))?.value : undefined;
  return tenant !== undefined && !user.isDisabled && contactOf(tenant, user) !== null;
}

/** Only a link that never was counts as a guess. @throws AppError NOT_FOUND, CONFLICT, TOO_MANY_ATTEMPTS */
async function openLink(dependencies: ClientSignInDependencies, token: string, request: RequestFacts) {
  const { links, throttle, users } = dependencies;
  const attempt = await throttle.attempt(`client link of ${userOfToken(token)}`, null, request);
  const found = await links.find(token);
  if (found.state === 'unknown') throw refusedLink('unknown');
  await throttle.succeeded(attempt);
  if (found.state !== 'valid') throw refusedLink(found.state);
  const user = (await users.get(found.userId))?.value;
  if (!user?.client || !(await isGuest(dependencies, user))) throw refusedLink('unknown');
  return user;
}

async function signInByLink(
  dependencies: ClientSignInDependencies,
  token: string,
  request: RequestFacts,
): Promise<UserRecord> {
  const { id } = await openLink(dependencies, token, request);
  if (!(await dependencies.links.use(token))) throw refusedLink('used');
  const { clientAddress } = request;
  const seen = await noteClientSeen(dependencies, id, { how: 'one-time link', account: null, clientAddress });
  if (!seen) throw refusedLink('unknown');
  return seen;
}

async function ourApp({ appRegistration }: ClientSignInDependencies): Promise<AppRegistration> {
  const app = await appRegistration();
  if (!app) throw new ReturnError('UNAVAILABLE', 'sign-in-not-set-up');
  return app;
}

const refused = ({ trail }: ClientSignInDependencies, target: string, reason: string, tenantId: string | null) =>
  trail.record({
    eventType: 'sign_in_failed',
    user: 'unknown',
    target,
    tenantId,
    details: { reason, how: 'Microsoft, client room' },
  });

/**
 * The client that a Microsoft account is: of the tenant whose directory signed it in and no other, a member of that directory, and the
 * account that came first or, the first time, the one with the contact's address as its user name. That the directory alone gives out;
 * the mail address in a token anybody may set, so that it is not looked at.
 * @throws AppError FORBIDDEN, UNAVAILABLE
 */
async function clientOf(dependencies: ClientSignInDependencies, redemption: Redeemed): Promise<UserRecord> {
  const { tenants, users, identityProvider } = dependencies;
  const { identity } = redemption;
  const tenant = await tenants.ofDirectory(everyTenant, identity.entraTenantId);
  const contacts = tenant?.contacts ?? [];
  const account = m365KeyOf(identity);
  const stored = await Promise.all(contacts.map((contact) => users.get(clientUserId(tenant?.id ?? '', contact))));
  const invited = stored.flatMap((one) => (one && !one.value.isDisabled ? [one.value] : []));
  const name = identity.principalName?.toLowerCase();
  const own =
    invited.find(({ client }) => client?.account === account) ??
    invited.find(
      ({ client, email }) => name !== undefined && client?.account === null && email?.toLowerCase() === name,
    );
  if (!tenant || !own || contactOf(tenant, own) === null) {
    await refused(dependencies, identity.username, 'not invited', tenant?.id ?? null);
    throw notInvited();
  }
  const refuse = (reason: string) => refused(dependencies, identity.username, reason, tenant.id);
  if ((await externalAccount(identityProvider, redemption, refuse)) === false) return own;
  await refuse('guest account');
  throw notInvited();
}

async function finish(
  dependencies: ClientSignInDependencies,
  oauthRequest: OAuthRequest,
  code: string,
  request: RequestFacts,
): Promise<UserRecord> {
  const app = await ourApp(dependencies);
  const refuse = (reason: string) => refused(dependencies, 'unknown', reason, null);
  const redemption = await redeemed(dependencies, { app, scopes }, oauthRequest, code, refuse);
  const { id } = await clientOf(dependencies, redemption);
  const account = m365KeyOf(redemption.identity);
  const { clientAddress } = request;
  const seen = await noteClientSeen(dependencies, id, { how: 'Microsoft', account, clientAddress });
  if (!seen) throw notInvited();
  await dependencies.throttle.endMicrosoftSignIn(request);
  return seen;
}

/** How contacts of clients sign in: by a one-time link, or with Microsoft in their own directory. Never by a password. */
export function createClientSignIn(dependencies: ClientSignInDependencies) {
  const { throttle, queue, users, tenants, oauthRequests, identityProvider, redirectUri } = dependencies;
  return {
    /**
     * Has a link mailed to whoever has the address, if they are a guest of any room. A worker looks, so that neither the answer nor its
     * time tells. @throws AppError TOO_MANY_ATTEMPTS
     */
    async askForLink(address: string, request: RequestFacts): Promise<void> {
      await throttle.attempt(`client link to ${address.toLowerCase()}`, null, request);
      await queue.send('upkeep', { kind: 'client-link', address });
    },

    /** Mails a link for each room of whoever has the address; nothing where they are in none. */
    async mailLinks(address: string): Promise<void> {
      for (const user of await users.clientsOf(address)) {
        const tenant = user.client ? (await tenants.get(user.client.tenantId))?.value : undefined;
        if (!tenant || user.isDisabled || contactOf(tenant, user) === null) continue;
        await mailClientLink(dependencies, tenant, user, { minutes: signInLinkMinutes, invitedBy: null });
      }
    },

    /** @throws AppError NOT_FOUND, CONFLICT for a link that is over, TOO_MANY_ATTEMPTS */
    signInByLink: (token: string, request: RequestFacts) => signInByLink(dependencies, token, request),

    /**
     * @returns where the browser goes, and the secret that binds the request to it
     * @throws AppError UNAVAILABLE, TOO_MANY_ATTEMPTS
     */
    async start(request: RequestFacts, browser: string | undefined): Promise<{ url: string; browser: string }> {
      const app = await ourApp(dependencies);
      await throttle.beginMicrosoftSignIn(request);
      const authority = 'organizations';
      const begun = await oauthRequests.begin(
        { purpose: 'client-sign-in', authority, userId: '', tenantId: '' },
        browser,
      );
      const { state, nonce, codeChallenge } = begun;
      const asked = { authority, redirectUri, scopes, nonce, state, codeChallenge, prompt: 'select_account' } as const;
      return { url: await identityProvider.signInUrl(app, asked), browser: begun.browser };
    },

    /** @throws AppError INVALID_CREDENTIALS, FORBIDDEN, UNAVAILABLE */
    finish: (oauthRequest: OAuthRequest, code: string, request: RequestFacts) =>
      finish(dependencies, oauthRequest, code, request),
  };
}

export type ClientSignIn = ReturnType<typeof createClientSignIn>;
