import type { Affected, Evidence } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { PrivilegedApplication, RoleFacts } from '../../facts/role-facts.ts';
import {
  type Holder,
  holders,
  isGlobalAdministrator,
  mayHaveMore,
  mayHaveMoreApplications,
  privileged,
} from '../../facts/role-holders.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { withAgentWords } from '../../microsoft/directory-object-types.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingEvidence, withData } from '../shared/missing-data.ts';

const asUsers = (list: readonly Holder[]): Affected[] => list.map(({ id, name }) => ({ type: 'user', id, name }));

type Range = { least: number; most: number };

function globalAdministrators(facts: Facts, roles: RoleFacts, range: Range): CheckVerdict {
  const all = holders(facts, roles, isGlobalAdministrator);
  // Who is disabled cannot help out, and cannot do harm until somebody enables the account again.
  const people = all.filter(({ account }) => account?.enabled !== false);
  const count = people.length;
  const disabled = all.length - count;
  const evidence = [
    evidenceFrom(
      'roles',
      `${countOf(count, 'account')} with Global Administrator${
        count === 0
          ? ''
          : `: ${named(
              people.map(({ name }) => name),
              10,
            )}`
      }${disabled === 0 ? '' : `; ${countOf(disabled, 'disabled account')} not counted`}`,
    ),
  ];
  const more = mayHaveMore(roles, isGlobalAdministrator);
  if (count > range.most) {
    return verdict(
      'fail',
      `${countOf(count, 'account is a Global Administrator', 'accounts are Global Administrators')}; at most ${range.most} are recommended.`,
      evidence,
      asUsers(people),
    );
  }
  if (more !== null)
    return verdict(
      'couldNotCheck',
      `At least ${countOf(count, 'account is a Global Administrator', 'accounts are Global Administrators')}, but ${more}.`,
      evidence,
    );
  if (all.length === 0)
    return verdict('couldNotCheck', 'No Global Administrator was found, so the list cannot be complete.', evidence);
  if (count < range.least)
    return verdict(
      'fail',
      count === 0 ? 'Every Global Administrator is disabled.' : 'There is only one Global Administrator.',
      evidence,
      asUsers(people),
    );
  return verdict(
    'pass',
    `${countOf(count, 'account is a Global Administrator', 'accounts are Global Administrators')} (recommended: ${range.least} to ${range.most}).`,
    evidence,
  );
}

function ratio(facts: Facts, roles: RoleFacts): CheckVerdict {
  const global = holders(facts, roles, isGlobalAdministrator);
  const globalIds = new Set(global.map(({ id }) => id));
  const others = holders(facts, roles, privileged).filter(({ id }) => !globalIds.has(id));
  const evidence = [
    evidenceFrom(
      'roles',
      `${countOf(global.length, 'Global Administrator')}, ${countOf(others.length, 'other privileged account')}`,
    ),
  ];
  const more = mayHaveMore(roles, privileged);
  if (more !== null)
    return verdict('couldNotCheck', `The number of privileged accounts is not certain: ${more}.`, evidence);
  if (global.length === 0)
    return verdict('couldNotCheck', 'No Global Administrator was found, so the list cannot be complete.', evidence);
  if (global.length <= others.length)
    return verdict('pass', 'Most privileged accounts hold a narrower role than Global Administrator.', evidence);
  return verdict(
    'fail',
    `${countOf(global.length, 'account is a Global Administrator', 'accounts are Global Administrators')}; ${others.length === 0 ? 'none holds only' : `only ${countOf(others.length, 'account holds', 'accounts hold')}`} a narrower privileged role.`,
    evidence,
    asUsers(global),
  );
}

type PropertyJudgment = {
  of: 'synced' | 'guest';
  bad(count: number): string;
  good: string;
};

