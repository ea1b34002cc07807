import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { type AppRegistrations, type ClientApp, type ClientSecret, isEntraError } from './app-registrations.ts';
import type { Consents } from './consents.ts';
import { type SignInRule, signInRules } from './sign-in-rules.ts';
import { type Consent, consents, type TenantStates } from './tenant-states.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** What happens to a tenant, one of its users or an application from outside. Only what is given changes. */
export interface EntraChange {
  /** Id or domain; needed for everything but secrets. */
  tenantId?: string;
  /** Object id or user principal name: `signIn` and `revokeGrants` are for this user alone. */
  user?: string;
  consent?: Consent;
  signIn?: SignInRule;
  /** The application permissions that the consent to the product grants from now on. */
  grants?: string[];
  /** Conditional Access refuses the application itself (client credentials). */
  blockApplication?: boolean;
  /** False: ID tokens do not tell a guest from a member, as where the registration asks for no optional claim. */
  saysAccount?: boolean;
  /** How long a consent that is given on a page takes until the application's tokens carry permissions; 0: no time. */
  consentSeconds?: number;
  /** Refresh tokens and codes given out so far are void: AADSTS50173. */
  revokeGrants?: boolean;
  /** Graph answers 401 to the access tokens given out so far. */
  expireAccessTokens?: boolean;
  /** The application whose secrets the next two change; with `consent`, an application with a consent of its own. */
  clientId?: string;
  expireSecrets?: boolean;
  addSecret?: ClientSecret;
}

export interface EntraControlParts {
  findTenant(nameOrId: string): TenantDirectory | null;
  findUser(directory: TenantDirectory, nameOrId: string): string | null;
  tenantStates: TenantStates;
  consents: Consents;
  apps: AppRegistrations;
  issuer: TokenIssuer;
  now: () => Date;
}

function isOneOf<T extends string>(value: unknown, allowed: readonly T[]): value is T {
  return allowed.some((candidate) => candidate === value);
}

function optional<T>(value: unknown, name: string, form: string, fits: (value: unknown) => value is T): T | undefined {
  if (value === undefined) return undefined;
  if (!fits(value)) throw new TypeError(`${name} must be ${form}`);
  return value;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isDuration = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 86_400;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

function isSecret(value: unknown): value is ClientSecret {
  if (typeof value !== 'object' || value === null) return false;
  const expiresAt: unknown = Reflect.get(value, 'expiresAt');
  if (expiresAt !== undefined && (typeof expiresAt !== 'string' || Number.isNaN(Date.parse(expiresAt)))) return false;
  return isText(Reflect.get(value, 'value'));
}

const changeNames: ReadonlySet<string> = new Set<keyof EntraChange>([
  'tenantId',
  'user',
  'consent',
  'signIn',
  'grants',
  'blockApplication',
  'saysAccount',
  'consentSeconds',
  'revokeGrants',
  'expireAccessTokens',
  'clientId',
  'expireSecrets',
  'addSecret',
]);

/** A change from JSON; throws a TypeError that names what is wrong. */
export function parseEntraChange(body: unknown): EntraChange {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new TypeError('a change must be an object');
  const names = Object.keys(body);
  const unknown = names.find((name) => !changeNames.has(name));
  if (names.length === 0 || unknown !== undefined)
    throw new TypeError(`a change has some of ${[...changeNames].join(', ')}${unknown ? `, not ${unknown}` : ''}`);
  const read = (name: keyof EntraChange): unknown => Reflect.get(body, name);
  const text = (name: keyof EntraChange) => optional(read(name), name, 'a text', isText);
  const flag = (name: keyof EntraChange) => optional(read(name), name, 'true or false', isBoolean);
  return {
    tenantId: text('tenantId'),
    user: text('user'),
    consent: optional(read('consent'), 'consent', `one of ${consents.join(', ')}`, (value) => isOneOf(value, consents)),
    signIn: optional(read('signIn'), 'signIn', `one of ${signInRules.join(', ')}`, (value) =>
      isOneOf(value, signInRules),
    ),
    grants: optional(read('grants'), 'grants', 'a list of permissions', isTexts),
    blockApplication: flag('blockApplication'),
    saysAccount: flag('saysAccount'),
    consentSeconds: optional(read('consentSeconds'), 'consentSeconds', 'seconds, a day at most', isDuration),
    revokeGrants: flag('revokeGrants'),
    expireAccessTokens: flag('expireAccessTokens'),
    clientId: text('clientId'),
    expireSecrets: flag('expireSecrets'),
    addSecret: optional(read('addSecret'), 'addSecret', '{"value", "expiresAt"?}', isSecret),
  };
}

function changeSecrets(change: EntraChange, { apps, now }: EntraControlParts): void {
  if (!change.expireSecrets && !change.addSecret) return;
  if (change.clientId === undefined) throw new TypeError('clientId says whose secrets these are');
  if (change.expireSecrets) apps.expireSecrets(change.clientId, now());
  if (change.addSecret) apps.addSecret(change.clientId, change.addSecret);
}

function setOwnConsent(client: ClientApp, tenantId: string, isGranted: boolean, { consents }: EntraControlParts): void {
  if (isGranted) client.install(tenantId);
  const id = client.consentId(tenantId);
  if (isGranted && client.asksFor) consents.grant(tenantId, id, client.asksFor);
  else consents.forget(tenantId, id);
}

/** Applies the change. Throws a TypeError where tenant, user or application is not there. */
export function changeEntra(change: EntraChange, parts: EntraControlParts): void {
  changeSecrets(change, parts);
  const { consent, signIn, grants, blockApplication, saysAccount, consentSeconds, revokeGrants, expireAccessTokens } =
    change;
  if (change.tenantId === undefined) {
    const isSet = (grants ?? blockApplication ?? saysAccount ?? consentSeconds) !== undefined;
    if (consent || signIn || isSet || revokeGrants || expireAccessTokens)
      throw new TypeError('tenantId says whose state this is');
    return;
  }
  const directory = parts.findTenant(change.tenantId);
  if (!directory) throw new TypeError(`there is no tenant ${change.tenantId}`);
  const userId = change.user === undefined ? undefined : parts.findUser(directory, change.user);
  if (userId === null) throw new TypeError(`there is no user ${change.user}`);
  const { tenantId } = directory;
  const client =
    consent === undefined || change.clientId === undefined ? null : parts.apps.find(change.clientId, tenantId);
  const isOwn = client !== null && !isEntraError(client) && client.asksFor !== null;
  if (isOwn) setOwnConsent(client, tenantId, consent === 'granted', parts);
  parts.tenantStates.set(
    tenantId,
    {
      ...(isOwn || consent === undefined ? {} : { consent }),
      ...(signIn === undefined ? {} : { signIn }),
      ...(grants === undefined ? {} : { grants }),
      ...(blockApplication === undefined ? {} : { blockApplication }),
      ...(saysAccount === undefined ? {} : { saysAccount }),
      ...(consentSeconds === undefined ? {} : { consentSeconds }),
    },
    userId,
  );
  if (revokeGrants) parts.tenantStates.revoke(tenantId, parts.now(), userId);
  if (expireAccessTokens) parts.tenantStates.refuseTokens(tenantId, parts.issuer.lastSerial());
}
