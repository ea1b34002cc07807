import { isObject, type JsonObject } from '../facts/json-reader.ts';

const tokenPattern = /#.*|@\{|@\(|[{}()]|'[^']*'|\$[\w.]+|\d+|[A-Za-z][\w.-]*|=/g;
const words = new Map<string, unknown>([
  ['$true', true],
  ['$false', false],
  ['$null', null],
]);

/** Reads the tables, lists, texts, numbers and variables of a script, one after the other. */
class Literals {
  readonly #tokens: readonly string[];
  readonly #variables: ReadonlyMap<string, unknown>;
  #at = 0;

  constructor(text: string, variables: ReadonlyMap<string, unknown>) {
    this.#tokens = (text.match(tokenPattern) ?? []).filter((token) => !token.startsWith('#'));
    this.#variables = variables;
  }

  value(): unknown {
    const token = this.#next();
    if (token === '@{') return this.#table();
    if (token === '@(') return this.#list();
    if (token.startsWith("'")) return token.slice(1, -1);
    if (/^\d+$/.test(token)) return Number(token);
    if (words.has(token)) return words.get(token);
    if (this.#variables.has(token)) return this.#variables.get(token);
    throw new Error(`the script has ${token} where a value is expected`);
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error('the script ends within a value');
    this.#at += 1;
    return token;
  }

  #table(): JsonObject {
    const entries: [string, unknown][] = [];
    for (let key = this.#next(); key !== '}'; key = this.#next()) {
      if (this.#next() !== '=') throw new Error(`the script has no value for ${key}`);
      entries.push([key.replaceAll("'", ''), this.value()]);
    }
    return Object.fromEntries(entries);
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    while (this.#tokens[this.#at] !== ')') items.push(this.value());
    this.#at += 1;
    return items.flat();
  }
}

const isPolicy = (value: unknown): value is JsonObject =>
  isObject(value) && 'displayName' in value && 'conditions' in value;

/**
 * The Conditional Access policies that a PowerShell script creates, as Microsoft Graph would list them, with the state that
 * the script gives them. `known`: what the variables hold that the script asks the tenant for, with their dollar sign.
 */
export function policiesInScript(script: string, known: Readonly<Record<string, unknown>>): JsonObject[] {
  if (!script.includes('New-MgIdentityConditionalAccessPolicy')) return [];
  const variables = new Map<string, unknown>(Object.entries(known));
  const policies: unknown[] = [];
  for (const { 0: whole, 1: assigned, index } of script.matchAll(
    /^(\$\w+) = (?=@\{|@\(\s*@\{)|New-MgIdentityConditionalAccessPolicy -BodyParameter (?=@\{)/gm,
  )) {
    const value = new Literals(script.slice(index + whole.length), variables).value();
    if (assigned !== undefined) variables.set(assigned, value);
    policies.push(value);
  }
  return policies
    .flat()
    .filter(isPolicy)
    .map((policy) => ({ id: policy.displayName, ...policy }));
}