/** No privileged account may have the property; an account of which it is not known leaves the verdict open. */
function noneWith(facts: Facts, roles: RoleFacts, { of, bad, good }: PropertyJudgment): CheckVerdict {
  const people = holders(facts, roles, privileged);
  const hit = people.filter(({ account }) => account?.[of] === true);
  const open = people.filter(({ account }) => (account?.[of] ?? null) === null);
  const evidence = [
    evidenceFrom('roles', `${countOf(people.length, 'privileged account')} checked`),
    ...hit
      .slice(0, 20)
      .map(({ id, name, roles: names }) =>
        evidenceFrom('users', `${name}: ${of === 'synced' ? 'synchronized' : of} account with ${named(names)}`, id),
      ),
  ];
  const more = mayHaveMore(roles, privileged);
  if (hit.length > 0) {
    const judged = verdict('fail', bad(hit.length), evidence, asUsers(hit));
    return more === null ? { ...judged, population: { of: people.length, untold: open.length } } : judged;
  }
  if (people.length === 0)
    return verdict('couldNotCheck', 'No privileged account was found, so the list cannot be complete.', evidence);
  if (more !== null) return verdict('couldNotCheck', `Not every privileged account is known: ${more}.`, evidence);
  if (open.length > 0) {
    return verdict(
      'couldNotCheck',
      `The account details of ${countOf(open.length, 'administrator')} are not known: ${named(open.map(({ name }) => name))}.`,
      evidence,
    );
  }
  return verdict('pass', good, evidence);
}

const nameOf = ({ name, agent }: PrivilegedApplication): string => withAgentWords(name, agent);
const namesOf = (list: readonly PrivilegedApplication[]): string => named(list.map(nameOf));
const asApplications = (list: readonly PrivilegedApplication[]): Affected[] =>
  list.map((application) => ({ type: 'application', id: application.id, name: nameOf(application) }));

/** An agent identity signs in by the secrets of its blueprint, whose owners can give it more. */
const whereRegistered = ({ agent, foreign }: PrivilegedApplication): string =>
  foreign ? `, ${agent === 'agentIdentity' ? 'its blueprint is ' : ''}registered in another organization` : '';

/** "No application" is said where every holder of a privileged role is known: who is not known may be one. */
function notEachKnown(facts: Facts, evidence: Evidence[]): CheckVerdict | null {
  const roles = factOf(facts, 'roles');
  const more = roles === undefined ? null : mayHaveMoreApplications(roles);
  return more === null
    ? null
    : verdict('couldNotCheck', `Not every application with a privileged role is known: ${more}.`, [
        ...evidence,
        evidenceFrom('roles', more),
      ]);
}

function applicationSecrets(applications: readonly PrivilegedApplication[], facts: Facts): CheckVerdict {
  const evidence = applications
    .slice(0, 20)
    .map((application) =>
      evidenceFrom(
        'privilegedApplications',
        `${nameOf(application)}: ${named(application.roles)}, ${countOf(application.secrets, 'valid secret')}${whereRegistered(application)}`,
        application.id,
      ),
    );
  const bad = applications.filter(({ secrets }) => secrets > 0);
  if (bad.length > 0)
    return verdict(
      'fail',
      `${countOf(bad.length, 'application')} with a secret can act as administrator: ${namesOf(bad)}.`,
      evidence,
      asApplications(bad),
    );
  const untold = applications.filter((application) => !application.secretsTold && !application.foreign);
  if (untold.length > 0)
    return verdict(
      'couldNotCheck',
      `The secrets of ${namesOf(untold)} are not known.`,
      evidence,
      asApplications(untold),
    );
  const foreign = applications.filter((application) => application.foreign);
  if (foreign.length > 0) {
    const message = `${countOf(foreign.length, 'application')} of other organizations can act as administrator, and their secrets cannot be seen: ${namesOf(foreign)}.`;
    const told = verdict('warning', message, evidence, asApplications(foreign));
    return notEachKnown(facts, []) === null ? { ...told, population: { of: applications.length, untold: 0 } } : told;
  }
  return (
    notEachKnown(facts, evidence) ??
    verdict('pass', 'No application that holds a privileged role has a secret.', evidence)
  );
}

