import type { Literal } from '../satisfiability/assignment.ts';
import type { Answer } from '../satisfiability/sat-solver.ts';
import { kindOf } from './items.ts';
import { allTrusted } from './network-places.ts';
import type { CaPolicy } from './policy.ts';
import type { SignIn, SignInKind, SignInSpace } from './sign-in-space.ts';

/** A policy that protects the sign-ins to which it applies, but those of which one of `except` is true. */
export type Protection = { policy: CaPolicy; except: readonly string[] };

export type Coverage = {
  /** The usual sign-in of the kind gets past every policy, before anything is excluded. */
  open: boolean;
  /** Smallest sets of items that lead past every policy: `['group:…']` for an excluded group. */
  gaps: readonly (readonly string[])[];
  /** Not every gap was looked for: there may be more, and without one coverage is not proven. */
  incomplete: boolean;
  /** The policies that the proof rests on: those that cover the sign-in, and those that cover what others exclude. */
  covering: readonly CaPolicy[];
};

/** Beyond this many ways past the policies nobody reads on. */
const gapsLimit = 12;
/** Of longer gaps no smaller one is looked for, nor a further one: the policies leave out too much to tell it apart. */
const readableGap = 8;
/** How much a search may take for one kind of sign-in; policies of tenants take some thousands. */
export const workLimit = 400_000;

/** Proofs of more policies than these are not made smaller. */
const proofLimit = 12;

const nothing: Coverage = { open: false, gaps: [], incomplete: true, covering: [] };

/**
 * Whether the policies together protect every sign-in of the kind, whatever else is true of it: a question of
 * satisfiability, for a sign-in escapes where it gets past each of them (decision 014).
 * @param limit how much the search may take, in values given
 */
export function coverage(
  space: SignInSpace,
  protections: readonly Protection[],
  kind: SignInKind,
  limit = workLimit,
): Coverage {
  const items = itemsThatMatter(protections, kind);
  const selectors = protections.map(({ policy, except }) => space.past(policy, except));
  const key = JSON.stringify([limit, space.fixed({ ...kind, items }), selectors.sort((a, b) => a - b)]);
  const known = found.get(space) ?? new Map<string, Coverage>();
  found.set(space, known);
  const result = known.get(key) ?? freshCoverage(space, protections, { ...kind, items }, limit);
  if (kind.person === undefined) known.set(key, result);
  return result;
}

const found = new WeakMap<SignInSpace, Map<string, Coverage>>();

/** Where no policy speaks of clients, what holds of one client holds of all. */
function itemsThatMatter(protections: readonly Protection[], { items }: SignInKind): readonly string[] {
  const isAnyClient = !protections.some(({ policy }) => namesClients(policy));
  return isAnyClient ? items.filter((item) => kindOf(item) !== 'client') : items;
}

/** Whether coverage of the kind is open, without a search for ways past that ask for more. */
export function isOpen(space: SignInSpace, protections: readonly Protection[], kind: SignInKind): boolean {
  const usual = space.usual({ ...kind, items: itemsThatMatter(protections, kind) });
  return usual !== null && protections.every((protection) => isPast(space, protection, usual));
}

/** Whether some sign-in of the kind gets past, however unusual; null where the search would take too long. */
export function hasWayPast(space: SignInSpace, protections: readonly Protection[], kind: SignInKind): boolean | null {
  const past = protections.map(({ policy, except }) => space.past(policy, except));
  const answer = space.terms.solver.solve([...space.fixed(kind), ...past], workLimit);
  return answer === 'unknown' ? null : answer === 'yes';
}

const namesClients = ({ conditions }: CaPolicy): boolean =>
  conditions.some(({ include: [first = ''] }) => kindOf(first) === 'client');

function freshCoverage(
  space: SignInSpace,
  protections: readonly Protection[],
  kind: SignInKind,
  limit: number,
): Coverage {
  const usual = space.usual(kind);
  if (usual === null) return nothing;
  if (protections.every((protection) => isPast(space, protection, usual)))
    return { open: true, gaps: [[]], incomplete: false, covering: [] };
  const whole = protections.find(({ policy, except }) => except.length === 0 && space.alwaysApplies(policy, kind));
  if (whole !== undefined) return { open: false, gaps: [], incomplete: false, covering: [whole.policy] };
  return new Search(space, protections, kind, usual, limit).run();
}

/** Whether the sign-in gets past it. */
export function isPast(space: SignInSpace, { policy, except }: Protection, signIn: SignIn): boolean {
  const isTrue = (item: string): boolean => space.terms.of(item).some((literal) => signIn.holds(literal));
  return !space.applies(policy, signIn) || except.some(isTrue);
}

class Search {
  private readonly space: SignInSpace;
  private readonly usual: SignIn;
  private readonly past: ReadonlyMap<Literal, CaPolicy>;
  private readonly fixed: readonly Literal[];
  /** What was found is ruled out while this is assumed. */
  private readonly found: Literal;
  private readonly protections: readonly Protection[];
  private readonly gaps: string[][] = [];
  private left: number;

