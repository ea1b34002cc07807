import type { Affected } from '@tenantry/contract/verdicts';
import type { AccountFact, RegistrationFacts } from '../../facts/account-facts.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { mayHaveMore } from '../../facts/role-holders.ts';
import { allOf, countOf } from '../../facts/sentence-parts.ts';
import { withAgentWords } from '../../microsoft/directory-object-types.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { isPrivilegedRole } from '../../microsoft/privileged-roles.ts';
import { affectedFrom, type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData, missingEvidence, withData } from '../shared/missing-data.ts';

const warningFromPercent = 95;
const register = `Have the named accounts register Microsoft Authenticator or a passkey at https://aka.ms/mysecurityinfo, or start a registration campaign (${portal.registrationCampaign}).`;

function memberRegistration(facts: RegistrationFacts, all: Facts): CheckVerdict {
  const { members, capable, incapable, untold } = facts;
  const enabled = factOf(all, 'users')?.enabledMembers ?? members;
  const evidence = [
    evidenceFrom(
      'registration',
      `${capable} of ${countOf(members, 'member')} can use MFA${facts.disabledExcluded ? '' : ' (disabled accounts could not be excluded)'}`,
    ),
  ];
  if (members === 0) return verdict('couldNotCheck', 'The registration report names no member account.', evidence);
  if (incapable.count === 0 && untold.count > 0)
    return verdict(
      'couldNotCheck',
      `The registration report does not say whether ${countOf(untold.count, 'member')} can use MFA.`,
      evidence,
    );
  if (incapable.count === 0 && enabled > members)
    return verdict(
      'couldNotCheck',
      `The registration report names ${countOf(members, 'member')}, but the tenant has ${countOf(enabled, 'enabled member')}.`,
      [...evidence, evidenceFrom('users', `${countOf(enabled, 'enabled member')}`)],
    );
  // The report may leave accounts out, and only the users would show it.
  if (incapable.count === 0 && all.users?.state === 'failed') return missingData(all, ['users']);
  if (incapable.count === 0) return verdict('pass', `${allOf(members, 'member')} can use MFA.`, evidence);
  if (!facts.disabledExcluded) {
    return {
      ...verdict(
        'couldNotCheck',
        `${countOf(incapable.count, 'account')} cannot use MFA, but it is not known which of them are disabled.`,
        [...evidence, ...missingEvidence(all, ['users'])],
      ),
      recommendation: missingData(all, ['users']).recommendation,
    };
  }
  // Of whom the report does not tell may be able to: a failure is one that would stand even then.
  const total = Math.max(enabled, members);
  const unknownCount = total - capable - incapable.count;
  const percentOf = (some: number) => Math.floor((100 * some) / total);
  const status = percentOf(total - incapable.count) >= warningFromPercent ? 'warning' : 'fail';
  const share =
    unknownCount === 0
      ? `${percentOf(capable)}% can`
      : `${percentOf(capable)}% to ${percentOf(total - incapable.count)}% can: the report does not tell of ${unknownCount.toLocaleString('en-GB')}`;
  const message = `${countOf(incapable.count, 'member')} of ${total.toLocaleString('en-GB')} cannot use MFA (${share}).`;
  const population = { of: total, untold: unknownCount };
  return { ...verdict(status, message, evidence), ...affectedFrom(incapable, 'user'), population };
}

/** Enabled people who hold a privileged role, directly or through a group. */
function privilegedPeople(facts: Facts): Map<string, { name: string; account: AccountFact | undefined }> | null {
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return null;
  const accounts = new Map(
    [...roles.accounts, ...(factOf(facts, 'users')?.accounts ?? [])].map((account) => [
      account.id.toLowerCase(),
      account,
    ]),
  );
  const people = new Map<string, { name: string; account: AccountFact | undefined }>();
  for (const holding of roles.holdings) {
    if (holding.principalType !== 'user' || !isPrivilegedRole(holding.roleTemplateId)) continue;
    const id = holding.principalId.toLowerCase();
    const account = accounts.get(id);
    const name = withAgentWords(holding.upn ?? account?.upn ?? holding.name, holding.agent);
    if (account?.enabled !== false) people.set(id, { name, account });
  }
  return people;
}