/** Whoever owns an application may give it a secret of its own and act with its roles (Microsoft Entra, "Application ownership"). */
function applicationOwners(applications: readonly PrivilegedApplication[], facts: Facts): CheckVerdict {
  const evidence = applications.slice(0, 20).map((application) => {
    const { id, roles, owners, foreign } = application;
    const who =
      owners === undefined
        ? 'owners not reported'
        : owners.count === 0
          ? 'no owner'
          : `owned by ${named(owners.listed.map((owner) => owner.name))}`;
    const where = foreign ? `${whereRegistered(application)}: its owners there cannot be seen` : '';
    return evidenceFrom('privilegedApplications', `${nameOf(application)}: ${named(roles)}, ${who}${where}`, id);
  });
  const owned = applications.filter(({ owners }) => owners !== undefined && owners.count > 0);
  if (owned.length > 0)
    return verdict(
      'fail',
      `${countOf(owned.length, 'application with a privileged role has', 'applications with privileged roles have')} owners, each of whom can act with that role: ${namesOf(owned)}.`,
      evidence,
      asApplications(owned),
    );
  const untold = applications.filter(({ owners }) => owners === undefined);
  if (untold.length > 0)
    return verdict(
      'couldNotCheck',
      `The owners of ${namesOf(untold)} are not known.`,
      [...evidence, ...missingEvidence(facts, ['privilegedApplications'])],
      asApplications(untold),
    );
  return (
    notEachKnown(facts, evidence) ??
    verdict('pass', 'No application that holds a privileged role has an owner in this tenant.', evidence)
  );
}

const onRoles = (judge: (facts: Facts, roles: RoleFacts, context: CheckContext) => CheckVerdict): Check['evaluate'] =>
  withData(['roles'], ([roles], context, facts) => judge(facts, roles, context));

