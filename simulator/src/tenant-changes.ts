import type { ConditionalAccessPolicy } from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from './counter-hash.ts';
import { type AuditLogManner, parseAuditLogManner } from './directory/audit-log-manner.ts';
import { type RoleName, roleNames, roleTemplates } from './directory/role-templates.ts';
import { accountTraits, type TenantDirectory } from './directory/tenant-directory.ts';
import { isDeleted, isUserField, userNames } from './directory/users.ts';
import type { TenantSettings } from './posture/tenant-settings.ts';

/** Something that an administrator changes. Objects are merged into what is there, lists replaced. */
export type TenantChange =
  /** A Conditional Access policy: `set` null deletes it, an id that is not there makes a new one. */
  | { kind: 'policy'; policyId: string; set: Record<string, unknown> | null }
  | { kind: 'setting'; setting: keyof TenantSettings; set: Record<string, unknown> }
  /** Gives a role to the user at this index of the directory. */
  | { kind: 'role'; role: RoleName; user: number }
  /** Sets properties of the account at this index: null deletes it, the index after the last makes a new one. */
  | { kind: 'account'; user: number; set: Record<string, unknown> | null }
  /** Consents to an application for everybody: the log alone tells of it. */
  | { kind: 'consent'; app: string }
  /** How the directory audit log tells its entries from then on; it leaves no entry itself. */
  | { kind: 'auditLog'; manner: Partial<AuditLogManner> };

/** Who does it: the index of a user, or the name of an application. */
export type ChangeActor = { user: number } | { app: string };

type Logged = {
  category: string;
  activity: string;
  operation: 'Add' | 'Update' | 'Delete' | 'Assign';
  targets: { id: string; displayName: string | null; type: string; modified?: Record<string, unknown>; upn?: string }[];
};

/** How Microsoft's log calls a change of each setting; SharePoint logs elsewhere, passwords and rules are not changed here. */
const loggedSettings: Partial<Record<keyof TenantSettings, { category: string; activity: string }>> = {
  securityDefaults: { category: 'Policy', activity: 'Update security defaults' },
  authenticationMethods: { category: 'ApplicationManagement', activity: 'Authentication Methods Policy Update' },
  authorization: { category: 'AuthorizationPolicy', activity: 'Update authorization policy' },
  crossTenantDefault: {
    category: 'CrossTenantAccessSettings',
    activity: 'Update the company default cross-tenant access setting',
  },
  deviceRegistration: { category: 'Policy', activity: 'Set device registration policies' },
  groupSettings: { category: 'GroupManagement', activity: 'Update group settings' },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is there with these properties put over it: objects are merged, lists replaced. */
export function mergedSetting<T extends object>(before: T, set: Record<string, unknown>): T {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(before));
  for (const [key, value] of Object.entries(set)) {
    const old = result[key];
    result[key] = isObject(value) && isObject(old) ? mergedSetting(old, value) : value;
  }
  return result as T;
}

function person(directory: TenantDirectory, index: number) {
  const names = userNames(directory, index, accountTraits(directory, index));
  return { id: directory.userId(index), displayName: names.displayName, upn: names.userPrincipalName };
}

function changePolicy(
  directory: TenantDirectory,
  change: Extract<TenantChange, { kind: 'policy' }>,
  now: Date,
): Logged {
  const { profile } = directory;
  const before = profile.conditionalAccess;
  const old = before(directory).find((policy) => policy.id === change.policyId);
  const { policyId: id, set } = change;
  if (!old && set === null) throw new TypeError(`there is no policy ${id}`);
  const next =
    set === null
      ? null
      : mergedSetting<ConditionalAccessPolicy>(old ?? { id }, { ...set, modifiedDateTime: now.toISOString() });
  profile.conditionalAccess = (references) => {
    const all = before(references);
    if (next && old) return all.map((policy) => (policy.id === id ? next : policy));
    const others = all.filter((policy) => policy.id !== id);
    return next ? [...others, next] : others;
  };
  const verb = set === null ? 'Delete' : old ? 'Update' : 'Add';
  const displayName = next?.displayName ?? old?.displayName ?? null;
  const modified = { ConditionalAccessPolicy: set };
  return {
    category: 'Policy',
    activity: `${verb} Conditional Access policy`,
    operation: verb,
    targets: [{ id, displayName, type: 'Policy', modified }],
  };
}

