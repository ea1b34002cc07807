import type { DatasetName } from '../../facts/datasets.ts';
import { type Facts, factOf, failureOfDataset } from '../../facts/facts.ts';
import { textAt } from '../../facts/json-reader.ts';
import { holders, privileged } from '../../facts/role-holders.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { guestTypes, kindOf } from './items.ts';
import { addressesOf, allTrusted, isTrusted, locationIdOf } from './network-places.ts';
import type { Target } from './requirement.ts';

/** How much the ways past the policies let out. */
export type ExceptionSize = {
  /** So much that the rule does not hold. */
  isTooMuch: boolean;
  /** The number and the share, as the end of a sentence; empty where they are not known. */
  text: string;
  /** What to do about it, where it is another thing than closing the exclusion. */
  mend: string | null;
  /** Without these, which could not be read, it is not known how much it is. */
  unread: readonly DatasetName[];
};

/**
 * From a tenth of the accounts on, whoever tries one password against ten accounts meets one that is let out. Two accounts may be
 * the emergency access that Microsoft advises to leave out (Microsoft Learn, "Manage emergency access accounts"), however few
 * there are in all.
 */
const accounts = { share: 0.1, fewest: 3 } as const;
/** An eighth of the addresses or countries is no network of an organization, but the Internet: as for SPF (spf-openness.ts). */
const internetShare = 1 / 8;
const ip4Space = 2 ** 32;
/** ISO 3166-1. */
const countriesThereAre = 249;

/** Most of what there is to reach (Microsoft Learn, "Cloud apps, actions, and authentication context"): Office 365, mail, files. */
const coreApplications: ReadonlyMap<string, string> = new Map([
  ['office365', 'Office 365'],
  ['00000002-0000-0ff1-ce00-000000000000', 'Exchange Online'],
  ['00000003-0000-0ff1-ce00-000000000000', 'SharePoint Online'],
  ['00000003-0000-0000-c000-000000000000', 'Microsoft Graph'],
]);

const personKinds: ReadonlySet<string> = new Set(['user', 'group', 'role', 'guest']);
const idOf = (item: string): string => item.slice(item.indexOf(':') + 1);

type Gap = readonly string[];

/**
 * Weighs what is let out against whom a requirement is about: accounts by their share, holders of privileged roles where it is
 * about administrators, networks by how much of the Internet they are, applications by what is behind them.
 * @param gaps the ways past the policies, each a set of items that all are true of a sign-in
 */
export function exceptionSize(gaps: readonly Gap[], targets: readonly Target[], facts: Facts): ExceptionSize {
  const people = peopleLetOut(
    gaps.filter((gap) => gap.length > 0 && gap.every((item) => personKinds.has(kindOf(item)))),
    targets,
    facts,
  );
  const network = networkLetOut(gaps, facts);
  const application = gaps.find((gap) => gap.length === 1 && kindOf(gap[0] ?? '') === 'app' && isCore(gap[0] ?? ''));
  const parts = [people, network].filter((part) => part !== null);
  const texts = parts.map(({ text }) => text).filter((text) => text !== '');
  if (application !== undefined)
    texts.push(`${coreApplications.get(idOf(application[0] ?? '')) ?? ''} is most of what there is to reach`);
  return {
    isTooMuch: application !== undefined || parts.some(({ isTooMuch }) => isTooMuch),
    text: texts.join('; '),
    mend: network?.isTooMuch === true ? smallerNetwork : null,
    unread: needed(gaps, targets).filter((name) => failureOfDataset(facts[name]) !== undefined),
  };
}

/** What the gaps are weighed by. */
function needed(gaps: readonly Gap[], targets: readonly Target[]): DatasetName[] {
  const kinds = new Set(gaps.flatMap((gap) => gap.map(kindOf)));
  const isOfPeople = [...kinds].some((kind) => personKinds.has(kind));
  return [
    ...(isOfPeople && !isAboutAdmins(targets) ? (['users'] as const) : []),
    ...(kinds.has('role') || (isOfPeople && isAboutAdmins(targets)) ? (['roles'] as const) : []),
    ...(kinds.has('group') ? (['excludedGroups'] as const) : []),
    ...(kinds.has('location') ? (['namedLocations'] as const) : []),
  ];
}

const isAboutAdmins = (targets: readonly Target[]): boolean =>
  targets.every(({ items }) => items.some((item) => kindOf(item) === 'role'));

const smallerNetwork = `${portal.namedLocations}: make the named location the networks of your offices alone. Whoever signs in from it is let out.`;

const isCore = (item: string): boolean => coreApplications.has(idOf(item));

/** Of a group that fills itself, where its rule takes in everybody. */
function byRule(id: string, facts: Facts): { ids: readonly string[]; count: number } | null {
  const takesIn = factOf(facts, 'groups')?.named.find((group) => group.id.toLowerCase() === id)?.takesIn;
  const users = factOf(facts, 'users');
  if (takesIn === undefined || users === undefined) return null;
  return { ids: [], count: users.enabledMembers + (takesIn === 'everybody' ? users.enabledGuests : 0) };
}

type Part = { isTooMuch: boolean; text: string };

