import { truncate } from '@tenantry/contract/text';
import type { DirectoryAuditEntry, DirectoryAuditFacts } from '../../facts/directory-audit-facts.ts';
import {
  enumAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  timeAt,
  valueAt,
} from '../../facts/json-reader.ts';

/** Categories of the audit log that hold settings and roles (Microsoft Entra audit log activity reference). */
export const settingsCategories: readonly string[] = [
  'Policy',
  'RoleManagement',
  'DirectoryManagement',
  'AuthorizationPolicy',
  'CrossTenantAccessSettings',
  'CrossTenantIdentitySyncSettings',
];

/** Activities on settings in categories that hold much else: applications, and the membership of groups. */
export const settingsActivities: readonly string[] = [
  'Authentication Methods Policy Update',
  'Authentication Methods Policy Reset',
  'Create group settings',
  'Update group settings',
  'Delete group settings',
];

const maxEntries = 1000;
const maxTargets = 10;
const maxTextLength = 256;

const bounded = (text: string | null): string | null => (text === null ? null : truncate(text, maxTextLength));
const isOf = (names: readonly string[], name: string): boolean =>
  names.some((known) => known.toLowerCase() === name.toLowerCase());

function initiator(item: JsonObject): DirectoryAuditEntry['by'] {
  const user = objectAt(item, 'initiatedBy', 'user');
  const userId = textAt(user, 'id');
  const userName = textAt(user, 'userPrincipalName') ?? textAt(user, 'displayName') ?? userId;
  if (userName) return { kind: 'user', name: truncate(userName, maxTextLength), id: bounded(userId) };
  const app = objectAt(item, 'initiatedBy', 'app');
  const appId = textAt(app, 'servicePrincipalId') ?? textAt(app, 'appId');
  const appName = textAt(app, 'displayName') ?? appId;
  return appName ? { kind: 'app', name: truncate(appName, maxTextLength), id: bounded(appId) } : null;
}

/** Values of properties by their name. They come as JSON within a text: `"\"Global Administrator\""`. */
function propertyTexts(target: JsonObject, name: RegExp): string[] {
  const properties = objectsAt(target, 'modifiedProperties').filter((property) =>
    name.test(textAt(property, 'displayName') ?? ''),
  );
  return properties
    .flatMap((property) => [textAt(property, 'oldValue'), textAt(property, 'newValue')])
    .map((text) => text?.replace(/^"|"$/g, '') ?? '')
    .filter((text) => text !== '');
}

const roleProperty = /^role\.(templateid|displayname)$/i;
/** A grant's first target is the resource; whom it was granted to stands in a property of that. */
const applicationProperty = /^serviceprincipal\.displayname$/i;

function entryOf(item: JsonObject): DirectoryAuditEntry | null {
  const at = timeAt(item, 'activityDateTime');
  if (at === null) return null;
  const targets = objectsAt(item, 'targetResources').slice(0, maxTargets);
  const roleTargets = targets.filter((target) => enumAt(target, 'type') === 'role');
  const roles = [
    ...targets.flatMap((target) => propertyTexts(target, roleProperty)),
    ...roleTargets.flatMap((target) => [textAt(target, 'displayName') ?? '', textAt(target, 'id') ?? '']),
  ];
  return {
    at: new Date(at).toISOString(),
    activity: bounded(textAt(item, 'activityDisplayName')) ?? '',
    category: bounded(textAt(item, 'category')) ?? '',
    by: initiator(item),
    targets: targets.map((target) => ({
      id: bounded(textAt(target, 'id')),
      name: bounded(textAt(target, 'displayName') ?? textAt(target, 'userPrincipalName')),
      type: bounded(textAt(target, 'type')),
    })),
    roles: [...new Set(roles.filter((role) => role !== ''))]
      .slice(0, maxTargets)
      .map((role) => truncate(role, maxTextLength)),
    correlationId: bounded(textAt(item, 'correlationId')),
    application: bounded(targets.flatMap((target) => propertyTexts(target, applicationProperty)).at(-1) ?? null),
  };
}

/** Keeps the entries that changed a setting or a role, and those of further activities. Attempts that failed changed nothing and are dropped. */
export function directoryAuditReducer(since: string, activities: readonly string[] = []) {
  const entries: DirectoryAuditEntry[] = [];
  let isCut = false;
  return {
    add(page: readonly unknown[]): void {
      for (const item of page) {
        if (!isObject(item)) continue;
        const isWanted =
          isOf(settingsCategories, textAt(item, 'category') ?? '') ||
          isOf([...settingsActivities, ...activities], textAt(item, 'activityDisplayName') ?? '');
        const hasFailed = (valueAt(item, 'result') ?? null) !== null && enumAt(item, 'result') !== 'success';
        const entry = isWanted && !hasFailed ? entryOf(item) : null;
        if (entry === null) continue;
        if (entries.length < maxEntries) entries.push(entry);
        else isCut = true;
      }
    },
    isFull: (): boolean => entries.length >= maxEntries,
    finish({ isWhole }: { isWhole: boolean }): DirectoryAuditFacts {
      return {
        since,
        complete: isWhole && !isCut,
        entries: entries.toSorted((a, b) => b.at.localeCompare(a.at)),
      };
    },
  };
}
