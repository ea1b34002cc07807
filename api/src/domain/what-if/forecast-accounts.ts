import {
  type ForecastAccount,
  type ForecastAccounts,
  ForecastEffect,
  maxForecastAccounts,
} from '@tenantry/contract/what-if';
import type { Person } from '../../audit/checks/conditional-access/mfa-of-user.ts';
import {
  type AccountEffect,
  groupsOfFacts,
  policyChange,
} from '../../audit/checks/conditional-access/policy-change.ts';
import { isExpired } from '../../audit/checks/emergency-accounts.ts';
import { accountDetailsOf } from '../../audit/checks/shared/account-details.ts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import type { Pace } from '../pace/work-budget.ts';
import type { DirectoryAccount, Judged } from './judged.ts';
import { signInWords } from './sign-in-words.ts';

/** Who stands for several that nobody knows by name. `count`: how many that is; null where it is not known. */
type Others = { person: Person; label: string; count: number | null };

/**
 * Those of whom only the number is known: whatever policies say of roles, groups and accounts by name, they are in none of it that
 * was read.
 */
function othersOf(facts: Facts, accounts: readonly DirectoryAccount[]): Others[] {
  const users = factOf(facts, 'users');
  const known = (type: 'Member' | 'Guest') => accounts.filter(({ userType }) => userType === type).length;
  const left = (total: number | undefined, type: 'Member' | 'Guest') =>
    total === undefined ? null : Math.max(0, total - known(type));
  const members = left(users?.enabledMembers, 'Member');
  const guests = left(users?.enabledGuests, 'Guest');
  const some: Others[] = [
    { person: { id: 'other-members', userType: 'Member', external: false }, label: 'Other members', count: members },
    { person: { id: 'other-guests', userType: 'Guest', external: true }, label: 'Other guests', count: guests },
  ];
  return some.filter(({ count }) => count !== 0);
}

type Found = { account: ForecastAccount; effect: ForecastEffect; weight: number };

const rank = ({ isEmergency, roles, isSure }: ForecastAccount): number =>
  (isEmergency ? 0 : 4) + (roles.length > 0 ? 0 : 2) + (isSure ? 0 : 1);

function listed(effect: ForecastEffect, found: readonly Found[]): ForecastAccounts {
  const own = found.filter((one) => one.effect === effect);
  const sum = (is: (account: ForecastAccount) => boolean): number =>
    own.reduce((all, { account, weight }) => (is(account) ? all + weight : all), 0);
  const sorted = own
    .map(({ account }) => account)
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    effect,
    count: sum(({ isSure }) => isSure),
    maybe: sum(({ isSure }) => !isSure),
    withoutMethod: sum(({ hasMethod }) => hasMethod === false),
    listed: sorted.slice(0, maxForecastAccounts),
  };
}

/** Who meets what newly where the policies of `today` become those of `draft`, by name, emergency accounts first. */
export async function forecastAccounts(
  { kept: { facts }, tenant, accounts, isWholeDirectory, kept }: Judged,
  today: readonly JsonObject[],
  draft: readonly JsonObject[],
  pace: Pace,
): Promise<{ accounts: ForecastAccounts[]; lookedAt: number; enabledAccounts: number | null; notes: string[] }> {
  const groups = groupsOfFacts(facts, [...today, ...draft]);
  const change = policyChange(facts, groups, { before: today, after: draft });
  const detailsOf = accountDetailsOf(facts);
  const now = new Date(kept.scannedAt);
  const emergency = new Set(
    tenant.emergencyAccounts.filter((one) => !isExpired(one, now)).map(({ userId }) => userId.toLowerCase()),
  );
  const told = (one: AccountEffect, who: Pick<ForecastAccount, 'id' | 'name' | 'upn'>): ForecastAccount => {
    const { roles, mfa } = detailsOf(who.id.toLowerCase());
    return {
      ...who,
      isEmergency: emergency.has(who.id.toLowerCase()),
      roles: roles ?? [],
      isSure: one.isSure,
      because: one.because,
      when: one.when.map((item) => signInWords(item, facts)),
      policy: one.by.name,
      hasMethod: mfa,
    };
  };
  const named: Found[] = [];
  for (const { name, upn, ...person } of accounts) {
    await pace();
    for (const one of change.of(person))
      named.push({ account: told(one, { id: person.id, name, upn }), effect: one.effect, weight: 1 });
  }
  const others = isWholeDirectory ? [] : othersOf(facts, accounts);
  const unnamed = others.flatMap(({ person, label, count }) =>
    change.of(person).map((one) => {
      const name = count === null ? label : `${label} (${count}, not known by name)`;
      const account = { ...told(one, { id: person.id, name, upn: null }), hasMethod: null };
      return { account, effect: one.effect, weight: count ?? 1 };
    }),
  );
  const users = factOf(facts, 'users');
  const enabledAccounts = users ? users.enabledMembers + users.enabledGuests : null;
  const unread = change.unreadable.map(({ name }) => `"${name}"`);
  return {
    accounts: ForecastEffect.options.map((effect) => listed(effect, [...named, ...unnamed])),
    lookedAt: accounts.length,
    enabledAccounts,
    notes: [
      ...(isWholeDirectory
        ? []
        : ['Not every account is known by name. Synchronize the directory of this tenant to have them named.']),
      ...(unread.length === 0
        ? []
        : [`Whom ${unread.join(', ')} would reach is not known: the policy could not be read.`]),
    ],
  };
}
