import {
  type ForecastAccount,
  type ForecastAccounts,
  ForecastEffect,
  maxForecastAccounts,
} from '@tenantry/contract/what-if';
import {
  type AccountEffect,
  groupsOfFacts,
  type PolicyChange,
  policyChange,
} from '../../audit/checks/conditional-access/policy-change.ts';
import { isExpired } from '../../audit/checks/emergency-accounts.ts';
import { accountDetailsOf } from '../../audit/checks/shared/account-details.ts';
import { factOf } from '../../audit/facts/facts.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import type { Pace } from '../pace/work-budget.ts';
import type { Judged } from './judged.ts';
import { signInWords } from './sign-in-words.ts';
import { unnamedAccounts } from './unnamed-accounts.ts';

/** `isFirst`: stands before the accounts that are known by name, so that no long list hides it. */
type Found = { account: ForecastAccount; effect: ForecastEffect; weight: number; isFirst?: true };

const rank = ({ account: { isEmergency, roles, isSure }, isFirst }: Found): number =>
  (isEmergency ? 0 : isFirst === true ? 4 : 8) + (roles.length > 0 ? 0 : 2) + (isSure ? 0 : 1);
const byRank = (a: Found, b: Found): number =>
  rank(a) - rank(b) || (a.account.name < b.account.name ? -1 : a.account.name > b.account.name ? 1 : 0);

function listed(effect: ForecastEffect, found: readonly Found[]): ForecastAccounts {
  const own = found.filter((one) => one.effect === effect);
  const sum = (is: (account: ForecastAccount) => boolean): number =>
    own.reduce((all, { account, weight }) => (is(account) ? all + weight : all), 0);
  const sorted = own.sort(byRank).map(({ account }) => account);
  return {
    effect,
    count: sum(({ isSure }) => isSure),
    maybe: sum(({ isSure }) => !isSure),
    withoutMethod: sum(({ hasMethod }) => hasMethod === false),
    listed: sorted.slice(0, maxForecastAccounts),
  };
}

/** Policies of the draft of which nobody can say whom they block: one that cannot be read, one for workload identities. */
function unjudged({ unreadable, workloads }: PolicyChange): Found[] {
  const found = (kind: string, { id, name: policy }: { id: string; name: string }, name: string, because: string) => ({
    account: {
      id: `${kind}-${id}`,
      name,
      upn: null,
      isEmergency: false,
      roles: [],
      isSure: false,
      because,
      when: [],
      policy,
      hasMethod: null,
    },
    effect: 'blocked' as const,
    weight: 1,
    isFirst: true as const,
  });
  return [
    ...unreadable.map((policy) =>
      found('unread', policy, `Whom "${policy.name}" is for`, 'The policy could not be read.'),
    ),
    ...workloads.map((policy) =>
      found(
        'workloads',
        policy,
        `Workload identities that "${policy.name}" names`,
        'Sign-ins of people are judged: which applications the policy keeps out is not known.',
      ),
    ),
  ];
}

/** Who meets what newly where the policies of `today` become those of `draft`, by name, emergency accounts first. */
export async function forecastAccounts(
  { kept: { facts }, tenant, accounts, isWholeDirectory, disabled, kept }: Judged,
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
  const unnamed: Found[] = [];
  const met = new Set<string>();
  for (const other of unnamedAccounts(facts, { accounts, isWholeDirectory, disabled }, [...today, ...draft])) {
    await pace();
    const { person, label: name, count, because, unlike } = other;
    for (const one of change.of(person)) {
      met.add(`${person.id} ${one.effect}`);
      if (unlike !== undefined && met.has(`${unlike} ${one.effect}`)) continue;
      const doubt = [because, one.because].filter((text) => text !== null).join(' ');
      const account = told(one, { id: person.id, name, upn: null });
      const isSure = one.isSure && because === null;
      unnamed.push({
        account: { ...account, isSure, because: doubt === '' ? null : doubt, ...(count !== 1 && { hasMethod: null }) },
        effect: one.effect,
        weight: count ?? 1,
        ...(count === null && { isFirst: true }),
      });
    }
  }
  const users = factOf(facts, 'users');
  const enabledAccounts = users ? users.enabledMembers + users.enabledGuests : null;
  const unread = change.unreadable.map(({ name }) => `"${name}"`);
  return {
    accounts: ForecastEffect.options.map((effect) => listed(effect, [...named, ...unnamed, ...unjudged(change)])),
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
