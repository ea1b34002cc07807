import type { CloudName } from '@tenantry/contract/clouds';
import { optionalPermissions, type RequiredPermission, requiredPermissions } from '../../audit/checks/permissions.ts';
import { configurationPermission, datasets } from '../../audit/facts/datasets.ts';
import type { WantedApp } from './register-arguments.ts';

/** Role: of the application itself. Scope: on behalf of who signed in. The words are those of Graph. */
type PermissionKind = 'Role' | 'Scope';
export type AskedPermission = { name: string; kind: PermissionKind; purpose: string };

/** The only permission to write that is ever asked for, and only by `--with-tenant-configuration`. */
const whyToWrite =
  'snapshots of the tenant’s configuration. It is a permission to write, since taking a snapshot creates a job in the tenant, for which ConfigurationMonitoring.Read.All is not enough. It changes no setting of the tenant';

const purposeOf = ({ datasets: read }: RequiredPermission): string =>
  read.map((name) => datasets[name].label).join(', ');

/**
 * Every permission that the registration asks for, by the one list of what the audit reads. Where people sign in through the
 * application too, each is asked for on their behalf besides, so that one consent covers both. What the cloud does not offer needs none.
 */
export function askedPermissions(
  app: Pick<WantedApp, 'isPublicClient' | 'withTenantConfiguration'>,
  cloud: CloudName,
): AskedPermission[] {
  const asked = requiredPermissions(cloud).flatMap((required): AskedPermission[] => {
    const { permission: name, isDelegated } = required;
    const purpose = purposeOf(required);
    if (isDelegated) return [{ name, kind: 'Scope', purpose: `${purpose}, as the account that connected the tenant` }];
    const own: AskedPermission = { name, kind: 'Role', purpose };
    return app.isPublicClient ? [own, { name, kind: 'Scope', purpose: `${purpose}, as who signed in` }] : [own];
  });
  const isOffered = optionalPermissions(cloud).some(({ permission }) => permission === configurationPermission);
  const writing: AskedPermission[] =
    app.withTenantConfiguration && isOffered
      ? [{ name: configurationPermission, kind: 'Role', purpose: whyToWrite }]
      : [];
  return [...asked, ...writing];
}