function adminRegistration(facts: Facts, registration: RegistrationFacts): CheckVerdict {
  const people = privilegedPeople(facts);
  if (people === null) return byReportAlone(facts, registration);
  const without: Affected[] = [];
  const missing: string[] = [];
  for (const [id, { name }] of people) {
    const capable = Object.hasOwn(registration.capableById, id) ? registration.capableById[id] : undefined;
    if (capable === false) without.push({ type: 'user', id, name });
    else if (capable === undefined) missing.push(name);
  }
  const evidence = [
    evidenceFrom('roles', `${countOf(people.size, 'enabled account holds', 'enabled accounts hold')} privileged roles`),
    evidenceFrom('registration', `without an MFA method: ${without.length}; not in the report: ${missing.length}`),
  ];
  const roles = factOf(facts, 'roles');
  const more = roles === undefined ? null : mayHaveMore(roles, isPrivilegedRole);
  if (without.length > 0) {
    const message = `${countOf(without.length, 'administrator has', 'administrators have')} no MFA method registered.`;
    const judged = verdict('fail', message, evidence, without);
    return more === null ? { ...judged, population: { of: people.size, untold: missing.length } } : judged;
  }
  if (more !== null) return verdict('couldNotCheck', `Not every administrator is known: ${more}.`, evidence);
  if (missing.length > 0 || people.size === 0) {
    return verdict(
      'couldNotCheck',
      'Not every holder of a privileged role could be found in the registration report.',
      evidence,
    );
  }
  return verdict(
    'pass',
    `${allOf(people.size, 'administrator')} ${people.size === 1 ? 'has' : 'have'} an MFA method.`,
    evidence,
  );
}

/** Without role assignments the report's own mark "admin" can show a failure, but never that there is none. */
function byReportAlone(facts: Facts, registration: RegistrationFacts): CheckVerdict {
  const { incapableAdmins } = registration;
  if (incapableAdmins.count === 0 || !registration.disabledExcluded) return missingData(facts, ['roles']);
  const evidence = [
    evidenceFrom(
      'registration',
      `without an MFA method: ${incapableAdmins.count} of ${countOf(registration.admins, 'account')} marked as administrator`,
    ),
  ];
  return {
    ...verdict(
      'fail',
      `${countOf(incapableAdmins.count, 'administrator has', 'administrators have')} no MFA method registered.`,
      evidence,
    ),
    ...affectedFrom(incapableAdmins, 'user'),
  };
}

function passwordReset({ members, withoutReset, resetUntold = 0 }: RegistrationFacts): CheckVerdict {
  if (withoutReset === undefined || members === 0)
    return verdict('couldNotCheck', 'The registration report does not say who can reset their password.');
  const evidence = [evidenceFrom('registration', `isSsprEnabled = false for ${countOf(withoutReset.count, 'member')}`)];
  if (withoutReset.count > 0)
    return {
      ...verdict(
        'fail',
        `${countOf(withoutReset.count, 'member')} of ${members} cannot reset their password themselves.`,
        evidence,
      ),
      ...affectedFrom(withoutReset, 'user'),
    };
  if (resetUntold > 0)
    return verdict(
      'couldNotCheck',
      `The registration report does not say whether ${countOf(resetUntold, 'member')} can reset their password.`,
      evidence,
    );
  return verdict('pass', `${allOf(members, 'member')} can reset their password themselves.`, evidence);
}

export const registrationChecks: readonly Check[] = [
  {
    id: 'mfa.registration',
    title: 'Users can use MFA',
    findingTitle: 'Users without an MFA method',
    category: 'mfa',
    severity: 'high',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.3.4'], prowler: ['entra_users_mfa_capable'], nist: ['PR.AA-03'], iso: ['A.8.5'] },
    datasets: ['registration'],
    helpful: ['users'],
    recommendation: register,
    impact: 'Anyone who signs in first with a stolen password registers the MFA method and owns the account.',
    evaluate: withData(['registration'], ([registration], _context, facts) => memberRegistration(registration, facts)),
  },
  {
    id: 'mfa.admins.registration',
    title: 'Administrators have an MFA method',
    findingTitle: 'Administrators without an MFA method',
    category: 'mfa',
    severity: 'critical',
    endangers: 'tenant',
    frameworks: { nist: ['PR.AA-03'] },
    datasets: ['registration', 'roles'],
    helpful: ['users'],
    recommendation: register,
    impact:
      'Anyone who signs in first with a stolen password registers the MFA method and owns the administrator account.',
    evaluate: withData(['registration'], ([registration], _context, facts) => adminRegistration(facts, registration)),
  },
  {
    id: 'user.reset',
    title: 'Users can reset their password themselves',
    findingTitle: 'Users cannot reset their password themselves',
    category: 'mfa',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { cis: ['5.2.4.1'], nist: ['PR.AA-01'] },
    datasets: ['registration'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Password reset > Properties: set self-service password reset to All.',
    impact: 'Users ask the help desk for a new password, and so does an attacker who knows a name and a date of birth.',
    evaluate: withData(['registration'], ([registration]) => passwordReset(registration)),
  },
];
