import type { SetUpItem, SetUpItemState, TenantConfiguration } from '@tenantry/contract/tenant-configuration';
import { datasets } from '../../audit/facts/datasets.ts';
import { booleanAt, type JsonObject, objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import type { ConfigurationDataset } from '../../audit/facts/tenant-configuration.ts';
import type { SeenSetUp } from './read-set-up.ts';
import {
  type AppRoleItem,
  type DirectoryRoleItem,
  entryName,
  grantText,
  type PrincipalItem,
  readingRoles,
  type SetUpEntry,
  setUpApps,
  setUpEntries,
} from './set-up-table.ts';

type Judged = { state: SetUpItemState; because: string | null; notRead: readonly ConfigurationDataset[] };

const granted: Judged = { state: 'granted', because: null, notRead: [] };
const unknown = (because: string): Judged => ({ state: 'unknown', because, notRead: [] });
const missing = ({ datasets: notRead }: SetUpEntry, because: string | null = null): Judged => ({
  state: 'missing',
  because,
  notRead,
});
const noReader = `There is no service principal ${setUpApps.configurationManagement.name} in the tenant that it could be granted to.`;

function judgePrincipal(entry: PrincipalItem, { principals }: SeenSetUp): Judged {
  const told = principals[entry.app];
  if ('because' in told) return unknown(told.because);
  if (told.value === null) return missing(entry);
  if (booleanAt(told.value, 'accountEnabled') === false)
    return missing(
      entry,
      'It is there, and disabled. Turn on sign-in for it: Enterprise apps > the application > Properties.',
    );
  return granted;
}

function judgePermission(entry: AppRoleItem, seen: SeenSetUp): Judged {
  if ('because' in seen.granted) return unknown(seen.granted.because);
  return seen.granted.value.has(entry.role) ? granted : missing(entry);
}

const sameId = (one: string | null, two: string | null) =>
  one !== null && two !== null && one.toLowerCase() === two.toLowerCase();

function judgeAppRole(entry: AppRoleItem, { principals, appRoles }: SeenSetUp): Judged {
  if (appRoles === null) return missing(entry, noReader);
  if ('because' in appRoles) return unknown(appRoles.because);
  const resource = principals[entry.resource];
  if ('because' in resource) return unknown(resource.because);
  if (resource.value === null) return missing(entry, `${setUpApps[entry.resource].name} is not in this tenant.`);
  const role = objectsAt(resource.value, 'appRoles').find((one) => textAt(one, 'value') === entry.role);
  if (role === undefined) return unknown(`${setUpApps[entry.resource].name} does not tell the id of this role.`);
  const resourceId = textAt(resource.value, 'id');
  const isGranted = appRoles.value.some(
    (one) => sameId(textAt(one, 'appRoleId'), textAt(role, 'id')) && sameId(textAt(one, 'resourceId'), resourceId),
  );
  return isGranted ? granted : missing(entry);
}

const isWholeDirectory = (assignment: JsonObject) => (textAt(assignment, 'directoryScopeId') ?? '/') === '/';

function judgeDirectoryRole(entry: DirectoryRoleItem, { directoryRoles }: SeenSetUp): Judged {
  if (directoryRoles === null) return missing(entry, noReader);
  if ('because' in directoryRoles) return unknown(directoryRoles.because);
  const held = directoryRoles.value.filter(isWholeDirectory).map((one) => textAt(one, 'roleDefinitionId'));
  const role = readingRoles.find(({ id }) => held.some((one) => sameId(one, id)));
  if (role === undefined) return missing(entry, 'No role that reads all settings is assigned to it directly.');
  if (role.notRead.length > 0)
    return {
      state: 'partial',
      because: `It has ${role.name}, which reads a part of the settings.`,
      notRead: role.notRead,
    };
  return role.name === entry.role
    ? granted
    : { ...granted, because: `It has ${role.name}, which can do far more than is needed: ${entry.role} is enough.` };
}

function judge(entry: SetUpEntry, seen: SeenSetUp): Judged {
  if (entry.kind === 'servicePrincipal') return judgePrincipal(entry, seen);
  if (entry.kind === 'directoryRole') return judgeDirectoryRole(entry, seen);
  return entry.kind === 'permission' ? judgePermission(entry, seen) : judgeAppRole(entry, seen);
}

/** Each thing that is needed, with whether the tenant has it. */
export function setUpItems(seen: SeenSetUp): SetUpItem[] {
  return setUpEntries.map((entry) => {
    const { state, because, notRead } = judge(entry, seen);
    return {
      id: entry.id,
      kind: entry.kind,
      name: entryName(entry),
      state,
      because,
      purpose: entry.purpose,
      grant: grantText(entry),
      notRead: notRead.map((name) => datasets[name].label),
    };
  });
}

const essential = new Set(setUpEntries.filter(({ isEssential }) => isEssential).map(({ id }) => id));

/** The state as a whole. Where something is known to be missing, what is not known changes nothing. */
export function setUpState(items: readonly SetUpItem[]): Exclude<TenantConfiguration['state'], 'off'> {
  if (items.some(({ id, state }) => state === 'missing' && essential.has(id))) return 'notSetUp';
  if (items.some(({ state }) => state === 'missing' || state === 'partial')) return 'partly';
  return items.some(({ state }) => state === 'unknown') ? 'unknown' : 'setUp';
}
