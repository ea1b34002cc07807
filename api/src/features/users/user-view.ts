import type { DirectoryUser } from '@tenantry/contract/users';
import { roleIdByName } from '../../audit/microsoft/privileged-roles.ts';
import { mappedRole } from '../../domain/user-access/mapped-role.ts';
import type { M365UserRecord } from '../../store/m365-users.ts';
import type { RoleMappingRecord } from '../../store/role-mappings.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';

type Tenants = ReadonlyMap<string, Pick<TenantRecord, 'id' | 'displayName'>>;

const staffUnknown = 'Tenantry does not read the directory of your own staff.';

/**
 * The tenants that a user's row tells a caller by name: of groups, which may hold thousands, the first that the caller sees stands for
 * them.
 */
export function shownIds({ scope }: Pick<UserRecord, 'scope'>, seenBy: Scope): readonly string[] {
  if (scope.kind !== 'tenants') return [];
  if (!scope.groupIds) return scope.tenantIds;
  const first = scope.tenantIds.find((id) => isInScope(seenBy, id));
  return [...new Set([...(first === undefined ? [] : [first]), ...(scope.namedIds ?? [])])];
}

/**
 * Somebody who signs in here.
 * @param tenants those of the caller's scope
 * @param told `ids`: `shownIds`; `count`: how many tenants of the caller's scope the user sees
 */
export function userView(
  user: UserRecord,
  tenants: Tenants,
  told: { ids: readonly string[]; count: number },
): DirectoryUser {
  const { id, username, displayName, email, role, roleSource, scope } = user;
  const known = told.ids.flatMap((tenantId) => tenants.get(tenantId) ?? []);
  const [first] = known;
  const named = scope.kind === 'tenants' && scope.groupIds ? new Set(scope.namedIds ?? []) : null;
  const listed = named ? known.filter(({ id: tenantId }) => named.has(tenantId)) : known;
  const isLocal = user.m365Id === null;
  const unknown = isLocal ? 'A local user has no Microsoft account.' : staffUnknown;
  return {
    id,
    username,
    displayName,
    email,
    jobTitle: null,
    source: isLocal ? 'local' : 'm365',
    isClient: user.client != null,
    signsInHere: true,
    role,
    roleSource,
    roleUnknownBecause: null,
    tenantId: first?.id ?? null,
    tenantName: first?.displayName ?? null,
    scope: {
      kind: scope.kind,
      tenants: listed.map((tenant) => ({ id: tenant.id, name: tenant.displayName })),
      tenantCount: told.count,
      groupIds: scope.kind === 'tenants' ? [...(scope.groupIds ?? [])] : [],
    },
    hasLocalAuth: user.passwordHash !== null,
    accountEnabled: !user.isDisabled,
    isMfaEnforced: null,
    mfaUnknownBecause: unknown,
    isLicensed: null,
    licenseUnknownBecause: unknown,
  };
}

/**
 * The role that an account's directory roles would be mapped to if its directory were one of staff; null where they are not
 * known.
 */
export function roleOfAccount({ directoryRoles }: M365UserRecord, mappings: readonly RoleMappingRecord[]) {
  if (directoryRoles === null) return null;
  const role = mappedRole(
    mappings,
    directoryRoles.map((name) => ({ name, templateId: roleIdByName(name) ?? '' })),
  );
  return role === null ? ({ role: 'viewer', roleSource: 'default' } as const) : { role, roleSource: 'mapped' as const };
}

/** An account of a customer's directory, which does not sign in here. */
export function accountView(
  account: M365UserRecord,
  tenant: Pick<TenantRecord, 'id' | 'displayName'>,
  mappings: readonly RoleMappingRecord[],
): DirectoryUser {
  const { id, userPrincipalName, displayName, mail, jobTitle, accountEnabled, isMfaEnforced, isLicensed } = account;
  const given = roleOfAccount(account, mappings);
  return {
    id,
    username: userPrincipalName,
    displayName,
    email: mail,
    jobTitle,
    source: 'm365',
    isClient: false,
    signsInHere: false,
    role: given?.role ?? null,
    roleSource: given?.roleSource ?? null,
    roleUnknownBecause: given ? null : (account.rolesUnknownBecause ?? 'Its directory roles are not known.'),
    tenantId: tenant.id,
    tenantName: tenant.displayName,
    scope: null,
    hasLocalAuth: false,
    accountEnabled,
    isMfaEnforced,
    mfaUnknownBecause: isMfaEnforced === null ? account.mfaUnknownBecause : null,
    isLicensed,
    licenseUnknownBecause: isLicensed === null ? 'Microsoft did not return the licenses of this account.' : null,
  };
}
