/** A variable, or with a minus its opposite. */
export type Literal = number;
export type Clause = Literal[];
/** Why a literal holds: a clause of which it is the last hope, or the variable of its set that is true. */
type Reason = Clause | number | null;

const indexOf = (literal: Literal): number => (literal > 0 ? 2 * literal : 1 - 2 * literal);

/** Truth values given so far, level by level, and what follows from them. */
export class Assignment {
  /** Literals that were given a value so far: the measure of work. */
  work = 0;
  /** Of each variable: 1, -1, or 0 where it is open. */
  readonly values: number[] = [0];
  readonly levels: number[] = [0];
  readonly reasons: Reason[] = [null];
  readonly trail: Literal[] = [];
  private readonly sets: (readonly number[] | null)[] = [null];
  private readonly watches: Clause[][] = [[], []];
  private readonly limits: number[] = [];
  private head = 0;

  variable(): number {
    this.values.push(0);
    this.levels.push(0);
    this.reasons.push(null);
    this.sets.push(null);
    this.watches.push([], []);
    return this.values.length - 1;
  }

  exactlyOne(variables: readonly number[]): void {
    for (const variable of variables) this.sets[variable] = variables;
  }

  get level(): number {
    return this.limits.length;
  }

  begin(): void {
    this.limits.push(this.trail.length);
  }

  valueOf(literal: Literal): number {
    return literal > 0 ? (this.values[literal] ?? 0) : -(this.values[-literal] ?? 0);
  }

  /** Of at least two literals: notices when only one can still hold. */
  watch(clause: Clause): void {
    for (const literal of [clause[0] ?? 0, clause[1] ?? 0]) this.watches[indexOf(-literal)]?.push(clause);
  }

  assign(literal: Literal, reason: Reason): void {
    const variable = Math.abs(literal);
    this.values[variable] = literal > 0 ? 1 : -1;
    this.levels[variable] = this.limits.length;
    this.reasons[variable] = reason;
    this.trail.push(literal);
    this.work += 1;
  }

  /** Takes back what was given above the level. */
  undoTo(level: number): Literal[] {
    if (this.limits.length <= level) return [];
    const undone = this.trail.splice(this.limits[level] ?? 0);
    for (const literal of undone) this.values[Math.abs(literal)] = 0;
    this.limits.length = level;
    this.head = Math.min(this.head, this.trail.length);
    return undone;
  }

  /** Follows what is forced; the clause that cannot hold, or null. */
  propagate(): Clause | null {
    while (this.head < this.trail.length) {
      const literal = this.trail[this.head] ?? 0;
      this.head += 1;
      const conflict = this.propagateSet(literal) ?? this.propagateClauses(literal);
      if (conflict !== null) return conflict;
    }
    return null;
  }

  private propagateSet(literal: Literal): Clause | null {
    if (literal < 0) return null;
    for (const other of this.sets[literal] ?? []) {
      if (other === literal) continue;
      const value = this.values[other];
      if (value === 1) return [-literal, -other];
      if (value === 0) this.assign(-other, literal);
    }
    return null;
  }

  private propagateClauses(literal: Literal): Clause | null {
    const list = this.watches[indexOf(literal)] ?? [];
    let kept = 0;
    let conflict: Clause | null = null;
    for (let index = 0; index < list.length; index += 1) {
      const clause = list[index] ?? [];
      if (conflict === null && this.movesWatch(clause, -literal)) continue;
      list[kept] = clause;
      kept += 1;
      if (conflict !== null) continue;
      const first = clause[0] ?? 0;
      const value = this.valueOf(first);
      if (value === -1) conflict = clause;
      else if (value === 0) this.assign(first, clause);
    }
    list.length = kept;
    return conflict;
  }

  /** Whether another literal of the clause is watched in place of the false one. */
  private movesWatch(clause: Clause, isFalse: Literal): boolean {
    if (clause[0] === isFalse) {
      clause[0] = clause[1] ?? 0;
      clause[1] = isFalse;
    }
    if (this.valueOf(clause[0] ?? 0) === 1) return false;
    for (let index = 2; index < clause.length; index += 1) {
      const other = clause[index] ?? 0;
      if (this.valueOf(other) === -1) continue;
      clause[1] = other;
      clause[index] = isFalse;
      this.watches[indexOf(-other)]?.push(clause);
      return true;
    }
    return false;
  }

  /** The literals, now false, for which the variable has its value. */
  causes(variable: number): readonly Literal[] {
    const reason = this.reasons[variable] ?? null;
    if (typeof reason === 'number') return [-reason];
    return reason === null ? [] : reason.filter((literal) => Math.abs(literal) !== variable);
  }
}
