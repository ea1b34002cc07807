import type { Role } from '@tenantry/contract/auth';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { OAuthRequest, OAuthRequests } from '../../domain/connection/oauth-requests.ts';
import { readSetting } from '../../domain/settings/system-settings.ts';
import { AppError } from '../../http/app-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { ActivityLog } from '../../ports/activity-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { RecordExistsError, update } from '../../ports/collection.ts';
import { GraphError } from '../../ports/graph.ts';
import {
  type AppRegistration,
  type DirectoryRole,
  IdentityError,
  type IdentityProvider,
  type VerifiedIdentity,
} from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { RoleMappingStore } from '../../store/role-mappings.ts';
import type { Scope } from '../../store/scope.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import { mappedRole } from './mapped-role.ts';
import { createUser, firstAdminId } from './new-user.ts';

type Dependencies = {
  users: UserStore;
  roleMappings: Pick<RoleMappingStore, 'ordered'>;
  systemConfig: SystemConfigStore;
  identityProvider: IdentityProvider;
  /** Our app registration; null until it is set up. */
  appRegistration(): Promise<AppRegistration | null>;
  oauthRequests: OAuthRequests;
  sessions: Pick<SessionService, 'endAllOf'>;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  redirectUri: string;
  /** Directories whose people are our staff; nobody else signs in. */
  staffTenantIds: readonly string[];
};

/** Directory.Read.All (delegated) tells the roles of the account that signs in. */
const scopes = ['openid', 'profile', 'email', 'https://graph.microsoft.com/Directory.Read.All'];

const notSetUp = () =>
  new AppError('UNAVAILABLE', 'Sign-in with Microsoft is not set up. Sign in with a local account.');

/** Asked for where they decide something: Graph may be out of reach, and mostly nobody needs them. */
type HeldRoles = () => Promise<readonly DirectoryRole[]>;

type Assigned = { role: Role; roleSource: UserRecord['roleSource']; scope: Scope };

/** Whom no mapping fits may look at nothing, until an administrator gives them tenants. */
function assignmentOf(role: Role | null): Assigned {
  return role === null
    ? { role: 'viewer', roleSource: 'default', scope: { kind: 'none' } }
    : { role, roleSource: 'mapped', scope: { kind: 'all' } };
}

/**
 * A mapping that comes gives all tenants, and one that goes takes them. Tenants that an administrator chose stay as chosen:
 * roles that are activated for some hours come and go all day, and must not widen what somebody was given.
 */
function scopeAfter(current: Pick<UserRecord, 'roleSource' | 'scope'>, assigned: Assigned): Scope {
  if (current.scope.kind === 'tenants') return current.scope;
  if (assigned.roleSource === 'mapped') return current.scope.kind === 'none' ? assigned.scope : current.scope;
  // Whom no mapping fitted before either has what an administrator granted since.
  return current.roleSource === 'default' ? current.scope : assigned.scope;
}

const m365KeyOf = ({ entraTenantId, objectId }: VerifiedIdentity) => `${entraTenantId}/${objectId}`;

