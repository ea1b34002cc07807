import {
  changeAdminSettings,
  changeAuthSettings,
  changeRoleMapping,
  createRoleMapping,
  deleteRoleMapping,
  getAdminSettings,
  getAuthSettings,
  listRoleMappings,
} from '@tenantry/contract/role-mappings';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readSetting, type Setting, writeSetting } from '../../domain/settings/system-settings.ts';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import { RecordExistsError, update } from '../../ports/collection.ts';
import type { RoleMappingRecord, RoleMappingStore } from '../../store/role-mappings.ts';

type Dependencies = Pick<CommonParts, 'systemConfig' | 'trail' | 'clock'> & {
  roleMappings: RoleMappingStore;
  isMicrosoftConfigured(): Promise<boolean>;
};

const duplicate = () => new AppError('CONFLICT', 'A mapping for this M365 role already exists.');

/** One administrator's change wins over another's only where they touch the same role: the store refuses the second. */
async function refusingDuplicates<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof RecordExistsError) throw duplicate();
    throw error;
  }
}

const trailed = ['m365Role', 'localRole', 'description', 'isActive'] as const;

function mappingRoutes({ roleMappings: mappings, trail, clock }: Dependencies): Route[] {
  return [
    callerRoute(listRoleMappings, () => mappings.ordered()),

    callerRoute(createRoleMapping, async ({ body, caller }) => {
      const now = clock.now();
      const at = now.toISOString();
      const key = body.m365Role.toLowerCase();
      const mapping = { ...body, id: crypto.randomUUID(), m365RoleKey: key, createdAt: at, updatedAt: at };
      const entry = {
        eventType: 'role_mapping_created',
        user: caller.user.username,
        target: body.m365Role,
        tenantId: null,
        details: whatChanged(null, mapping, trailed),
      } as const;
      const record: RoleMappingRecord = withEntry({ ...mapping, ...emptyOutbox }, entry, now);
      const { etag } = await refusingDuplicates(() => mappings.create(record));
      await settleOutbox(mappings, record, trail, etag);
      return record;
    }),

    callerRoute(changeRoleMapping, async ({ params, body, caller }) => {
      const now = clock.now();
      const record = await refusingDuplicates(() =>
        update(mappings, params.id, (current) => {
          const { m365Role, localRole, description = current.description, isActive = current.isActive } = body;
          const wanted = { m365Role, localRole, description, isActive };
          const changes = Object.entries(wanted).some(([key, value]) => current[key as keyof typeof wanted] !== value);
          if (!changes) return current;
          const entry = {
            eventType: 'role_mapping_changed',
            user: caller.user.username,
            target: m365Role,
            tenantId: null,
            details: whatChanged(current, { ...current, ...wanted }, trailed),
          } as const;
          const changed = { ...current, ...wanted, m365RoleKey: m365Role.toLowerCase(), updatedAt: now.toISOString() };
          return withEntry(changed, entry, now);
        }),
      );
      if (!record) throw new AppError('NOT_FOUND', 'There is no such mapping.');
      await settleOutbox(mappings, record, trail);
      return record;
    }),

    callerRoute(deleteRoleMapping, async ({ params, caller }) => {
      const stored = await mappings.get(params.id);
      if (!stored) throw new AppError('NOT_FOUND', 'There is no such mapping.');
      await trail.record({
        eventType: 'role_mapping_deleted',
        user: caller.user.username,
        target: stored.value.m365Role,
        tenantId: null,
        details: whatChanged(stored.value, null, trailed),
      });
      await mappings.delete(params.id);
      return { success: true as const };
    }),
  ];
}

const adminSettings = ({ value, updatedAt, updatedBy }: Setting) => ({
  role_sync_enabled: value,
  last_updated: updatedAt,
  updated_by: updatedBy,
});

function settingRoutes({ systemConfig, trail, clock, isMicrosoftConfigured }: Dependencies): Route[] {
  const write = (key: 'role_sync_enabled' | 'allow_local_login', value: boolean, by: string) =>
    writeSetting({ systemConfig, trail, now: clock.now() }, key, value, by);
  const authSettings = async () => {
    const oauthEnabled = await isMicrosoftConfigured();
    const { value: allowLocalLogin } = await readSetting(systemConfig, 'allow_local_login');
    return { oauthEnabled, localFallback: oauthEnabled && allowLocalLogin, allowLocalLogin };
  };
  return [
    callerRoute(getAdminSettings, async () => adminSettings(await readSetting(systemConfig, 'role_sync_enabled'))),

    callerRoute(changeAdminSettings, async ({ body, caller }) =>
      adminSettings(await write('role_sync_enabled', body.role_sync_enabled, caller.user.username)),
    ),

    callerRoute(getAuthSettings, authSettings),

    callerRoute(changeAuthSettings, async ({ body, caller }) => {
      // Without it nobody at all could sign in.
      if (!body.allowLocalLogin && !(await isMicrosoftConfigured())) {
        throw new AppError('CONFLICT', 'Set up sign-in with Microsoft first: else nobody could sign in any more.');
      }
      if (!body.allowLocalLogin && caller.user.m365Id === null) {
        throw new AppError('CONFLICT', 'Sign in with Microsoft as an administrator first, to see that it works.');
      }
      await write('allow_local_login', body.allowLocalLogin, caller.user.username);
      return authSettings();
    }),
  ];
}

export function roleMappingRoutes(dependencies: Dependencies): Route[] {
  return [...mappingRoutes(dependencies), ...settingRoutes(dependencies)];
}
