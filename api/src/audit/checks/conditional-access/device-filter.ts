/** A filter for devices, as an expression over attributes of a device. Names and values are in lower case. */
export type DeviceRule =
  | { all: readonly DeviceRule[] }
  | { any: readonly DeviceRule[] }
  | { not: DeviceRule }
  | { attribute: string; test: DeviceTest; value: string | null };
export type DeviceTest = 'is' | 'startsWith' | 'endsWith' | 'contains';

type Token = { kind: 'mark' | 'word' | 'text'; text: string };

const tokens = /\s*(?:([()[\],])|"([^"]*)"|'([^']*)'|(==|!=|[^\s()[\],"']+))/y;

function tokenize(rule: string): Token[] | null {
  const found: Token[] = [];
  const text = rule.trimEnd();
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const match = tokens.exec(text);
    if (match === null) return null;
    const [, mark, double, single, word] = match;
    if (mark !== undefined) found.push({ kind: 'mark', text: mark });
    else if (word !== undefined) found.push({ kind: 'word', text: word.toLowerCase() });
    else found.push({ kind: 'text', text: (double ?? single ?? '').trim().toLowerCase() });
  }
  return found;
}

type Operator = { test: DeviceTest; isNegative: boolean; isList?: true };

/** A map, since rules are pasted: an object would know `constructor` too. */
const operators: ReadonlyMap<string, Operator> = new Map(
  Object.entries<Operator>({
    eq: { test: 'is', isNegative: false },
    '==': { test: 'is', isNegative: false },
    ne: { test: 'is', isNegative: true },
    '!=': { test: 'is', isNegative: true },
    startswith: { test: 'startsWith', isNegative: false },
    notstartswith: { test: 'startsWith', isNegative: true },
    endswith: { test: 'endsWith', isNegative: false },
    notendswith: { test: 'endsWith', isNegative: true },
    contains: { test: 'contains', isNegative: false },
    notcontains: { test: 'contains', isNegative: true },
    in: { test: 'is', isNegative: false, isList: true },
    notin: { test: 'is', isNegative: true, isList: true },
  }),
);

/** One part is the rule itself, several are joined; null where a part could not be read. */
function joinedBy(
  parts: readonly DeviceRule[] | null,
  join: (parts: readonly DeviceRule[]) => DeviceRule,
): DeviceRule | null {
  const [only, ...others] = parts ?? [];
  if (parts === null || only === undefined) return null;
  return others.length === 0 ? only : join(parts);
}

/** Far more than anybody writes. What is nested deeper is not read: reading it would take more calls than a process has room for. */
const deepest = 100;

class RuleReader {
  private readonly list: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(list: readonly Token[]) {
    this.list = list;
  }

  whole(): DeviceRule | null {
    const rule = this.either();
    return this.at === this.list.length ? rule : null;
  }

  private takes(kind: Token['kind'], ...texts: string[]): boolean {
    const token = this.list[this.at];
    if (token?.kind !== kind || !texts.includes(token.text)) return false;
    this.at += 1;
    return true;
  }

  private joined(word: string, part: () => DeviceRule | null): DeviceRule[] | null {
    const parts: DeviceRule[] = [];
    do {
      const next = part();
      if (next === null) return null;
      parts.push(next);
    } while (this.takes('word', `-${word}`, word));
    return parts;
  }

  private either(): DeviceRule | null {
    return joinedBy(
      this.joined('or', () => this.both()),
      (any) => ({ any }),
    );
  }

  private both(): DeviceRule | null {
    return joinedBy(
      this.joined('and', () => this.single()),
      (all) => ({ all }),
    );
  }

  private single(): DeviceRule | null {
    if (this.takes('word', '-not', 'not')) {
      const not = this.within(() => this.single());
      return not === null ? null : { not };
    }
    if (!this.takes('mark', '(')) return this.comparison();
    const inner = this.within(() => this.either());
    return this.takes('mark', ')') ? inner : null;
  }

  private within(read: () => DeviceRule | null): DeviceRule | null {
    if (this.depth >= deepest) return null;
    this.depth += 1;
    const inner = read();
    this.depth -= 1;
    return inner;
  }

  private comparison(): DeviceRule | null {
    const attribute = this.word()?.match(/^device\.(\w+)$/)?.[1];
    const operator = operators.get(this.word()?.replace(/^-/, '') ?? '');
    if (attribute === undefined || operator === undefined) return null;
    const values = operator.isList === true ? this.values() : this.value();
    if (values === null) return null;
    const tests = values.map((value): DeviceRule => ({ attribute, test: operator.test, value }));
    const positive: DeviceRule = tests.length === 1 && tests[0] !== undefined ? tests[0] : { any: tests };
    return operator.isNegative ? { not: positive } : positive;
  }

  private word(): string | undefined {
    const token = this.list[this.at];
    if (token?.kind !== 'word') return undefined;
    this.at += 1;
    return token.text;
  }

  private value(): (string | null)[] | null {
    const token = this.list[this.at];
    if (token === undefined || token.kind === 'mark') return null;
    this.at += 1;
    return [token.kind === 'word' && token.text === 'null' ? null : token.text];
  }

  private values(): (string | null)[] | null {
    if (!this.takes('mark', '[')) return null;
    const found: (string | null)[] = [];
    do {
      const one = this.value();
      if (one === null) return null;
      found.push(...one);
    } while (this.takes('mark', ','));
    return this.takes('mark', ']') ? found : null;
  }
}

/**
 * Reads the rule of a filter for devices; null where it is not of the documented form (Microsoft Learn, "Conditional
 * Access: Filter for devices", and the syntax of rules for dynamic groups that it refers to). Upper and lower case are the
 * same.
 */
export function readDeviceRule(rule: string): DeviceRule | null {
  const list = tokenize(rule);
  return list === null || list.length === 0 ? null : new RuleReader(list).whole();
}

/** The comparisons that a rule is made of. */
export function comparisonsOf(rule: DeviceRule): { attribute: string; test: DeviceTest; value: string | null }[] {
  if ('not' in rule) return comparisonsOf(rule.not);
  if ('all' in rule) return rule.all.flatMap(comparisonsOf);
  return 'any' in rule ? rule.any.flatMap(comparisonsOf) : [rule];
}
