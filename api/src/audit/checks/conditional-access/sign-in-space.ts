import type { Literal } from '../satisfiability/assignment.ts';
import { defineApplications, isApplicationGroup, knownApplications } from './application-groups.ts';
import { DeviceTerms } from './device-terms.ts';
import type { DirectoryKnowledge } from './directory-knowledge.ts';
import { guestTypes, kindOf } from './items.ts';
import { definePlaces } from './network-places.ts';
import { PeopleTerms } from './people-terms.ts';
import { type CaPolicy, clientTypes, userActions } from './policy.ts';
import { type Dimension, SignInTerms } from './sign-in-terms.ts';

/** A condition with the literals of its items, each once. */
type Resolved = { all: boolean; include: readonly Literal[]; exclude: readonly Literal[] };

/** One sign-in: what is true of it. */
export type SignIn = { holds(literal: Literal): boolean; usual: readonly Literal[] };

/** Which sign-ins are meant: those of which `items` are true and `not` are not. */
export type SignInKind = {
  items: readonly string[];
  not?: readonly string[];
  /** Of a known person: whether an account, group, role or kind of guest is true of them; null where that is open. */
  person?: (item: string) => boolean | null;
};

/** Values that policies tell apart, beside those that they name; the first is the usual one. */
const plainDimensions: Readonly<Record<string, readonly string[]>> = {
  client: clientTypes,
  platform: ['unknown', 'android', 'ios', 'windows', 'windowsphone', 'macos', 'linux'],
  flow: ['none', 'devicecodeflow', 'authenticationtransfer'],
  insiderrisk: ['none', 'minor', 'moderate', 'elevated'],
};
const riskLevels = ['none', 'low', 'medium', 'high'];

const idOf = (item: string): string => item.slice(item.indexOf(':') + 1);

/** Every sign-in there can be, as far as the policies tell them apart. */
export class SignInSpace {
  readonly terms = new SignInTerms();
  /** The items of named locations that are marked as trusted. */
  readonly trusted: ReadonlySet<string>;
  private readonly people: PeopleTerms;
  private readonly actions: readonly string[];
  private readonly resolved = new WeakMap<CaPolicy, readonly Resolved[]>();
  private readonly selectors = new Map<CaPolicy, Map<string, Literal>>();
  private readonly settled = new Map<string, SignIn | null>();
  private readonly certain = new Map<string, (literal: Literal) => boolean>();

  constructor(policies: readonly CaPolicy[], knowledge: DirectoryKnowledge) {
    const byKind = itemsByKind(policies);
    const of = (kind: string): string[] => [...(byKind.get(kind)?.keys() ?? [])];
    const alike = (kind: string, isApart: (item: string) => string) => alikeItems(byKind.get(kind), isApart);
    const roles = of('role');
    this.people = new PeopleTerms(
      this.terms,
      knowledge,
      alike('user', (item) =>
        JSON.stringify([knowledge.kindOf(idOf(item)), roles.map((role) => knowledge.mayHold(idOf(item), idOf(role)))]),
      ),
      alike('group', () => ''),
      of('guest'),
    );
    for (const role of roles) this.people.role(role);
    this.actions = [...new Set([...userActions, ...of('action')])];
    const single = alike('app', (item) => (knownApplications.includes(idOf(item)) ? item : '')).filter(
      ([item = '']) => !isApplicationGroup(idOf(item)),
    );
    const rest = knownApplications.filter((id) => byKind.get('app')?.has(`app:${id}`) !== true);
    defineApplications(
      this.terms,
      [...single.map((items) => items.map(idOf)), ...rest.map((id) => [id])],
      this.actions,
      of('appfilter'),
    );
    this.definePlain(of, knowledge.seesRisks);
    this.trusted = definePlaces(
      this.terms,
      of('location').map(idOf),
      knowledge.namedLocations,
      knowledge.unknownLocationsAreTrusted,
    );
    new DeviceTerms(this.terms, of('device').map(idOf));
    for (const item of of('devicestate')) if (!this.terms.has(item)) this.terms.define(item, [this.terms.free()]);
  }

  private definePlain(of: (kind: string) => string[], seesRisks: boolean | null): void {
    const levels =
      seesRisks === true ? riskLevels : seesRisks === null ? [...riskLevels, 'hidden'] : ['hidden', ...riskLevels];
    const all = { ...plainDimensions, userrisk: levels, signinrisk: levels };
    for (const [kind, values] of Object.entries(all)) {
      const named = kind === 'client' ? [] : of(kind).map(idOf);
      const dimension = this.terms.dimension(kind, [...values, ...named], values[0] ?? '');
      for (const [value, literal] of dimension.values) {
        this.terms.define(`${kind}:${value}`, [literal]);
        this.terms.name(literal, [`${kind}:${value}`]);
      }
    }
  }

  /** Accounts, groups and roles that policies name, each with what it is in the solver. */
  get identities(): ReadonlyMap<string, Literal> {
    return this.people.identities;
  }

  /** What has to hold of a sign-in of the kind. */
  fixed({ items, not = [], person }: SignInKind): Literal[] {
    for (const item of not) if (kindOf(item) === 'role') this.people.role(item);
    const fixed = items.flatMap((item) => this.only(item));
    fixed.push(...not.flatMap((item) => this.terms.of(item).map((literal) => -literal)));
    if (!items.some((item) => kindOf(item) === 'action'))
      fixed.push(...this.actions.flatMap((item) => this.terms.of(item).map((literal) => -literal)));
    if (person !== undefined) fixed.push(...this.identity(person));
    return fixed;
  }

