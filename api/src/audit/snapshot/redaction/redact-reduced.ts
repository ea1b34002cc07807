import type { AccountFact, CappedList, UserFacts } from '../../facts/account-facts.ts';
import type { FactValues } from '../../facts/facts.ts';
import type { RoleFacts } from '../../facts/role-facts.ts';
import { legacyClientNames } from '../../microsoft/legacy-clients.ts';
import { guidPattern, isConstantId } from './constant-ids.ts';
import { constantWords } from './constant-words.ts';
import { redactObject } from './redact-raw.ts';
import type { Texts } from './texts.ts';

const account = (one: AccountFact, texts: Texts): AccountFact => ({
  ...one,
  id: texts.id(one.id),
  name: texts.person(one.name),
  upn: one.upn === null ? null : texts.person(one.upn),
});

/** `bela@contoso.com (medium risk)`: what stands behind the name is our own. */
const rated = (name: string, texts: Texts): string => {
  const [, who = name, rating = ''] = /^(.*?)( \((?:low|medium|high|hidden|none|unknown) risk\))$/is.exec(name) ?? [];
  return `${texts.person(who)}${rating}`;
};

function listOf(list: CappedList, texts: Texts, name: (text: string, texts: Texts) => string): CappedList {
  return {
    count: list.count,
    listed: list.listed.map((one) => ({ id: texts.id(one.id), name: name(one.name, texts) })),
  };
}
const people = (list: CappedList, texts: Texts): CappedList => listOf(list, texts, (name) => texts.person(name));
const called = (kind: string) => (name: string, texts: Texts) => texts.name(kind, name);

const alertPage = 'https://security.microsoft.com/alerts/';
function alertsOf(list: CappedList, texts: Texts): CappedList {
  return {
    count: list.count,
    listed: list.listed.map(({ id, name, alert }) => ({
      id: texts.id(id),
      name: texts.name('Alert', name),
      ...(alert && {
        alert: {
          users: alert.users?.map((user) => texts.person(user)) ?? null,
          createdAt: alert.createdAt,
          url: alert.url === null ? null : `${alertPage}${texts.id(id)}`,
        },
      }),
    })),
  };
}

const byId = <T>(record: Readonly<Record<string, T>>, texts: Texts): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [texts.id(id), value]));

/** Roles of Microsoft keep their names; those that a tenant made do not. */
const role = ({ roleTemplateId, roleName }: { roleTemplateId: string; roleName: string }, texts: Texts) => ({
  roleTemplateId: texts.id(roleTemplateId),
  roleName: isConstantId(roleTemplateId) ? roleName : texts.roleName(roleName),
});

function roles(value: RoleFacts, texts: Texts): RoleFacts {
  return {
    eligibility: value.eligibility,
    accounts: value.accounts.map((one) => account(one, texts)),
    holdings: value.holdings.map((one) => ({
      ...one,
      ...role(one, texts),
      principalId: texts.id(one.principalId),
      name:
        one.principalType === 'group'
          ? texts.name('Group', one.name)
          : one.principalType === 'servicePrincipal'
            ? texts.name('Application', one.name)
            : texts.person(one.name),
      upn: one.upn === null ? null : texts.person(one.upn),
      viaGroupId: one.viaGroupId === null ? null : texts.id(one.viaGroupId),
    })),
    unresolvedGroups: value.unresolvedGroups.map((one) => ({
      id: texts.id(one.id),
      name: texts.name('Group', one.name),
      roleTemplateId: texts.id(one.roleTemplateId),
    })),
  };
}

const isProductId = (id: string): boolean => new RegExp(`^${guidPattern.source}$`, 'i').test(id);

const users = (value: UserFacts, texts: Texts): UserFacts => ({
  ...value,
  accounts: value.accounts.map((one) => account(one, texts)),
  ...(value.missing && { missing: value.missing.map(texts.id) }),
  // Which product an account has is the same for all: ids of products are Microsoft's.
  ...(value.licenses && {
    licenses: value.licenses.map(([id, skus]): [string, string[]] => [
      texts.id(id),
      skus.map((sku) => (isProductId(sku) ? sku : texts.id(sku))),
    ]),
  }),
  disabledIds: value.disabledIds.map(texts.id),
});

const clients = new Set(legacyClientNames.map((name) => name.toLowerCase()));
const clientName = (name: string, texts: Texts): string =>
  clients.has(name.toLowerCase()) || constantWords.has(name.toLowerCase()) ? name : texts.name('Client', name);

const risk = (value: FactValues['riskyUsers'], texts: Texts): FactValues['riskyUsers'] => ({
  ...value,
  severe: listOf(value.severe, texts, rated),
  listed: listOf(value.listed, texts, rated),
});

