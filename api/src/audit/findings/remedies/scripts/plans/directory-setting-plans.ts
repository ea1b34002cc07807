import { uriComponent } from '@tenantry/contract/text';
import { objectsAt, textAt } from '../../../../facts/json-reader.ts';
import { isCutText, objectsAtScan, partOf, update } from '../plan-settings.ts';
import { MissingForScript, type RemedyPlan, type RemedyStep, type ScriptTenant } from '../remedy-plan.ts';
import { restrictUserPermissions } from './authorization-plans.ts';

const reads = ['GroupSettings.Read.All'];
const writes = ['GroupSettings.ReadWrite.All'];

type Template = { id: string; name: string; defaults: Readonly<Record<string, string>> };

/** Each value has to be named where a setting is made (learn.microsoft.com/graph, "Create settings"; values of groupSettingTemplates). */
const passwordRules: Template = {
  id: '5cf42378-d67d-4f36-ba46-e8b86229381d',
  name: 'Password Rule Settings',
  defaults: {
    BannedPasswordCheckOnPremisesMode: 'Audit',
    EnableBannedPasswordCheckOnPremises: 'True',
    EnableBannedPasswordCheck: 'True',
    LockoutDurationInSeconds: '60',
    LockoutThreshold: '10',
    BannedPasswordList: '',
  },
};
const unifiedGroups: Template = {
  id: '62375ab9-6b52-47ed-826b-58e47e0e304b',
  name: 'Group.Unified',
  defaults: {
    NewUnifiedGroupWritebackDefault: 'true',
    EnableMIPLabels: 'false',
    CustomBlockedWordsList: '',
    EnableMSStandardBlockedWords: 'false',
    ClassificationDescriptions: '',
    DefaultClassification: '',
    PrefixSuffixNamingRequirement: '',
    AllowGuestsToBeGroupOwner: 'false',
    AllowGuestsToAccessGroups: 'true',
    GuestUsageGuidelinesUrl: '',
    GroupCreationAllowedGroupId: '',
    AllowToAddGuests: 'true',
    UsageGuidelinesUrl: '',
    ClassificationList: '',
    EnableGroupCreation: 'true',
  },
};

function settingOf(tenant: ScriptTenant, template: Template) {
  const found = objectsAtScan(tenant, 'groupSettings').find(
    ({ value }) => textAt(value, 'templateId')?.toLowerCase() === template.id,
  );
  if (found === undefined) return null;
  const pairs = objectsAt(found.value, 'values').map((pair) => [
    textAt(pair, 'name') ?? '',
    textAt(pair, 'value') ?? '',
  ]);
  return { id: found.id, values: Object.fromEntries(pairs) as Record<string, string | undefined> };
}

