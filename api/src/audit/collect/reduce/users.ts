import { maxAffectedListed } from '@tenantry/contract/verdicts';
import {
  type AccountFact,
  describedAccounts,
  type SignInActivityFacts,
  type UserFacts,
} from '../../facts/account-facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, textAt, timeAt, valueAt } from '../../facts/json-reader.ts';
import { directoryObjectKind } from '../../microsoft/directory-object-types.ts';
import { addTo, emptyList } from './capped-list.ts';

const disabledIdsCap = 10_000;
const staleAfterDays = 90;
const dayMs = 86_400_000;

function syncedFrom(user: JsonObject): boolean | null {
  if (booleanAt(user, 'onPremisesSyncEnabled') === true || (textAt(user, 'onPremisesImmutableId') ?? '') !== '')
    return true;
  const unset = (key: string): boolean => user[key] === null || user[key] === false || user[key] === '';
  return unset('onPremisesSyncEnabled') || unset('onPremisesImmutableId') ? false : null;
}

/**
 * Whether the account signs in at another organization, whatever its user type; null where the answer does not say. Its
 * name has #EXT# in it until somebody changes it; how it came to be and the state of its invitation stay (Microsoft Graph,
 * user: creationType, externalUserState).
 */
export function isExternalAccount(user: unknown): boolean | null {
  const upn = textAt(user, 'userPrincipalName');
  const invited = ['invitation', 'selfservicesignup'].includes(enumAt(user, 'creationType') ?? '');
  const state = ['accepted', 'pendingacceptance'].includes(enumAt(user, 'externalUserState') ?? '');
  if (invited || state || upn?.toLowerCase().includes('#ext#') === true) return true;
  return upn === null ? null : false;
}

/** What a user object of Graph says about the account; null where the answer did not carry the property. */
export function accountFrom(user: JsonObject): AccountFact {
  const id = textAt(user, 'id') ?? '';
  const upn = textAt(user, 'userPrincipalName');
  const type = enumAt(user, 'userType');
  const guest = type === 'guest' || isExternalAccount(user) === true ? true : type === 'member' ? false : null;
  return {
    id,
    name: textAt(user, 'displayName') ?? upn ?? id,
    upn,
    enabled: booleanAt(user, 'accountEnabled'),
    guest,
    synced: syncedFrom(user),
    ...(directoryObjectKind(textAt(user, '@odata.type')).agent !== undefined && { agent: true }),
  };
}

/** Last successful sign-in (kept by Microsoft since December 2023), else any sign-in, else the day of creation. */
function lastSeen(user: JsonObject): number | null {
  const successful = timeAt(user, 'signInActivity', 'lastSuccessfulSignInDateTime');
  if (successful !== null) return successful;
  // The answer carries the property and it is empty: nobody has signed in since Microsoft began to keep it. What else is
  // there counts attempts too, those of a thief among them.
  if (valueAt(user, 'signInActivity', 'lastSuccessfulSignInDateTime') === null) return timeAt(user, 'createdDateTime');
  const attempts = [
    timeAt(user, 'signInActivity', 'lastSignInDateTime'),
    timeAt(user, 'signInActivity', 'lastNonInteractiveSignInDateTime'),
  ];
  const known = attempts.filter((time): time is number => time !== null);
  return known.length > 0 ? Math.max(...known) : timeAt(user, 'createdDateTime');
}

/** The products that an answer assigns to an account; null where it does not say. */
function skuIdsOf({ assignedLicenses }: JsonObject): string[] | null {
  if (!Array.isArray(assignedLicenses)) return null;
  const ids = assignedLicenses.map((license) => textAt(license, 'skuId')?.toLowerCase() ?? null);
  return ids.every((id) => id !== null) ? ids : null;
}

/** The last sign-in that an answer tells: a successful one where Microsoft keeps those apart; null where it does not say. */
function lastSignInOf(user: JsonObject): string | null {
  if (user.signInActivity === null) return 'none';
  const told = (['lastSuccessfulSignInDateTime', 'lastSignInDateTime'] as const).find(
    (key) => valueAt(user, 'signInActivity', key) !== undefined,
  );
  if (told === undefined) return null;
  const at = timeAt(user, 'signInActivity', told);
  if (at !== null) return new Date(at).toISOString();
  return valueAt(user, 'signInActivity', told) === null ? 'none' : null;
}

export type UserReducer = { add(page: readonly unknown[]): void; finish(): UserFacts };

/** Enabled members to give as examples: enough that some are left without those who hold roles, or were declared. */
const exampleMembers = 24;

