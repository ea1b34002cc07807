/** Variables in the order in which a search tries them: the one that was in most conflicts lately first, then the oldest. */
export class VariableOrder {
  private readonly activity: number[] = [0];
  private readonly heap: number[] = [];
  private readonly place: number[] = [-1];
  private step = 1;

  add(activity: number): void {
    this.activity.push(activity);
    this.place.push(-1);
    this.putBack(this.activity.length - 1);
  }

  putBack(variable: number): void {
    if ((this.place[variable] ?? -1) >= 0) return;
    this.heap.push(variable);
    this.place[variable] = this.heap.length - 1;
    this.up(this.heap.length - 1);
  }

  next(): number | undefined {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (first === undefined || last === undefined) return undefined;
    this.place[first] = -1;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.place[last] = 0;
      this.down(0);
    }
    return first;
  }

  bump(variable: number): void {
    this.activity[variable] = (this.activity[variable] ?? 0) + this.step;
    if (this.step > 1e100) this.scaleDown();
    const place = this.place[variable] ?? -1;
    if (place >= 0) this.up(place);
  }

  /** What was bumped before counts a little less from now on. */
  decay(): void {
    this.step *= 1.05;
  }

  private scaleDown(): void {
    for (let index = 0; index < this.activity.length; index += 1) this.activity[index] = this.at(index) * 1e-100;
    this.step *= 1e-100;
  }

  private at(variable: number): number {
    return this.activity[variable] ?? 0;
  }

  private isBefore(a: number, b: number): boolean {
    return this.at(a) > this.at(b) || (this.at(a) === this.at(b) && a < b);
  }

  private move(variable: number, place: number): void {
    this.heap[place] = variable;
    this.place[variable] = place;
  }

  private up(from: number): void {
    const variable = this.heap[from] ?? 0;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const other = this.heap[parent] ?? 0;
      if (!this.isBefore(variable, other)) break;
      this.move(other, place);
      place = parent;
    }
    this.move(variable, place);
  }

  private down(from: number): void {
    const variable = this.heap[from] ?? 0;
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.heap.length) break;
      const right = left + 1;
      const child =
        right < this.heap.length && this.isBefore(this.heap[right] ?? 0, this.heap[left] ?? 0) ? right : left;
      const other = this.heap[child] ?? 0;
      if (!this.isBefore(other, variable)) break;
      this.move(other, place);
      place = child;
    }
    this.move(variable, place);
  }
}