/** Named values of a directory setting: changed where it is there, else made with Microsoft's defaults for all others. */
function namedValues(
  tenant: ScriptTenant,
  template: Template,
  step: { title: string; closes: readonly string[]; values: Record<string, string>; caution?: string },
): RemedyStep {
  const present = settingOf(tenant, template);
  const scopes = { reads, writes, undoes: writes };
  const { values, ...rest } = step;
  if (present === null) {
    const all = Object.entries({ ...template.defaults, ...values }).map(([name, value]) => ({ name, value }));
    const set = { templateId: template.id, values: all };
    return { ...rest, ...scopes, kind: 'create', method: 'POST', path: '/groupSettings', key: 'templateId', set };
  }
  const seen = Object.fromEntries(
    Object.keys(values).flatMap((name) => {
      const value = present.values[name];
      if (isCutText(value)) throw new MissingForScript(`The value ${name} is too long for a scan to keep.`);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const path = `/groupSettings/${uriComponent(present.id)}`;
  return { ...rest, ...scopes, kind: 'update', method: 'PATCH', path, set: null, values, seen };
}

export const restrictDefaultPermissions: RemedyPlan = (tenant) => [
  ...restrictUserPermissions(tenant),
  ...(tenant.open.has('group.create.m365')
    ? [
        namedValues(tenant, unifiedGroups, {
          title: 'Users create no Microsoft 365 groups',
          closes: ['group.create.m365'],
          values: { EnableGroupCreation: 'false' },
          caution: 'Teams and Planner make such groups: users then ask for a team.',
        }),
      ]
    : []),
];

/** The names of the tenant's domains, as far as Microsoft takes them for words: 4 to 16 characters. */
function ownWords(tenant: ScriptTenant): string {
  const words = objectsAtScan(tenant, 'domains').map(({ id }) => id.split('.')[0] ?? '');
  const fitting = [...new Set(words)].filter((word) => /^[\p{L}\p{N}-]{4,16}$/u.test(word));
  if (fitting.length === 0)
    throw new MissingForScript('No domain of the tenant gives a word for the list of banned passwords.');
  return fitting.join('\t');
}

/** One change for all values: they stand in one list, which is sent whole. */
function passwordValues(tenant: ScriptTenant): RemedyStep[] {
  const present = settingOf(tenant, passwordRules)?.values ?? {};
  const wanted: { closes: string; values(): Record<string, string> }[] = [
    { closes: 'user.lockout.threshold', values: () => ({ LockoutThreshold: '10' }) },
    { closes: 'user.lockout.duration', values: () => ({ LockoutDurationInSeconds: '60' }) },
    {
      closes: 'user.pwd.banned',
      values: () => ({
        EnableBannedPasswordCheck: 'True',
        // What is listed already stays.
        ...(present.BannedPasswordList ? {} : { BannedPasswordList: ownWords(tenant) }),
      }),
    },
  ];
  const asked = wanted.filter(({ closes }) => tenant.open.has(closes));
  if (asked.length === 0) return [];
  return [
    namedValues(tenant, passwordRules, {
      title: 'Password protection: lockout, and banned passwords with the names of the domains',
      closes: asked.map(({ closes }) => closes),
      values: Object.assign({}, ...asked.map(({ values }) => values())),
    }),
  ];
}

const never = 2_147_483_647;

/** Passwords of managed root domains no longer expire; subdomains follow their root (learn.microsoft.com/graph, "Update domain"). */
const noExpiry: RemedyPlan = (tenant) =>
  objectsAtScan(tenant, 'domains')
    .filter(
      ({ value }) => value.isVerified !== false && value.isRoot !== false && value.authenticationType === 'Managed',
    )
    .filter(
      ({ value }) =>
        typeof value.passwordValidityPeriodInDays === 'number' && value.passwordValidityPeriodInDays !== never,
    )
    .map(({ id, value }) => ({
      kind: 'update',
      method: 'PATCH',
      title: `Passwords of ${id} do not expire`,
      closes: ['user.pwd.expiry'],
      path: `/domains/${uriComponent(id)}`,
      set: { passwordValidityPeriodInDays: never },
      seen: partOf(value, { passwordValidityPeriodInDays: never }),
      reads: ['Domain.Read.All'],
      writes: ['Domain.ReadWrite.All'],
      undoes: ['Domain.ReadWrite.All'],
    }));

const synchronization = 'OnPremDirectorySynchronization.ReadWrite.All';

/**
 * Neither soft nor hard match takes over an account of the cloud (learn.microsoft.com/graph, "Update onPremisesDirectorySynchronization").
 * Features that are not named stay as they are.
 */
export const secureDirectorySync: RemedyPlan = (tenant) =>
  objectsAtScan(tenant, 'onPremisesSynchronization').map(({ id, value }) => ({
    ...update({
      title: 'Soft match and hard match from on-premises take over no account of the cloud',
      closes: ['sync.takeover'],
      path: `/directory/onPremisesSynchronization/${uriComponent(id)}`,
      method: 'PATCH',
      set: { features: { blockSoftMatchEnabled: true, blockCloudObjectTakeoverThroughHardMatchEnabled: true } },
      seen: value,
      read: 'OnPremDirectorySynchronization.Read.All',
      write: [synchronization],
    }),
    caution: 'Accounts of the cloud that are to be joined to Active Directory later need it off for that time.',
  }));

export const passwordProtection: RemedyPlan = (tenant) => [
  ...passwordValues(tenant),
  ...(tenant.open.has('user.pwd.expiry') ? noExpiry(tenant) : []),
];