  constructor(space: SignInSpace, protections: readonly Protection[], kind: SignInKind, usual: SignIn, limit: number) {
    this.left = limit;
    this.space = space;
    this.usual = usual;
    this.past = new Map(protections.map(({ policy, except }) => [space.past(policy, except), policy]));
    this.found = space.terms.solver.variable();
    this.fixed = [...space.fixed(kind), this.found];
    this.protections = protections;
  }

  run(): Coverage {
    const all = [...this.past.keys()];
    const core = new Set<Literal>();
    let answer = this.solve(all, core);
    while (answer === 'yes' && this.gaps.length < gapsLimit) {
      const gap = this.nearest(all);
      this.keep(gap);
      if (gap.literals.length > readableGap) break;
      answer = this.solve(all, core);
    }
    return {
      open: false,
      gaps: this.gaps.slice(0, gapsLimit),
      incomplete: answer !== 'no' || this.gaps.length > gapsLimit,
      covering: answer === 'no' ? this.proof(core) : [],
    };
  }

  private solve(assumptions: readonly Literal[], core?: Set<Literal>): Answer {
    const { solver } = this.space.terms;
    const before = solver.work;
    const answer = solver.solve([...this.fixed, ...assumptions], Math.max(this.left, 0), core);
    this.left -= solver.work - before;
    return answer;
  }

  /** The sign-in of the last answer, made as usual as can be; and in what it differs from the usual one. */
  private nearest(past: readonly Literal[]): Difference {
    const { solver } = this.space.terms;
    let holds = solver.snapshot();
    const unusual = this.usual.usual.filter((wish) => !holds(wish));
    for (const wish of unusual.length > readableGap ? [] : unusual) {
      if (holds(wish)) continue;
      const kept = this.usual.usual.filter(holds);
      if (this.solve([...past, ...kept, wish]) === 'yes') holds = solver.snapshot();
    }
    const literals = this.usual.usual
      .filter((wish) => !holds(wish))
      .flatMap((wish) => {
        const dimension = this.space.terms.dimensionOf(wish);
        return dimension === undefined ? [-wish] : [...dimension.values.values()].filter(holds);
      });
    return { literals, holds };
  }

  /** Keeps the gap by its names: one for each combination of items that the policies do not tell apart. */
  private keep({ literals, holds }: Difference): void {
    this.space.terms.solver.clause([-this.found, ...literals.map((literal) => -literal)]);
    const names = literals.map((literal) => this.space.terms.namesOf(literal)).filter((items) => items.length > 0);
    const named = new Set(this.protections.flatMap(({ policy, except }) => [...except, ...placesAndDevices(policy)]));
    const others = [...this.places(named, holds), ...this.devices(named, holds)].map((item) => [item]);
    const parts = [...names, ...others];
    if (parts.length > readableGap) {
      this.gaps.push(parts.map(([first = '']) => first));
      return;
    }
    let gaps: string[][] = [[]];
    for (const items of parts)
      gaps = gaps.flatMap((gap) => items.map((item) => [...gap, item])).slice(0, gapsLimit + 1);
    this.gaps.push(...gaps);
  }

  private places(named: ReadonlySet<string>, holds: SignIn['holds']): string[] {
    const isTrue = (item: string): boolean => this.space.terms.of(item).some((literal) => holds(literal));
    const places = [...named].filter((item) => kindOf(item) === 'location' && isTrue(item));
    // A trusted location says it already.
    return places.some((item) => this.space.trusted.has(item)) ? places.filter((item) => item !== allTrusted) : places;
  }

  private devices(named: ReadonlySet<string>, holds: SignIn['holds']): string[] {
    return [...named]
      .filter((item) => kindOf(item).startsWith('device'))
      .flatMap((item) => {
        const [literal = 0] = this.space.terms.of(item);
        if (holds(literal) === this.usual.holds(literal)) return [];
        return [holds(literal) ? item : `other${item}`];
      });
  }

  /** Policies that are enough for the proof, those that come first among them where there is a choice. */
  private proof(known: ReadonlySet<Literal>): CaPolicy[] {
    let core = [...this.past.keys()].filter((literal) => known.has(literal));
    for (const literal of core.length > proofLimit ? [] : [...core].reverse()) {
      const rest = core.filter((other) => other !== literal);
      if (this.solve(rest) === 'no') core = rest;
    }
    return [...new Set(core.flatMap((literal) => this.past.get(literal) ?? []))];
  }
}

type Difference = { literals: readonly Literal[]; holds: SignIn['holds'] };

/** A condition speaks of one kind of thing, but for the one on people. */
const placesAndDevices = ({ conditions }: CaPolicy): string[] =>
  conditions
    .filter(({ include, exclude }) => /^(?:location|device)/.test(include[0] ?? exclude[0] ?? ''))
    .flatMap(({ include, exclude }) => [...include, ...exclude]);
