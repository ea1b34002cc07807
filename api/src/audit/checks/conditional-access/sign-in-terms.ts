import type { Literal } from '../satisfiability/assignment.ts';
import { SatSolver } from '../satisfiability/sat-solver.ts';

/** Of the values of a dimension a sign-in has exactly one: one account, one platform, one level of risk. */
export type Dimension = { name: string; values: ReadonlyMap<string, Literal>; usual: string };

/**
 * The items that policies speak of (`user:…`, `platform:linux`, `device:…`) as truth values of a solver. An item is true
 * of a sign-in where one of its literals is. `wishes` says what is usual: what a sign-in is taken for where nothing speaks
 * against it.
 */
export class SignInTerms {
  readonly solver = new SatSolver();
  readonly wishes: Literal[] = [];
  /** Every dimension, and every truth value of its own with what it says. */
  readonly allDimensions: Dimension[] = [];
  readonly labels = new Map<Literal, string>();
  private readonly literals = new Map<string, readonly Literal[]>();
  private readonly dimensions = new Map<Literal, Dimension>();
  private readonly names = new Map<Literal, readonly string[]>();
  readonly never: Literal;

  constructor() {
    this.never = this.solver.variable();
    this.solver.clause([-this.never]);
  }

  dimension(name: string, values: readonly string[], usual: string): Dimension {
    const literals = new Map(
      [...new Set([usual, ...values])].map((value) => [value, this.solver.variable(value === usual)]),
    );
    const dimension = { name, values: literals, usual };
    this.solver.exactlyOne([...literals.values()]);
    for (const literal of literals.values()) this.dimensions.set(literal, dimension);
    const first = literals.get(usual);
    if (first !== undefined) this.wishes.push(first);
    this.allDimensions.push(dimension);
    return dimension;
  }

  /** A truth value of its own, usually false. `label`: what it says; without one, the first item that it is. */
  free(label = ''): Literal {
    const literal = this.solver.variable();
    this.wishes.push(-literal);
    this.labels.set(literal, label);
    return literal;
  }

  define(item: string, literals: readonly Literal[]): void {
    this.literals.set(item, literals);
    const [literal = 0] = literals;
    if (this.labels.get(literal) === '') this.labels.set(literal, item);
  }

  /** What a person calls what the literal says. Several items where no policy tells them apart. */
  name(literal: Literal, items: readonly string[]): void {
    this.names.set(literal, items);
  }

  has(item: string): boolean {
    return this.literals.has(item);
  }

  /** Empty where the item is true of no sign-in. */
  of(item: string): readonly Literal[] {
    return this.literals.get(item) ?? [];
  }

  items(prefix: string): string[] {
    return [...this.literals.keys()].filter((item) => item.startsWith(prefix));
  }

  namesOf(literal: Literal): readonly string[] {
    return this.names.get(literal) ?? [];
  }

  dimensionOf(literal: Literal): Dimension | undefined {
    return this.dimensions.get(literal);
  }

  /** Where all of `conditions` hold, one of `results` does. */
  implies(conditions: readonly Literal[], ...results: Literal[]): void {
    this.solver.clause([...conditions.map((literal) => -literal), ...results]);
  }
}