function changeSetting(directory: TenantDirectory, change: Extract<TenantChange, { kind: 'setting' }>): Logged | null {
  const { profile } = directory;
  const old = profile.settings[change.setting];
  if (!isObject(old)) throw new TypeError(`${change.setting} is no setting that can be changed`);
  profile.settings = { ...profile.settings, [change.setting]: mergedSetting(old, change.set) };
  const logged = loggedSettings[change.setting];
  const target = { id: directory.tenantId, displayName: null, type: 'Policy', modified: change.set };
  return logged ? { ...logged, operation: 'Update', targets: [target] } : null;
}

function grantRole(directory: TenantDirectory, change: Extract<TenantChange, { kind: 'role' }>): Logged {
  const { profile } = directory;
  const { role, user } = change;
  profile.grantedRoles = [...(profile.grantedRoles ?? []), { user, role: { role, assignment: 'active' } }];
  const modified = { 'Role.TemplateId': roleTemplates[role], 'Role.DisplayName': role };
  return {
    category: 'RoleManagement',
    activity: 'Add member to role',
    operation: 'Assign',
    targets: [
      { ...person(directory, user), type: 'User', modified },
      { id: guidOf(directory.key, roleNames.indexOf(role), 73), displayName: role, type: 'Role' },
    ],
  };
}

function changeAccount(directory: TenantDirectory, change: Extract<TenantChange, { kind: 'account' }>): Logged {
  const { profile, changedAccounts } = directory;
  const { user, set } = change;
  const isNew = user === profile.userCount && set !== null;
  if (!isNew && (user >= profile.userCount || isDeleted(directory, user)))
    throw new TypeError(`there is no user ${user}`);
  const strange = Object.keys(set ?? {}).find((field) => field === 'id' || !isUserField(field));
  if (strange !== undefined) throw new TypeError(`${strange} is no property that can be changed`);
  if (isNew) profile.userCount += 1;
  changedAccounts.set(user, set && { ...changedAccounts.get(user), ...set });
  const verb = set === null ? 'Delete' : isNew ? 'Add' : 'Update';
  const modified = set ?? {};
  return {
    category: 'UserManagement',
    activity: `${verb} user`,
    operation: verb,
    targets: [{ ...person(directory, user), type: 'User', modified }],
  };
}

/**
 * A consent leaves the grants first and then itself, all of one correlation id. A grant's target is the resource; the application stands
 * in its properties.
 */
function consentTo(directory: TenantDirectory, { app }: Extract<TenantChange, { kind: 'consent' }>): Logged[] {
  const id = guidOf(keyOfText(`${directory.tenantId}/${app}`), 0, 2);
  const application = { 'ServicePrincipal.ObjectID': id, 'ServicePrincipal.DisplayName': app };
  const category = 'ApplicationManagement';
  const graph = { id: guidOf(keyOfText(`${directory.tenantId}/Microsoft Graph`), 0, 2), type: 'ServicePrincipal' };
  const grantOf = (granted: Record<string, unknown>): Logged['targets'] => [
    { ...graph, displayName: 'Microsoft Graph', modified: { ...granted, ...application } },
    { id, displayName: null, type: 'ServicePrincipal' },
  ];
  return [
    {
      category,
      activity: 'Add delegated permission grant',
      operation: 'Assign',
      targets: grantOf({
        'DelegatedPermissionGrant.Scope': 'Mail.Read',
        'DelegatedPermissionGrant.ConsentType': 'AllPrincipals',
      }),
    },
    {
      category,
      activity: 'Add app role assignment to service principal',
      operation: 'Assign',
      targets: grantOf({ 'AppRole.Value': 'Mail.Send' }),
    },
    {
      category,
      activity: 'Consent to application',
      operation: 'Assign',
      targets: [
        {
          id,
          displayName: app,
          type: 'ServicePrincipal',
          modified: { 'ConsentContext.IsAdminConsent': true, 'ConsentContext.OnBehalfOfAll': true },
        },
      ],
    },
  ];
}

function initiator(directory: TenantDirectory, by: ChangeActor) {
  if ('app' in by) {
    return {
      user: null,
      app: { appId: null, displayName: by.app, servicePrincipalId: null, servicePrincipalName: null },
    };
  }
  const { id, displayName, upn } = person(directory, by.user);
  const rest = { ipAddress: '203.0.113.20', userType: 'Member', homeTenantId: null, homeTenantName: null };
  return { user: { id, displayName, userPrincipalName: upn, ...rest }, app: null };
}

