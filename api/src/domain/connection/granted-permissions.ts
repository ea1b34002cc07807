import type {
  RequiredPermission as RequiredPermissionView,
  TenantPermission,
} from '@tenantry/contract/tenant-permissions';
import { grantedBy, type RequiredPermission, requiredPermissions } from '../../audit/checks/permissions.ts';
import { datasets } from '../../audit/facts/datasets.ts';

/** Whether a permission is granted, and by which other one. */
export type PermissionState = Pick<TenantPermission, 'state' | 'grantedBy'>;

export const notKnown: PermissionState = { state: 'unknown', grantedBy: null };

/** A permission with what it is for, as pages show it. */
export const requiredPermissionView = (required: RequiredPermission): RequiredPermissionView => ({
  permission: required.permission,
  kind: required.isDelegated ? 'delegated' : 'application',
  usedFor: required.datasets.map((name) => datasets[name].label),
  checks: required.checks.map(({ id, title }) => ({ checkId: id, title })),
});

/** What an application may read stands in its token. */
function ofApplication(permission: string, granted: ReadonlySet<string> | null): PermissionState {
  if (granted === null) return notKnown;
  const by = grantedBy(permission, granted);
  return by === null
    ? { state: 'missing', grantedBy: null }
    : { state: 'granted', grantedBy: by === permission ? null : by };
}

/**
 * Every permission that an audit needs, and whether a directory granted it.
 * @param granted the application permissions in a token; null where nobody could say
 * @param ofAccount what is known of a permission that an account has, and no application
 */
export function permissionStates(
  granted: ReadonlySet<string> | null,
  ofAccount: (required: RequiredPermission) => PermissionState,
): TenantPermission[] {
  return requiredPermissions().map((required) => ({
    ...requiredPermissionView(required),
    ...(required.isDelegated ? ofAccount(required) : ofApplication(required.permission, granted)),
  }));
}
