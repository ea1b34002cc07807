import type { DirectoryUser } from '@tenantry/contract/users';
import { roleIdByName } from '../../audit/microsoft/privileged-roles.ts';
import { mappedRole } from '../../domain/user-access/mapped-role.ts';
import type { M365UserRecord } from '../../store/m365-users.ts';
import type { RoleMappingRecord } from '../../store/role-mappings.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';

type Tenants = ReadonlyMap<string, Pick<TenantRecord, 'id' | 'displayName'>>;

const staffUnknown = 'Tenantry does not read the directory of your own staff.';

/** Somebody who signs in here. @param tenants those of the caller's scope */
export function userView(user: UserRecord, tenants: Tenants): DirectoryUser {
  const { id, username, displayName, email, role, roleSource, scope } = user;
  const ids = scope.kind === 'tenants' ? scope.tenantIds : [];
  const known = ids.flatMap((tenantId) => tenants.get(tenantId) ?? []);
  const [first] = known;
  const isLocal = user.m365Id === null;
  const unknown = isLocal ? 'A local user has no Microsoft account.' : staffUnknown;
  return {
    id,
    username,
    displayName,
    email,
    jobTitle: null,
    source: isLocal ? 'local' : 'm365',
    signsInHere: true,
    role,
    roleSource,
    roleUnknownBecause: null,
    tenantId: first?.id ?? null,
    tenantName: first?.displayName ?? null,
    scope: {
      kind: scope.kind,
      tenants: known.map((tenant) => ({ id: tenant.id, name: tenant.displayName })),
      groupIds: scope.kind === 'tenants' ? [...(scope.groupIds ?? [])] : [],
      namedIds: scope.kind === 'tenants' ? (scope.namedIds ?? []).filter((tenantId) => tenants.has(tenantId)) : [],
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