  private only(item: string): Literal[] {
    if (kindOf(item) === 'role') this.people.role(item);
    const literals = this.terms.of(item);
    if (literals.length === 1) return [...literals];
    const dimension: Dimension | undefined = this.terms.dimensionOf(literals[0] ?? 0);
    if (dimension === undefined) return [this.terms.never];
    return [...dimension.values.values()].filter((literal) => !literals.includes(literal)).map((literal) => -literal);
  }

  private identity(person: (item: string) => boolean | null): Literal[] {
    const truths = new Map<Literal, boolean | null>();
    for (const [item, literal] of this.people.identities) {
      const before = truths.get(literal);
      const now = person(item);
      // Of several items that the policies do not tell apart, one that is true decides.
      truths.set(literal, before === true || now === true ? true : before === null ? null : now);
    }
    const own = [...truths].flatMap(([literal, truth]) => (truth === null ? [] : [truth ? literal : -literal]));
    const guests = guestTypes.map((type) => `guest:${type}`);
    const kind = guests.find((item) => person(item) === true);
    if (kind !== undefined) return [...own, ...this.only(kind)];
    const ruledOut = guests.filter((item) => person(item) === false);
    return [...own, ...ruledOut.flatMap((item) => this.terms.of(item).map((literal) => -literal))];
  }

  /** The usual sign-in of the kind: nothing is true of it that need not be. Null where there is none. */
  usual(kind: SignInKind): SignIn | null {
    const fixed = this.fixed(kind);
    const key = fixed.join();
    const before = this.settled.get(key);
    if (before !== undefined) return before;
    const usual = this.terms.solver.settle(fixed, this.terms.wishes);
    const signIn = usual === null ? null : { usual, holds: this.terms.solver.snapshot() };
    // There may be as many people as the directory has accounts.
    if (kind.person === undefined) this.settled.set(key, signIn);
    return signIn;
  }

  private conditionsOf(policy: CaPolicy): readonly Resolved[] {
    const before = this.resolved.get(policy);
    if (before !== undefined) return before;
    const literals = (items: readonly string[]): Literal[] => [
      ...new Set(items.flatMap((item) => this.terms.of(item))),
    ];
    const resolved = policy.conditions
      .filter(({ all, exclude }) => !all || exclude.length > 0)
      .map(({ all, include, exclude }) => ({ all, include: literals(include), exclude: literals(exclude) }));
    this.resolved.set(policy, resolved);
    return resolved;
  }

  /** Whether the policy applies to the sign-in. */
  applies(policy: CaPolicy, signIn: SignIn): boolean {
    return this.conditionsOf(policy).every(
      ({ all, include, exclude }) =>
        (all || include.some((literal) => signIn.holds(literal))) && !exclude.some((literal) => signIn.holds(literal)),
    );
  }

  /** Whether the policy applies to every sign-in of the kind, by what is sure of all of them. */
  alwaysApplies(policy: CaPolicy, kind: SignInKind): boolean {
    const fixed = this.fixed(kind);
    const key = fixed.join();
    let isSure = this.certain.get(key);
    if (isSure === undefined) {
      if (this.terms.solver.settle(fixed, []) === null) return false;
      isSure = this.terms.solver.snapshot();
      if (kind.person === undefined) this.certain.set(key, isSure);
    }
    return this.conditionsOf(policy).every(
      ({ all, include, exclude }) => (all || include.some(isSure)) && exclude.every((literal) => isSure(-literal)),
    );
  }

  /** Assumed, the policy applies to the sign-in, and none of `without` is true of it. */
  reached(policy: CaPolicy, without: readonly string[]): Literal {
    const { solver } = this.terms;
    const selector = solver.variable();
    for (const item of without) for (const literal of this.terms.of(item)) this.terms.implies([selector], -literal);
    for (const { all, include, exclude } of this.conditionsOf(policy)) {
      if (!all) this.terms.implies([selector], ...include);
      for (const literal of exclude) this.terms.implies([selector], -literal);
    }
    return selector;
  }

  /** Assumed, the sign-in gets past the policy: it does not apply, or one of `except` is true. */
  past(policy: CaPolicy, except: readonly string[]): Literal {
    const known = this.selectors.get(policy) ?? new Map<string, Literal>();
    this.selectors.set(policy, known);
    const key = except.join('\n');
    const before = known.get(key);
    if (before !== undefined) return before;
    const { solver } = this.terms;
    const selector = solver.variable();
    known.set(key, selector);
    const ways: Literal[] = except.flatMap((item) => this.terms.of(item));
    for (const { all, include, exclude } of this.conditionsOf(policy)) {
      ways.push(...exclude);
      if (all) continue;
      const none = solver.variable();
      for (const literal of include) this.terms.implies([none], -literal);
      ways.push(none);
    }
    this.terms.implies([selector], ...ways);
    return selector;
  }
}

/** The items that policies name, by kind, each with the conditions that name it. */
function itemsByKind(policies: readonly CaPolicy[]): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  const add = (item: string, where: string): void => {
    const kind = kindOf(item);
    const items = found.get(kind) ?? new Map<string, string[]>();
    found.set(kind, items);
    const places = items.get(item) ?? [];
    items.set(item, places);
    places.push(where);
  };
  policies.forEach(({ conditions }, index) => {
    for (const { include, exclude } of conditions) {
      for (const item of include) add(item, `+${index}`);
      for (const item of exclude) add(item, `-${index}`);
    }
  });
  return found;
}

/** Items that the same conditions name in the same way, together. `apart`: what must be the same besides. */
function alikeItems(
  items: ReadonlyMap<string, readonly string[]> | undefined,
  apart: (item: string) => string,
): string[][] {
  const groups = new Map<string, string[]>();
  for (const [item, places] of items ?? []) {
    const key = `${[...new Set(places)].sort().join()} ${apart(item)}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return [...groups.values()].map((group) => group.sort());
}