export const roleChecks: readonly Check[] = [
  {
    id: 'role.ga.count',
    title: 'Two to four Global Administrators',
    findingTitle: 'Number of Global Administrators is outside the recommended range',
    category: 'secure-score',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { cis: ['1.1.3'], prowler: ['admincenter_users_between_two_and_four_global_admins'] },
    datasets: ['roles'],
    helpful: ['users'],
    recommendation: `${portal.roles} > Global Administrator: keep two to four accounts, including an emergency account; give the others narrower roles.`,
    impact:
      'With only one, losing the account means losing the tenant. Each one above four is one more account that gives an attacker the tenant.',
    evaluate: onRoles((facts, roles) => globalAdministrators(facts, roles, { least: 2, most: 4 })),
  },
  {
    id: 'role.ga.range',
    title: 'Two to eight Global Administrators',
    findingTitle: 'Fewer than two or more than eight enabled Global Administrators',
    category: 'secure-score',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.1v1'], nist: ['PR.AA-05'], iso: ['A.8.2'] },
    datasets: ['roles'],
    helpful: ['users'],
    recommendation: `${portal.roles} > Global Administrator: keep two to eight accounts.`,
    impact: 'With only one, losing the account means losing the tenant. With many, one compromised account is enough.',
    evaluate: onRoles((facts, roles) => globalAdministrators(facts, roles, { least: 2, most: 8 })),
  },
  {
    id: 'role.ga.ratio',
    title: 'Narrower roles are preferred to Global Administrator',
    findingTitle: 'More Global Administrators than holders of narrower privileged roles',
    category: 'secure-score',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.2v1'], nist: ['PR.AA-05'], iso: ['A.5.3'] },
    datasets: ['roles'],
    helpful: ['users'],
    recommendation: `${portal.roles}: replace Global Administrator with the role that fits the work (User, Exchange, SharePoint Administrator, …).`,
    impact: 'A phished administrator account compromises the whole tenant instead of one service.',
    evaluate: onRoles(ratio),
  },
  {
    id: 'role.cloudonly',
    title: 'Administrator accounts are cloud-only',
    findingTitle: 'Administrator accounts synchronized from Active Directory',
    category: 'secure-score',
    severity: 'high',
    endangers: 'tenant',
    frameworks: {
      scuba: ['MS.AAD.7.3v1'],
      cis: ['1.1.1'],
      prowler: ['entra_admin_users_cloud_only'],
      iso: ['A.5.16', 'A.8.2'],
    },
    datasets: ['roles'],
    helpful: ['users'],
    recommendation:
      'Create cloud-only accounts (…@tenant.onmicrosoft.com) for administrative work and remove the roles from the synchronized accounts.',
    impact:
      'Compromising Active Directory compromises the tenant: its password hashes and sync can take over these accounts.',
    evaluate: onRoles((facts, roles) =>
      noneWith(facts, roles, {
        of: 'synced',
        bad: (count) =>
          `${countOf(count, 'administrator account is', 'administrator accounts are')} synchronized from Active Directory: compromising AD compromises the tenant.`,
        good: 'All administrator accounts are cloud-only.',
      }),
    ),
  },
  {
    id: 'role.guest.admin',
    title: 'No guest holds a privileged role',
    findingTitle: 'Guest accounts with privileged roles',
    category: 'external-sharing',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { nist: ['PR.AA-05'], iso: ['A.5.18', 'A.8.2'] },
    datasets: ['roles'],
    helpful: ['users'],
    recommendation: `${portal.roles}: remove privileged roles from guest accounts; use accounts of this tenant or partner access (GDAP) instead.`,
    impact: 'This tenant is only as secure as the guest’s organization.',
    evaluate: onRoles((facts, roles) =>
      noneWith(facts, roles, {
        of: 'guest',
        bad: (count) => `${countOf(count, 'guest account holds', 'guest accounts hold')} privileged roles.`,
        good: 'No guest account holds a privileged role.',
      }),
    ),
  },
  {
    id: 'role.sp.secret',
    title: 'No application with a secret holds a privileged role',
    // A warning where the secrets are those of another organization and cannot be seen.
    findingTitle: 'Privileged applications with secrets or from other organizations',
    category: 'secure-score',
    severity: 'high',
    endangers: 'tenant',
    frameworks: {
      prowler: ['entra_service_principal_no_secrets_for_permanent_tier0_roles'],
      nist: ['PR.AA-05'],
      iso: ['A.8.2'],
    },
    datasets: ['privilegedApplications'],
    helpful: ['roles'],
    recommendation: `${portal.appRegistrations}: replace the secrets of the named applications with certificates, managed identities or federated credentials, or remove the role.`,
    impact:
      'A secret leaked from code or a configuration file gives administrator access, without MFA and from anywhere.',
    evaluate: withData(['privilegedApplications'], ([applications], _context, facts) =>
      applicationSecrets(applications, facts),
    ),
  },
  {
    id: 'role.sp.owners',
    title: 'No application with a privileged role has an owner',
    findingTitle: 'Privileged applications have owners',
    category: 'secure-score',
    severity: 'high',
    endangers: 'tenant',
    frameworks: {
      prowler: ['entra_service_principal_privileged_role_no_owners'],
      nist: ['PR.AA-05'],
      iso: ['A.5.18', 'A.8.2'],
    },
    datasets: ['privilegedApplications'],
    helpful: ['roles'],
    recommendation: `${portal.appRegistrations} > the application > Owners, and Enterprise apps > the application > Owners: remove every owner of the named applications, or remove the role.`,
    impact:
      'An owner is no administrator, but can give the application a secret and do with it whatever its role allows, past MFA and role activation.',
    evaluate: withData(['privilegedApplications'], ([applications], _context, facts) =>
      applicationOwners(applications, facts),
    ),
  },
];
