import type { EmergencyState } from '@tenantry/contract/emergency-accounts';
import type { Affected } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { allOf, countOf, named } from '../../facts/sentence-parts.ts';
import { type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { accountOf, emergencyStateOf } from './emergency-state.ts';

type Declared = { id: string; name: string; state: EmergencyState };

const declaredOf = (ids: readonly string[], facts: Facts): Declared[] =>
  ids.map((id) => ({ id, name: accountOf(facts, id)?.upn ?? id, state: emergencyStateOf(facts, id) }));

const affectedOf = (accounts: readonly Declared[]): Affected[] =>
  accounts.map(({ id, name }) => ({ type: 'user', id, name }));

const allDeclared = (count: number): string =>
  `${allOf(count, 'declared emergency account')} ${count === 1 ? 'is' : 'are'}`;

const quoted = (names: readonly string[]): string => named(names.map((name) => `"${name}"`));

const isGone = ({ state }: Pick<Declared, 'state'>): boolean => state.isGone === true;
const goneText = (name: string): string => `${name} is declared, but no longer exists`;
const exclude =
  'Microsoft Entra admin center > Entra ID > Conditional Access > Policies: exclude the affected accounts from the policies that the evidence names.';

function exclusionText({ policies }: EmergencyState): string {
  if (policies === null || policies.count === 0) return 'no policy that blocks or requires MFA is about it';
  const { count, notExcluded, notExcludedCount, unknown, unknownCount } = policies;
  const parts = [
    `excluded from ${count - notExcludedCount - unknownCount} of ${countOf(count, 'blocking or MFA policy', 'blocking or MFA policies')}`,
    notExcludedCount > 0 ? `not from ${quoted(notExcluded)}` : '',
    unknownCount > 0 ? `not known of ${quoted(unknown)}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Whether the accounts that are declared for emergencies are excluded from every policy that can lock them out. */
export function declaredExclusions(ids: readonly string[], facts: Facts): CheckVerdict {
  const accounts = declaredOf(ids, facts);
  const evidence = accounts.map(({ id, name, state }) =>
    isGone({ state })
      ? evidenceFrom('users', `${name}: not in the directory`, id)
      : evidenceFrom('conditionalAccessPolicies', `${name}: ${exclusionText(state)}`, id),
  );
  const isReached = ({ state }: Declared): boolean => isGone({ state }) || (state.policies?.notExcludedCount ?? 0) > 0;
  const isOpen = ({ state }: Declared): boolean => (state.policies?.unknownCount ?? 1) > 0;
  const reached = accounts.filter(isReached);
  const gone = accounts.filter(isGone);
  const open = accounts.filter((one) => isOpen(one) && !isReached(one));
  const ready = accounts.length - reached.length - open.length;
  const recommendation =
    gone.length > 0
      ? `Remove the declaration of ${named(gone.map(({ name }) => name))} under Break-glass accounts and declare an account that exists. ${exclude}`
      : exclude;
  const told = named(
    reached.map(({ name, state }) =>
      isGone({ state }) ? goneText(name) : `${name} is not excluded from ${quoted(state.policies?.notExcluded ?? [])}`,
    ),
  );
  if (reached.length > 0 && ready > 0)
    return { ...verdict('warning', `${told}.`, evidence, affectedOf(reached)), recommendation };
  if (open.length > 0)
    return verdict(
      'couldNotCheck',
      `${gone.length > 0 ? `${named(gone.map(({ name }) => goneText(name)))}. ` : ''}It is not known whether ${named(open.map(({ name }) => name))} ${open.length === 1 ? 'is' : 'are'} excluded from every policy that blocks or requires MFA.`,
      evidence,
    );
  if (reached.length > 0)
    return {
      ...verdict('fail', `${told}: a faulty policy can lock everybody out.`, evidence, affectedOf(reached)),
      recommendation,
    };
  const isAbout = accounts.some(({ state }) => (state.policies?.count ?? 0) > 0);
  const message = isAbout
    ? `${allDeclared(ids.length)} excluded from every policy that blocks or requires MFA.`
    : 'No enabled policy blocks the declared emergency accounts or requires MFA for them.';
  return verdict('pass', message, evidence);
}

/** What keeps an account from being of use in an emergency, and what is not known of it. */
function shortcomings({ state: { isGone: gone, enabled, cloudOnly, globalAdministrator } }: Declared): string[] {
  if (gone === true) return ['declared, but no longer exists'];
  return [
    enabled === false ? 'disabled' : '',
    cloudOnly === false ? 'synced from on-premises' : '',
    globalAdministrator === false ? 'not a permanent Global Administrator' : '',
  ].filter((text) => text !== '');
}

/** Whether the declared accounts are enabled, cloud-only Global Administrators without an activation (CIS 1.1.2). */
export function declaredAdministrators(ids: readonly string[], facts: Facts): CheckVerdict {
  if (factOf(facts, 'roles') === undefined) return missingData(facts, ['roles']);
  const accounts = declaredOf(ids, facts);
  const evidence = accounts.map((one) => {
    const unfit = shortcomings(one);
    return evidenceFrom('roles', `${one.name}: ${unfit.length > 0 ? unfit.join(', ') : fitText(one)}`, one.id);
  });
  const unfit = accounts.filter((one) => shortcomings(one).length > 0);
  const open = accounts.filter((one) => shortcomings(one).length === 0 && !isKnown(one));
  const fit = accounts.length - unfit.length - open.length;
  const told = named(unfit.map((one) => `${one.name} is ${shortcomings(one).join(', ')}`));
  if (unfit.length > 0 && fit > 0) return verdict('warning', `${told}.`, evidence, affectedOf(unfit));
  if (open.length > 0)
    return verdict('couldNotCheck', `The details of ${named(open.map(({ name }) => name))} are not known.`, evidence);
  if (unfit.length > 0)
    return verdict(
      'fail',
      `No declared emergency account is an enabled, cloud-only Global Administrator: ${told}.`,
      evidence,
      affectedOf(unfit),
    );
  const noun =
    ids.length === 1 ? 'an enabled, cloud-only Global Administrator' : 'enabled, cloud-only Global Administrators';
  return verdict('pass', `${allDeclared(ids.length)} ${noun}.`, evidence);
}

const isKnown = ({ state: { enabled, cloudOnly, globalAdministrator } }: Declared): boolean =>
  enabled !== null && cloudOnly !== null && globalAdministrator !== null;

const fitText = (one: Declared): string =>
  isKnown(one) ? 'enabled, cloud-only, permanent Global Administrator' : 'not everything about it is known';