/** Sign-in of staff with Microsoft: authorization code flow with PKCE, from our own directories alone. */
export function createMicrosoftSignIn(dependencies: Dependencies) {
  const { users, roleMappings, systemConfig, identityProvider, oauthRequests, trail, clock, redirectUri } =
    dependencies;
  const staff = new Set(dependencies.staffTenantIds.map((id) => id.toLowerCase()));
  const authority = staff.size === 1 ? ([...staff][0] ?? 'organizations') : 'organizations';

  async function registration(): Promise<AppRegistration> {
    const app = staff.size === 0 ? null : await dependencies.appRegistration();
    if (!app) throw notSetUp();
    return app;
  }

  async function redeem(oauthRequest: OAuthRequest, code: string) {
    const { nonce, codeVerifier } = oauthRequest;
    const request = { authority: oauthRequest.authority, redirectUri, scopes, nonce, code, codeVerifier };
    try {
      return await identityProvider.redeem(await registration(), request);
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      await refused('unknown', error.code);
      throw new AppError('INVALID_CREDENTIALS', `Microsoft did not confirm the sign-in (${error.code}). Try again.`);
    }
  }

  const refused = (target: string, reason: string) =>
    trail.record({
      eventType: 'sign_in_failed',
      user: 'unknown',
      target,
      tenantId: null,
      details: { reason, how: 'Microsoft' },
    });

  async function create(identity: VerifiedIdentity, held: HeldRoles, isFirst: boolean) {
    const id = isFirst ? firstAdminId : `user-${crypto.randomUUID()}`;
    const assigned: Assigned = isFirst
      ? { role: 'admin', roleSource: 'manual', scope: { kind: 'all' } }
      : assignmentOf(mappedRole(await roleMappings.ordered(), await held()));
    const given = {
      id,
      username: identity.username,
      email: identity.email,
      emailKey: `#${id}`,
      m365Id: identity.objectId,
      m365Key: m365KeyOf(identity),
      displayName: identity.name,
      ...assigned,
      passwordHash: null,
    };
    const how = isFirst ? 'first administrator, Microsoft sign-in' : 'Microsoft sign-in';
    return createUser(dependencies, given, how, 'signed in for the first time');
  }

  /** Somebody has to be able to mend the mappings: the directory never takes the last administrator of all tenants. */
  async function isLastAdministrator({ id, role, scope }: UserRecord): Promise<boolean> {
    if (role !== 'admin' || scope.kind !== 'all') return false;
    const administrators = await users.administrators();
    return !administrators.some((other) => other.id !== id && !other.isDisabled && other.scope.kind === 'all');
  }

  /** With re-sync on, the directory decides anew at each sign-in; off, what was decided once stays. */
  async function synced(user: UserRecord, held: HeldRoles): Promise<UserRecord> {
    const { value: isOn } = await readSetting(systemConfig, 'role_sync_enabled');
    if (!isOn) return user;
    const role = mappedRole(await roleMappings.ordered(), await held());
    const assigned = assignmentOf(role);
    const now = clock.now();
    if (assigned.role !== 'admin' && (await isLastAdministrator(user))) return user;
    const changed = await update(users, user.id, (current) => {
      const scope = scopeAfter(current, assigned);
      if (
        current.role === assigned.role &&
        current.roleSource === assigned.roleSource &&
        current.scope.kind === scope.kind
      )
        return current;
      const entry = {
        eventType: 'user_role_changed',
        user: 'system',
        target: current.username,
        tenantId: null,
        details: { from: current.role, to: assigned.role, how: 'roles of the directory' },
      } as const;
      return withEntry({ ...current, role: assigned.role, roleSource: assigned.roleSource, scope }, entry, now);
    });
    if (!changed) throw new AppError('FORBIDDEN', 'This account was deleted.');
    if (changed.role !== user.role || changed.scope.kind !== user.scope.kind)
      await dependencies.sessions.endAllOf(user.id);
    await settleOutbox(users, changed, trail);
    return changed;
  }

  const find = (identity: VerifiedIdentity) => users.byMicrosoftAccount(m365KeyOf(identity));

  async function userOf(identity: VerifiedIdentity, held: HeldRoles): Promise<UserRecord> {
    const present = await find(identity);
    if (present) return synced(present, held);
    try {
      return await create(identity, held, (await users.count()) === 0);
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error;
    }
    // Somebody else was the first administrator, or this account signed in twice at once, or its name is a local user's.
    const twin = await find(identity);
    if (twin) return twin;
    try {
      return await create(identity, held, false);
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error;
      throw new AppError(
        'CONFLICT',
        `There is a local user named ${identity.username}. An administrator has to rename it.`,
      );
    }
  }

  return {
    isSetUp: async () => staff.size > 0 && (await dependencies.appRegistration()) !== null,

    /** @returns where the browser goes, and the secret that binds the request to it */
    async start(browser: string | undefined): Promise<{ url: string; browser: string }> {
      const app = await registration();
      const begun = await oauthRequests.begin({ purpose: 'sign-in', authority, userId: '', tenantId: '' }, browser);
      const { state, nonce, codeChallenge } = begun;
      const request = {
        authority,
        redirectUri,
        scopes,
        nonce,
        state,
        codeChallenge,
        prompt: 'select_account',
      } as const;
      return { url: await identityProvider.signInUrl(app, request), browser: begun.browser };
    },

    /** @throws AppError INVALID_CREDENTIALS, FORBIDDEN */
    async finish(oauthRequest: OAuthRequest, code: string, request: RequestFacts): Promise<UserRecord> {
      const { identity, accessToken } = await redeem(oauthRequest, code);
      if (!staff.has(identity.entraTenantId)) {
        await refused(identity.username, 'not a directory of our staff');
        throw new AppError('FORBIDDEN', 'Your organization cannot sign in here.');
      }
      const held: HeldRoles = () =>
        identityProvider.ownDirectoryRoles(accessToken).catch(async (error: unknown) => {
          if (!(error instanceof GraphError)) throw error;
          const { status, code } = error.failure;
          await refused(identity.username, `roles not told: ${status} ${code}`);
          const message = 'Microsoft did not tell the roles of this account. Try again in a moment.';
          throw new AppError('UNAVAILABLE', message);
        });
      const user = await userOf(identity, held);
      if (user.isDisabled) {
        await refused(user.username, 'disabled');
        throw new AppError('FORBIDDEN', 'This account is disabled. Ask an administrator.');
      }
      await trail.record({
        eventType: 'user_signed_in',
        user: user.username,
        target: user.username,
        tenantId: null,
        details: { how: 'Microsoft', clientAddress: request.clientAddress },
      });
      return user;
    },
  };
}

export type MicrosoftSignIn = ReturnType<typeof createMicrosoftSignIn>;
