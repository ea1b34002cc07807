import { Assignment, type Clause, type Literal } from './assignment.ts';
import { VariableOrder } from './variable-order.ts';

export type Answer = 'yes' | 'no' | 'unknown';

/**
 * Decides whether clauses over truth values can all hold, by conflict-driven clause learning (Marques-Silva and Sakallah,
 * "GRASP", 1996; Moskewicz et al., "Chaff", 2001), with sets of variables of which exactly one is true. Deterministic: the
 * same calls in the same order give the same answers, models and cores.
 */
export class SatSolver {
  private readonly given = new Assignment();
  private readonly order = new VariableOrder();
  private readonly phases: boolean[] = [false];
  private readonly seen: boolean[] = [false];
  private model: readonly number[] = [];
  private isSound = true;

  /** Literals that were given a value so far: the measure of work. */
  get work(): number {
    return this.given.work;
  }

  /** A new variable. `preferred`: what it is taken for where nothing speaks against it. */
  variable(preferred = false): number {
    this.phases.push(preferred);
    this.seen.push(false);
    this.order.add(preferred ? 1e-9 : 0);
    return this.given.variable();
  }

  /** At least one of the literals holds. */
  clause(literals: readonly Literal[]): void {
    this.undoTo(0);
    const distinct = new Set(literals);
    const open = [...distinct].filter((literal) => this.given.valueOf(literal) !== -1);
    if (open.some((literal) => this.given.valueOf(literal) === 1 || distinct.has(-literal))) return;
    if (open.length === 0) this.isSound = false;
    else if (open.length === 1) this.given.assign(open[0] ?? 0, null);
    else this.given.watch(open);
  }

  exactlyOne(variables: readonly number[]): void {
    this.clause(variables);
    this.given.exactlyOne(variables);
  }

  /**
   * Whether everything holds together with the assumptions.
   * @param workLimit `unknown` where it took more work than this
   * @param core takes the assumptions that `no` rests on
   */
  solve(assumptions: readonly Literal[], workLimit: number, core?: Set<Literal>): Answer {
    this.undoTo(0);
    const until = this.work + workLimit;
    while (this.isSound) {
      const conflict = this.given.propagate();
      if (conflict !== null) {
        if (this.given.level === 0) this.isSound = false;
        else this.learn(conflict);
      } else if (this.work > until) return this.end('unknown');
      else {
        const decided = this.decide(assumptions, core);
        if (decided !== null) return this.end(decided);
      }
    }
    return 'no';
  }

  /** Whether the literal holds in the model of the last `yes`, or in what was settled last. */
  holds(literal: Literal): boolean {
    return this.model[Math.abs(literal)] === (literal > 0 ? 1 : -1);
  }

  /** The same for that model alone, whatever is solved later. */
  snapshot(): (literal: Literal) => boolean {
    const { model } = this;
    return (literal) => model[Math.abs(literal)] === (literal > 0 ? 1 : -1);
  }

  /**
   * Gives values to what `fixed` leaves open, by the wishes in their order: those that nothing before them rules out.
   * @returns the wishes that came true; null where `fixed` cannot be
   */
  settle(fixed: readonly Literal[], wishes: readonly Literal[]): Literal[] | null {
    this.undoTo(0);
    if (this.given.propagate() !== null) this.isSound = false;
    const granted: Literal[] = [];
    for (const literal of fixed) if (!this.isSound || !this.grant(literal)) return null;
    for (const literal of wishes) if (this.grant(literal)) granted.push(literal);
    this.model = [...this.given.values];
    this.undoTo(0);
    return granted;
  }

  private grant(literal: Literal): boolean {
    if (this.given.valueOf(literal) !== 0) return this.given.valueOf(literal) === 1;
    const level = this.given.level;
    this.given.begin();
    this.given.assign(literal, null);
    if (this.given.propagate() === null) return true;
    this.undoTo(level);
    return false;
  }

  private end(answer: Answer): Answer {
    if (answer === 'yes') this.model = [...this.given.values];
    this.undoTo(0);
    return answer;
  }

  private undoTo(level: number): void {
    for (const literal of this.given.undoTo(level)) this.order.putBack(Math.abs(literal));
  }

  /** Learns from a conflict what must not be tried again: back to the first decision that leads there (first UIP). */
  private learn(conflict: Clause): void {
    const level = this.given.level;
    const learned: Literal[] = [];
    const touched: number[] = [];
    let open = 0;
    let place = this.given.trail.length - 1;
    let causes: readonly Literal[] = conflict;
    let uip: Literal = 0;
    do {
      for (const literal of causes) {
        const variable = Math.abs(literal);
        if (this.seen[variable] === true || this.given.levels[variable] === 0) continue;
        this.seen[variable] = true;
        touched.push(variable);
        this.order.bump(variable);
        if (this.given.levels[variable] === level) open += 1;
        else learned.push(literal);
      }
      while (this.seen[Math.abs(this.given.trail[place] ?? 0)] !== true) place -= 1;
      uip = this.given.trail[place] ?? 0;
      place -= 1;
      causes = this.given.causes(Math.abs(uip));
      open -= 1;
    } while (open > 0);
    for (const variable of touched) this.seen[variable] = false;
    this.order.decay();
    this.keep(-uip, learned);
  }

  private keep(asserted: Literal, others: Literal[]): void {
    others.sort((a, b) => (this.given.levels[Math.abs(b)] ?? 0) - (this.given.levels[Math.abs(a)] ?? 0));
    const clause = [asserted, ...others];
    this.undoTo(this.given.levels[Math.abs(others[0] ?? 0)] ?? 0);
    if (clause.length > 1) this.given.watch(clause);
    this.given.assign(asserted, clause.length > 1 ? clause : null);
  }

  /** The next assumption, or else the next guess; an answer where there is none. */
  private decide(assumptions: readonly Literal[], core: Set<Literal> | undefined): Answer | null {
    while (this.given.level < assumptions.length) {
      const literal = assumptions[this.given.level] ?? 0;
      const value = this.given.valueOf(literal);
      if (value === -1) {
        if (core !== undefined) this.explain(literal, new Set(assumptions), core);
        return 'no';
      }
      this.given.begin();
      if (value === 0) {
        this.given.assign(literal, null);
        return null;
      }
    }
    let variable = this.order.next();
    while (variable !== undefined && this.given.values[variable] !== 0) variable = this.order.next();
    if (variable === undefined) return 'yes';
    this.given.begin();
    this.given.assign(this.phases[variable] === true ? variable : -variable, null);
    return null;
  }

  private explain(failed: Literal, assumptions: ReadonlySet<Literal>, core: Set<Literal>): void {
    core.add(failed);
    const open = [Math.abs(failed)];
    const seen = new Set(open);
    for (let variable = open.pop(); variable !== undefined; variable = open.pop()) {
      const literal = this.given.values[variable] === 1 ? variable : -variable;
      if (this.given.reasons[variable] === null && this.given.levels[variable] !== 0 && assumptions.has(literal))
        core.add(literal);
      for (const cause of this.given.causes(variable).map(Math.abs)) {
        if (!seen.has(cause)) {
          seen.add(cause);
          open.push(cause);
        }
      }
    }
  }
}
