import type { Literal } from '../satisfiability/assignment.ts';
import type { DirectoryKnowledge } from './directory-knowledge.ts';
import { guestTypes } from './items.ts';
import type { Dimension, SignInTerms } from './sign-in-terms.ts';

/** Items that no policy tells apart: each of them is named by the same policies in the same way. */
type Alike = readonly string[];

const anybodyElse = 'anybody else';
const noGuest = 'none';
const otherTenant = 'other';
const anyTenant = 'any';
/**
 * Accounts of these kinds have no home tenant, and Microsoft does not say how a list of tenants takes them: they may be in
 * all lists at once, or in none.
 */
const withoutTenant = ['internalguest', 'otherexternaluser'];

const after = (item: string): string => item.slice(item.indexOf(':') + 1);

/**
 * Who signs in: one account, of one kind and one home tenant, in any groups and with any roles. Memberships are taken as
 * unknown, so that any combination may occur; of accounts that policies name, the directory may rule something out.
 */
export class PeopleTerms {
  private readonly terms: SignInTerms;
  private readonly knowledge: DirectoryKnowledge;
  private readonly accounts: Dimension;
  private readonly named: readonly Alike[];
  readonly guests: Dimension;
  /** Account, group and role items, each with what it is in the solver. */
  readonly identities = new Map<string, Literal>();

  constructor(
    terms: SignInTerms,
    knowledge: DirectoryKnowledge,
    users: readonly Alike[],
    groups: readonly Alike[],
    guests: readonly string[],
  ) {
    this.terms = terms;
    this.knowledge = knowledge;
    this.named = users;
    this.guests = this.defineGuests(guests);
    this.accounts = terms.dimension(
      'account',
      users.map((alike) => alike[0] ?? ''),
      anybodyElse,
    );
    for (const alike of users) this.define(alike, this.accounts.values.get(alike[0] ?? '') ?? terms.never);
    for (const alike of groups) this.define(alike, terms.free());
    const isGuest = this.guests.values.get(noGuest) ?? terms.never;
    for (const [account] of users) {
      const kind = knowledge.kindOf(after(account ?? ''));
      if (kind !== null) terms.implies([this.literal(account)], kind === 'member' ? isGuest : -isGuest);
    }
  }

  private define(alike: Alike, literal: Literal): void {
    this.terms.name(literal, alike);
    for (const item of alike) {
      this.terms.define(item, [literal]);
      this.identities.set(item, literal);
    }
  }

  private literal(item: string | undefined): Literal {
    return this.identities.get(item ?? '') ?? this.terms.never;
  }

  role(item: string): void {
    if (this.terms.has(item)) return;
    const literal = this.terms.free();
    this.define([item], literal);
    for (const [account = ''] of this.named) {
      if (!this.knowledge.mayHold(after(account), after(item))) this.terms.implies([this.literal(account)], -literal);
    }
  }

  private defineGuests(items: readonly string[]): Dimension {
    const tenantsOf = new Map(guestTypes.map((type) => [type as string, new Set<string>()]));
    for (const item of items) {
      const [type = '', tenant] = after(item).split('@');
      if (tenant !== undefined) tenantsOf.get(type)?.add(tenant);
    }
    const valuesOf = ([type, tenants]: [string, ReadonlySet<string>]): string[] => {
      const inLists = tenants.size > 1 && withoutTenant.includes(type) ? [...tenants, anyTenant] : [...tenants];
      return [otherTenant, ...inLists].map((tenant) => `${type}@${tenant}`);
    };
    const dimension = this.terms.dimension('guest', [...tenantsOf].flatMap(valuesOf), noGuest);
    for (const [value, literal] of dimension.values) {
      const [type = '', tenant = ''] = value.split('@');
      if (tenant === otherTenant) this.terms.wishes.push(literal);
      if (value !== noGuest)
        this.terms.name(literal, [tenant === otherTenant || tenant === anyTenant ? `guest:${type}` : `guest:${value}`]);
    }
    for (const type of guestTypes) {
      const all = [...dimension.values].filter(([value]) => value.startsWith(`${type}@`));
      this.terms.define(
        `guest:${type}`,
        all.map(([, literal]) => literal),
      );
      for (const tenant of tenantsOf.get(type) ?? []) {
        const inList = all.filter(([value]) => value === `${type}@${tenant}` || value === `${type}@${anyTenant}`);
        this.terms.define(
          `guest:${type}@${tenant}`,
          inList.map(([, literal]) => literal),
        );
      }
    }
    return dimension;
  }
}