/** The lowest ids, so that each scan keeps the same accounts, in whatever order Graph gives them. */
class LowestIds {
  private kept: AccountFact[] = [];

  add(account: AccountFact): void {
    const last = this.kept[exampleMembers - 1];
    if (last !== undefined && last.id < account.id) return;
    this.kept = [...this.kept, account].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, exampleMembers);
  }

  get accounts(): readonly AccountFact[] {
    return this.kept;
  }
}

const isExample = ({ id, enabled, guest, agent }: AccountFact): boolean =>
  id !== '' && enabled === true && guest === false && agent !== true;

/**
 * Turns pages of users into facts of bounded size.
 * @param accountIds lower-case ids of accounts to keep by name (role holders, exclusions)
 * @param exampleIds lower-case ids of accounts that may be an example of others
 */
export function userReducer(accountIds: ReadonlySet<string>, exampleIds: ReadonlySet<string> = new Set()): UserReducer {
  const facts: UserFacts = {
    total: 0,
    enabledMembers: 0,
    disabled: 0,
    guests: 0,
    enabledGuests: 0,
    accounts: [],
    disabledIds: [],
    disabledIdsComplete: true,
  };
  const asked: AccountFact[] = [];
  const lowest = new LowestIds();
  const licenses: [string, string[]][] = [];
  facts.licenses = licenses;
  let isEachNamed = true;
  const addOne = (user: JsonObject): void => {
    const account = accountFrom(user);
    facts.total += 1;
    if (account.guest === true) facts.guests += 1;
    const id = account.id.toLowerCase();
    if (id === '') isEachNamed = false;
    const isAskedFor = accountIds.has(id);
    if (isAskedFor) facts.accounts.push(account);
    else if (exampleIds.has(id)) asked.push(account);
    else if (isExample(account)) lowest.add(account);
    const skuIds = skuIdsOf(user);
    if (skuIds && (isAskedFor || licenses.length < describedAccounts)) licenses.push([id, skuIds]);
    if (account.enabled === false) {
      facts.disabled += 1;
      if (facts.disabledIds.length < disabledIdsCap) facts.disabledIds.push(account.id);
      else facts.disabledIdsComplete = false;
    } else if (account.guest === true) facts.enabledGuests += 1;
    else facts.enabledMembers += 1;
  };
  return {
    add: (page) => {
      if (!page.every(isObject)) isEachNamed = false;
      page.filter(isObject).forEach(addOne);
    },
    finish: () => {
      facts.examples = [...asked, ...lowest.accounts].sort((a, b) => (a.id < b.id ? -1 : 1));
      const found = new Set(facts.accounts.map(({ id }) => id.toLowerCase()));
      // A directory without a single account is an answer that cannot be.
      if (!isEachNamed || facts.total === 0) return facts;
      return { ...facts, missing: [...accountIds].filter((id) => !found.has(id)) };
    },
  };
}

export type SignInActivityReducer = { add(page: readonly unknown[]): void; finish(): SignInActivityFacts };

/**
 * Turns pages of users with signInActivity into the accounts that nobody uses.
 * @param earlier what earlier pages of the same list came to, where it is resumed half-way
 */
export function signInActivityReducer(now: Date, earlier?: SignInActivityFacts): SignInActivityReducer {
  const facts: SignInActivityFacts = earlier
    ? structuredClone(earlier)
    : {
        staleAfterDays,
        enabledMembers: 0,
        enabledGuests: 0,
        staleMembers: emptyList(),
        staleGuests: emptyList(),
        undated: 0,
        unclear: 0,
      };
  const lastSignIns = facts.lastSignIns ?? [];
  facts.lastSignIns = lastSignIns;
  const staleBefore = now.getTime() - staleAfterDays * dayMs;
  const addOne = (user: JsonObject): void => {
    const account = accountFrom(user);
    if (account.enabled === null || account.guest === null) facts.unclear += 1;
    if (account.enabled !== true) return;
    const guest = account.guest === true;
    if (guest) facts.enabledGuests += 1;
    else facts.enabledMembers += 1;
    const seenAt = lastSeen(user);
    if (seenAt === null) facts.undated += 1;
    const isStale = seenAt !== null && seenAt < staleBefore;
    const list = guest ? facts.staleGuests : facts.staleMembers;
    if (isStale) addTo(list, account.id, account.upn ?? account.name);
    const lastSignIn = lastSignInOf(user);
    const isListed = isStale && list.count <= maxAffectedListed;
    if (lastSignIn !== null && (isListed || lastSignIns.length < describedAccounts))
      lastSignIns.push([account.id.toLowerCase(), lastSignIn]);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