/** Whom an item stands for: their ids where all are known, else how many they are; null where neither is. */
function accountsOf(item: string, facts: Facts): { ids: readonly string[]; count: number } | null {
  const id = idOf(item);
  const kind = kindOf(item);
  if (kind === 'user') return { ids: [id], count: 1 };
  if (kind === 'group') {
    const members = factOf(facts, 'excludedGroups')?.find((group) => group.id === id)?.members;
    if (members == null) return byRule(id, facts);
    return { ids: members.listed.map((one) => one.id.toLowerCase()), count: members.count };
  }
  const roles = factOf(facts, 'roles');
  if (kind !== 'role' || roles === undefined) return null;
  const ids = holders(facts, roles, (role) => role === id).map((holder) => holder.id.toLowerCase());
  return { ids, count: ids.length };
}

function peopleLetOut(gaps: readonly Gap[], targets: readonly Target[], facts: Facts): Part | null {
  if (gaps.length === 0) return null;
  if (isAboutAdmins(targets)) return administratorsLetOut(gaps, facts);
  const users = factOf(facts, 'users');
  if (users === undefined) return null;
  const ids = new Set<string>();
  let unlisted = 0;
  for (const gap of gaps) {
    const known = gap.flatMap((item) => accountsOf(item, facts) ?? []).toSorted((a, b) => a.count - b.count);
    const [fewest] = known;
    if (fewest === undefined) continue;
    for (const id of fewest.ids) ids.add(id);
    unlisted += fewest.count - fewest.ids.length;
  }
  const isOfGuests = targets.every(({ items }) => items.some((item) => kindOf(item) === 'guest'));
  const guests = everyGuestKind(gaps) ? users.enabledGuests : 0;
  const total = users.enabledGuests + (isOfGuests ? 0 : users.enabledMembers);
  // Who cannot sign in, or is nobody that the rule is about.
  const isOutside = new Set(
    users.accounts
      .filter(({ enabled, guest }) => enabled === false || (isOfGuests && guest === false))
      .map((account) => account.id.toLowerCase()),
  );
  const count = Math.min(total, [...ids].filter((id) => !isOutside.has(id)).length + unlisted + guests);
  if (total === 0 || count === 0) return null;
  const share = count / total;
  return {
    isTooMuch: share >= accounts.share && count >= accounts.fewest,
    text: `${count} of ${countOf(total, 'account')} (${percent(share)})`,
  };
}

/** Whether guests of every kind, from everywhere, are let out. */
const everyGuestKind = (gaps: readonly Gap[]): boolean =>
  guestTypes.every((type) => gaps.some((gap) => gap.length === 1 && gap[0] === `guest:${type}`));

/** Whoever holds a privileged role and is let out undeclared is the one an attacker needs. */
function administratorsLetOut(gaps: readonly Gap[], facts: Facts): Part | null {
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return null;
  const held = heldRoles(facts);
  const names = new Map(holders(facts, roles, privileged).map(({ id, name }) => [id.toLowerCase(), name]));
  const out = new Set<string>();
  for (const gap of gaps) {
    const sets = gap.map((item) => accountsOf(item, facts)?.ids ?? []);
    const [first = [], ...others] = sets;
    for (const id of first) {
      const { active, eligible } = held.of(id);
      if ([...active, ...eligible].some(privileged) && others.every((ids) => ids.includes(id))) out.add(id);
    }
  }
  if (out.size === 0) return null;
  const told = named(
    [...out].map((id) => names.get(id) ?? id),
    3,
  );
  return {
    isTooMuch: true,
    text: `${countOf(out.size, 'holder')} of privileged roles ${out.size === 1 ? 'is' : 'are'} let out and not declared as emergency access: ${told}`,
  };
}

function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)}%`;
}

function networkLetOut(gaps: readonly Gap[], facts: Facts): Part | null {
  const items = gaps
    .filter((gap) => gap.length > 0 && gap.every((item) => kindOf(item) === 'location'))
    .flatMap((gap) => (gap.length === 1 ? gap : []));
  return items.length === 0 ? null : networkSize(new Set(items.map(idOf)), facts);
}

/**
 * How much of the Internet some named locations are together.
 * @param ids lower-case ids, `alltrusted` for all that are marked as trusted
 */
export function networkSize(ids: ReadonlySet<string>, facts: Facts): Part | null {
  const locations = (factOf(facts, 'namedLocations') ?? []).filter(
    (location) => ids.has(locationIdOf(location)) || (ids.has(idOf(allTrusted)) && isTrusted(location)),
  );
  const { ip4, countries } = addressesOf(locations);
  const isTooMuch = ip4 / ip4Space >= internetShare || countries / countriesThereAre >= internetShare;
  const texts = [
    ...(ip4 > 1 ? [`${ip4.toLocaleString('en-US')} IPv4 addresses (${percent(ip4 / ip4Space)} of all)`] : []),
    ...(countries > 0 ? [`${countries} of ${countriesThereAre} countries`] : []),
  ];
  if (texts.length === 0) return null;
  const names = locations.map((location) => textAt(location, 'displayName') ?? locationIdOf(location));
  return { isTooMuch, text: isTooMuch ? `${named(names, 3)}: ${texts.join(', ')}` : texts.join(', ') };
}
