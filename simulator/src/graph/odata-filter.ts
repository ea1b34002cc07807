// Our own: it has to refuse what Graph refuses, and no package for OData filters knows that.
import { badRequest } from './graph-answer.ts';

/** A parsed $filter: the test, and the top-level properties that it reads. */
export interface ODataFilter {
  matches(item: object): boolean;
  fields: string[];
}

type Test = (item: object) => boolean;
type Value = string | number | boolean | null;

const tokenForm = /\s*(?:('(?:[^']|'')*')|([(),])|([^\s(),']+))/y;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < text.trimEnd().length) {
    const match = tokenForm.exec(text);
    if (!match) throw badRequest(`Invalid filter clause: ${text}`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

function valueAt(item: object, path: string[]): unknown {
  let value: unknown = item;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, step);
  }
  return value ?? null;
}

function entryValue(entry: unknown, below: string[]): unknown {
  return below.length > 0 && typeof entry === 'object' && entry !== null ? valueAt(entry, below) : entry;
}

const guidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function literal(token: string): Value {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  if (guidForm.test(token)) return token;
  if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
  if (/^\d{4}-\d\d-\d\d/.test(token)) return token;
  throw badRequest(`Invalid filter clause: '${token}' is not a literal.`);
}

const dateForm = /^\d{4}-\d\d-\d\d(T.*)?$/;

/** Less than 0, 0 or more than 0; null where the two have no order (null against anything). */
function order(left: unknown, right: Value): number | null {
  if (left === null || right === null) return null;
  if (typeof left === 'string' && typeof right === 'string') {
    if (dateForm.test(left) && dateForm.test(right)) return Date.parse(left) - Date.parse(right);
    return left.toLowerCase() < right.toLowerCase() ? -1 : left.toLowerCase() > right.toLowerCase() ? 1 : 0;
  }
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return left === right ? 0 : null;
}

function compare(operator: string, left: unknown, right: Value): boolean {
  if (operator === 'eq') return left === right || order(left, right) === 0;
  if (operator === 'ne') return left !== right && order(left, right) !== 0;
  const result = order(left, right);
  if (result === null) return false;
  switch (operator) {
    case 'lt':
      return result < 0;
    case 'le':
      return result <= 0;
    case 'gt':
      return result > 0;
    case 'ge':
      return result >= 0;
    default:
      throw badRequest(`Invalid filter clause: operator '${operator}' is not supported.`);
  }
}

const textFunctions: Record<string, (text: string, part: string) => boolean> = {
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
};

class FilterParser {
  private readonly tokens: string[];
  private position = 0;
  readonly fields = new Set<string>();

  constructor(text: string) {
    this.tokens = tokenize(text);
  }

  parse(): Test {
    const test = this.either();
    if (this.position < this.tokens.length) throw badRequest('Invalid filter clause: text after the end.');
    return test;
  }

  private peek(): string {
    return this.tokens[this.position] ?? '';
  }

  private take(expected?: string): string {
    const token = this.tokens[this.position++];
    if (token === undefined || (expected !== undefined && token !== expected))
      throw badRequest('Invalid filter clause.');
    return token;
  }

  private either(): Test {
    let left = this.both();
    while (this.peek() === 'or') {
      this.take();
      const [first, second] = [left, this.both()];
      left = (item) => first(item) || second(item);
    }
    return left;
  }

  private both(): Test {
    let left = this.single();
    while (this.peek() === 'and') {
      this.take();
      const [first, second] = [left, this.single()];
      left = (item) => first(item) && second(item);
    }
    return left;
  }

  private single(): Test {
    if (this.peek() === 'not') {
      this.take();
      const test = this.single();
      return (item) => !test(item);
    }
    if (this.peek() === '(') {
      this.take();
      const test = this.either();
      this.take(')');
      return test;
    }
    const name = this.take();
    if (name.toLowerCase() === 'isof' && this.peek() === '(') return this.typeTest();
    const textFunction = textFunctions[name.toLowerCase()];
    if (textFunction && this.peek() === '(') return this.textTest(textFunction);
    if (name.endsWith('/any') && this.peek() === '(') return this.anyTest(this.path(name.slice(0, -'/any'.length)));
    if (name.endsWith('/$count')) return this.countTest(this.path(name.slice(0, -'/$count'.length)));
    return this.comparison(this.path(name));
  }

  /** `isof('microsoft.graph.agentIdentity')`: by the annotation, which only objects of derived types carry. */
  private typeTest(): Test {
    this.take('(');
    const type = `#${String(literal(this.take())).toLowerCase()}`;
    this.take(')');
    return (item) => String(Reflect.get(item, '@odata.type')).toLowerCase() === type;
  }

  private path(name: string): string[] {
    if (!/^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*$/.test(name)) throw badRequest(`Invalid filter clause: '${name}'.`);
    const path = name.split('/');
    this.fields.add(path[0] ?? name);
    return path;
  }

  private textTest(test: (text: string, part: string) => boolean): Test {
    this.take('(');
    const path = this.path(this.take());
    this.take(',');
    const part = String(literal(this.take())).toLowerCase();
    this.take(')');
    return (item) => {
      const value = valueAt(item, path);
      return typeof value === 'string' && test(value.toLowerCase(), part);
    };
  }

  /** `list/any(x:x eq 'a')` and `list/any(x:x/part eq 'a')`: one comparison, as Graph's examples use it. */
  private anyTest(path: string[]): Test {
    this.take('(');
    const variable = /^([A-Za-z_]\w*):\1((?:\/[A-Za-z_]\w*)*)$/.exec(this.take());
    if (!variable) throw badRequest('Invalid filter clause: any(x:x … ) expected.');
    const below = (variable[2] ?? '').split('/').slice(1);
    const operator = this.comparer();
    const value = literal(this.take());
    this.take(')');
    return (item) => {
      const list = valueAt(item, path);
      return Array.isArray(list) && list.some((entry) => compare(operator, entryValue(entry, below), value));
    };
  }

  /** `owners/$count eq 0`. */
  private countTest(path: string[]): Test {
    const operator = this.comparer();
    const value = literal(this.take());
    return (item) => {
      const list = valueAt(item, path);
      return compare(operator, Array.isArray(list) ? list.length : 0, value);
    };
  }

  private comparer(): string {
    const operator = this.take();
    if (!['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(operator))
      throw badRequest(`Invalid filter clause: '${operator}'.`);
    return operator;
  }

  private comparison(path: string[]): Test {
    if (this.peek() === 'in') {
      this.take();
      this.take('(');
      const values = [literal(this.take())];
      while (this.peek() === ',') {
        this.take();
        values.push(literal(this.take()));
      }
      this.take(')');
      return (item) => values.some((value) => compare('eq', valueAt(item, path), value));
    }
    const operator = this.comparer();
    const value = literal(this.take());
    return (item) => compare(operator, valueAt(item, path), value);
  }
}

/**
 * Parses eq, ne, lt, le, gt, ge, in, and, or, not, brackets, startswith, endswith, contains, isof, `/$count`, and any with one
 * comparison; the rest is a 400.
 */
export function parseODataFilter(text: string): ODataFilter {
  const parser = new FilterParser(text);
  const matches = parser.parse();
  return { matches, fields: [...parser.fields] };
}