type Reduced =
  | 'roles'
  | 'privilegedApplications'
  | 'appRegistrations'
  | 'roleSchedules'
  | 'roleRules'
  | 'riskyUsers'
  | 'riskDetections'
  | 'users'
  | 'signInActivity'
  | 'registration'
  | 'legacySignIns'
  | 'groups'
  | 'alerts'
  | 'excludedGroups'
  | 'appPermissions'
  | 'assetApprovals'
  | 'exposedCredentials'
  | 'directoryAudits';

/** How each reduced dataset is redacted: what is no name and no id in it is a figure or a word of our own. */
export const reducedSets: { [K in Reduced]: (value: FactValues[K], texts: Texts) => FactValues[K] } = {
  roles,
  users,
  privilegedApplications: (list, texts) =>
    list.map((one) => ({
      ...one,
      id: texts.id(one.id),
      name: texts.name('Application', one.name),
      roles: one.roles.map((name) => texts.roleName(name)),
      ...(one.owners && { owners: people(one.owners, texts) }),
    })),
  appRegistrations: (value, texts) => ({
    total: value.total,
    live: listOf(value.live, texts, called('Application')),
    expired: listOf(value.expired, texts, called('Application')),
    untold: listOf(value.untold, texts, called('Application')),
  }),
  roleSchedules: (list, texts) =>
    list.map((one) => ({
      ...one,
      ...role(one, texts),
      principalId: texts.id(one.principalId),
      assignmentType: one.assignmentType === null ? null : texts.unknown(one.assignmentType),
      startDateTime: one.startDateTime === null ? null : texts.unknown(one.startDateTime),
      endDateTime: one.endDateTime === null ? null : texts.unknown(one.endDateTime),
    })),
  roleRules: (list, texts) =>
    list.map((one) => ({
      ...role(one, texts),
      rules: one.rules.map((rule) => redactObject(rule, texts, { name: 'Name' })),
    })),
  riskyUsers: risk,
  riskDetections: risk,
  signInActivity: (value, texts) => ({
    ...value,
    staleMembers: people(value.staleMembers, texts),
    staleGuests: people(value.staleGuests, texts),
    ...(value.lastSignIns && {
      lastSignIns: value.lastSignIns.map(([id, at]): [string, string] => [texts.id(id), at]),
    }),
  }),
  registration: (value, texts) => ({
    ...value,
    untold: people(value.untold, texts),
    incapable: people(value.incapable, texts),
    incapableAdmins: people(value.incapableAdmins, texts),
    capableById: byId(value.capableById, texts),
    securityKeyById: byId(value.securityKeyById, texts),
    ...(value.withoutReset && { withoutReset: people(value.withoutReset, texts) }),
  }),
  legacySignIns: (value, texts) => ({
    ...value,
    byClient: Object.fromEntries(Object.entries(value.byClient).map(([name, all]) => [clientName(name, texts), all])),
    users: people(value.users, texts),
    ...(value.smtpUsers && { smtpUsers: people(value.smtpUsers, texts) }),
  }),
  groups: (value, texts) => ({
    ...value,
    notPrivate: listOf(value.notPrivate, texts, called('Group')),
    named: value.named.map((one) => ({ ...one, id: texts.id(one.id), name: texts.name('Group', one.name) })),
  }),
  appPermissions: (value, texts) => ({
    ...value,
    unused: value.unused.map((one) => ({
      id: texts.id(one.id),
      name: texts.name('Application', one.name),
      permissions: one.permissions.map((name) => texts.name('Permission', name)),
    })),
    untold: listOf(value.untold, texts, called('Application')),
  }),
  assetApprovals: (value, texts) => ({
    assets: value.assets,
    pending: value.pending.map((one) => ({
      id: texts.idOrWord(one.id),
      classification: texts.name('Classification', one.classification),
      count: one.count,
      names: one.names.map((name) => texts.name('Asset', name)),
    })),
  }),
  exposedCredentials: (value, texts) => ({
    ...value,
    users: value.users.map((one) => ({
      id: texts.id(one.id),
      name: texts.person(one.name),
      devices: one.devices.map((name) => texts.name('Device', name)),
      kinds: one.kinds.map((kind) => texts.name('Credential', kind)),
    })),
  }),
  alerts: (value, texts) => ({
    open: alertsOf(value.open, texts),
    old: alertsOf(value.old, texts),
    untold: value.untold,
  }),
  excludedGroups: (list, texts) =>
    list.map(({ id, members }) => ({ id: texts.id(id), members: members === null ? null : people(members, texts) })),
  // Who did what and when is of no use to anybody else, and no check reads it.
  directoryAudits: ({ since }) => ({ since, complete: false, entries: [] }),
};