const entryId = (directory: TenantDirectory): string =>
  guidOf(keyOfText(`${directory.tenantId}/audits`), directory.auditLog.length, 1);

/** The entry of the directory audit log as Graph v1.0 sends it (directoryAudit resource type). */
function entryOf(
  directory: TenantDirectory,
  logged: Logged,
  by: ChangeActor,
  now: Date,
  correlationId: string,
): object {
  const id = entryId(directory);
  return {
    id: `Directory_${id}`,
    category: logged.category,
    correlationId,
    result: 'success',
    resultReason: '',
    activityDisplayName: logged.activity,
    activityDateTime: now.toISOString(),
    loggedByService: logged.activity.endsWith('Conditional Access policy') ? 'Conditional Access' : 'Core Directory',
    operationType: logged.operation,
    initiatedBy: initiator(directory, by),
    targetResources: logged.targets.map(({ id: targetId, displayName, type, upn, modified = {} }) => ({
      id: targetId,
      displayName,
      type,
      userPrincipalName: upn ?? null,
      groupType: null,
      modifiedProperties: Object.entries(modified).map(([name, value]) => ({
        displayName: name,
        oldValue: null,
        newValue: JSON.stringify(value),
      })),
    })),
    additionalDetails: [],
  };
}

/** @returns what the log holds of it, the oldest first */
function apply(directory: TenantDirectory, change: TenantChange, now: Date): Logged[] {
  switch (change.kind) {
    case 'policy':
      return [changePolicy(directory, change, now)];
    case 'setting': {
      const logged = changeSetting(directory, change);
      return logged === null ? [] : [logged];
    }
    case 'account':
      return [changeAccount(directory, change)];
    case 'role':
      return [grantRole(directory, change)];
    case 'consent':
      return consentTo(directory, change);
    case 'auditLog':
      directory.auditLogManner = { ...directory.auditLogManner, ...change.manner };
      return [];
  }
}

/** Changes the tenant and writes what Microsoft's directory audit log would hold of it. Throws a TypeError where it cannot. */
export function changeTenant(directory: TenantDirectory, change: TenantChange, by: ChangeActor, now: Date): void {
  const inRange = (user: number) => Number.isInteger(user) && user >= 0 && user < directory.profile.userCount;
  if ('user' in by && !inRange(by.user)) throw new TypeError(`there is no user ${by.user}`);
  if (change.kind === 'role' && !inRange(change.user)) throw new TypeError(`there is no user ${change.user}`);
  const logged = apply(directory, change, now);
  const correlationId = entryId(directory);
  for (const one of logged) directory.auditLog.unshift(entryOf(directory, one, by, now, correlationId));
}

function parseActor(value: unknown): ChangeActor {
  if (value === undefined) return { user: 0 };
  if (isObject(value) && typeof value.user === 'number') return { user: value.user };
  if (isObject(value) && typeof value.app === 'string') return { app: value.app };
  throw new TypeError('by must be {"user": index} or {"app": name}');
}

function parseChange(value: unknown): TenantChange {
  if (!isObject(value)) throw new TypeError('change must be an object');
  const { kind, set, policyId, setting, role, user } = value;
  if (kind === 'policy' && typeof policyId === 'string' && (set === null || isObject(set)))
    return { kind, policyId, set };
  if (kind === 'setting' && typeof setting === 'string' && isObject(set)) {
    return { kind, setting: setting as keyof TenantSettings, set };
  }
  if (kind === 'account' && typeof user === 'number' && (set === null || isObject(set))) return { kind, user, set };
  if (kind === 'consent' && typeof value.app === 'string') return { kind, app: value.app };
  if (kind === 'auditLog' && isObject(value.manner)) return { kind, manner: parseAuditLogManner(value.manner) };
  const known = roleNames.find((name) => name === role);
  if (kind === 'role' && known && typeof user === 'number') return { kind, role: known, user };
  throw new TypeError(
    'change must be a policy (policyId, set), a setting (setting, set), a role (role, user), an account (user, set), a consent (app) or an auditLog (manner)',
  );
}

/** `{tenantId, change, by}` from JSON; throws a TypeError that names what is wrong. */
export function parseTenantChange(value: unknown): { tenantId: string; change: TenantChange; by: ChangeActor } {
  if (!isObject(value) || typeof value.tenantId !== 'string') throw new TypeError('tenantId must be a string');
  return { tenantId: value.tenantId, change: parseChange(value.change), by: parseActor(value.by) };
}
