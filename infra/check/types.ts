import { type AzureProperty, type AzureTypes, READ_ONLY, REQUIRED, WRITE_ONLY } from './azure-types.ts';

/** What is known of a value before deployment. Inner types are made when asked for: Azure's refer to themselves. */
export type Type =
  | { is: 'any' | 'null' }
  | { is: 'bool'; value?: boolean }
  | { is: 'int'; value?: number; min?: number; max?: number }
  | StringType
  | { is: 'array'; of: () => Type; length?: number; min?: number; max?: number }
  | ObjectType
  | CasesType
  | { is: 'union'; of: Type[] };

export interface StringType {
  is: 'string';
  /** All that it can be. */
  values?: string[];
  min?: number;
  max?: number;
  pattern?: string;
}

export interface ObjectType {
  is: 'object';
  fields: Map<string, Field>;
  /** The type of fields with other names; without it there are none. */
  more?: () => Type;
  /** The resource or module that this is, where it is one. */
  symbol?: string;
}

/** An object whose field `on` says which other fields it has. */
export interface CasesType {
  is: 'cases';
  on: string;
  fields: Map<string, Field>;
  cases: Map<string, () => Type>;
}

export interface Field {
  type: () => Type;
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
}

export const ANY: Type = { is: 'any' };
export const STRING: Type = { is: 'string' };
export const OBJECT: Type = { is: 'object', fields: new Map(), more: () => ANY };
export const arrayOf = (of: Type): Type => ({ is: 'array', of: () => of });
export const fieldOf = (type: Type, required = true): Field => ({
  type: () => type,
  required,
  readOnly: false,
  writeOnly: false,
});
export const objectOf = (fields: Record<string, Type>): ObjectType => ({
  is: 'object',
  fields: new Map(Object.entries(fields).map(([name, type]) => [name, fieldOf(type)])),
});

/** One type for several; what is the same is there once, literals of a kind are put together. */
export function unionOf(types: readonly Type[]): Type {
  const flat = types.flatMap((one) => (one.is === 'union' ? one.of : [one]));
  if (flat.some((one) => one.is === 'any')) return ANY;
  const strings = flat.filter((one) => one.is === 'string');
  const others = flat.filter((one) => one.is !== 'string');
  const merged: Type[] = [];
  if (strings.length > 0) {
    const values = strings.flatMap((one) => one.values ?? []);
    merged.push(strings.every((one) => one.values) ? { is: 'string', values: [...new Set(values)] } : STRING);
  }
  for (const one of others) {
    const isScalar = ['bool', 'int', 'null'].includes(one.is);
    if (isScalar && merged.some((known) => JSON.stringify(known) === JSON.stringify(one))) continue;
    merged.push(one);
  }
  return merged.length === 1 && merged[0] !== undefined ? merged[0] : { is: 'union', of: merged };
}

/** The type of a value in a JSON file. */
export function typeOfJson(value: unknown): Type {
  if (value === null || value === undefined) return { is: 'null' };
  if (typeof value === 'string') return { is: 'string', values: [value] };
  if (typeof value === 'number') return { is: 'int', value };
  if (typeof value === 'boolean') return { is: 'bool', value };
  if (Array.isArray(value)) {
    const of = unionOf(value.map(typeOfJson));
    return { is: 'array', of: () => (value.length === 0 ? ANY : of), length: value.length };
  }
  return {
    is: 'object',
    fields: new Map(Object.entries(value).map(([name, inner]) => [name, fieldOf(typeOfJson(inner))])),
  };
}

/** Azure's types by their place in the reduced file, each made once. */
export class AzureTypeReader {
  readonly #made = new Map<number, Type>();
  readonly #azure: AzureTypes;
  readonly #byName: Map<string, { body: number; scopes: number }>;

  constructor(azure: AzureTypes) {
    this.#azure = azure;
    this.#byName = new Map(Object.entries(azure.resources).map(([name, one]) => [name.toLowerCase(), one]));
  }

  /** @param name with its version; case does not matter to Azure */
  resource(name: string): { body: Type; scopes: number } | undefined {
    const found = this.#byName.get(name.toLowerCase());
    return found && { body: this.at(found.body), scopes: found.scopes };
  }

  get names(): string[] {
    return Object.keys(this.#azure.resources);
  }

  versionsOf(type: string): string[] | undefined {
    const found = Object.keys(this.#azure.versions).find((one) => one.toLowerCase() === type.toLowerCase());
    return found === undefined ? undefined : this.#azure.versions[found];
  }

  at(place: number): Type {
    const known = this.#made.get(place);
    if (known !== undefined) return known;
    const made = this.#make(place);
    this.#made.set(place, made);
    return made;
  }

  #make(place: number): Type {
    const type = this.#azure.types[place];
    if (type === undefined) throw new Error(`azure-types.json has no type ${place}`);
    switch (type.is) {
      case 'enum':
        // Azure marks most lists of values as open, for those of versions to come. Of this version these are all.
        return { is: 'string', values: type.values };
      case 'array':
        return { ...type, of: () => this.at(type.of) };
      case 'object': {
        const { more } = type;
        return {
          is: 'object',
          fields: this.#fields(type.props),
          ...(more === undefined ? {} : { more: () => this.at(more) }),
        };
      }
      case 'cases':
        return {
          is: 'cases',
          on: type.on,
          fields: this.#fields(type.props),
          cases: new Map(Object.entries(type.cases).map(([value, one]) => [value, () => this.at(one)])),
        };
      case 'union':
        return { is: 'union', of: type.of.map((one) => this.at(one)) };
      default:
        return type;
    }
  }

  #fields(props: Record<string, AzureProperty>): Map<string, Field> {
    return new Map(
      Object.entries(props).map(([name, [place, flags]]) => [
        name,
        {
          type: () => this.at(place),
          required: (flags & REQUIRED) !== 0,
          readOnly: (flags & READ_ONLY) !== 0,
          writeOnly: (flags & WRITE_ONLY) !== 0,
        },
      ]),
    );
  }
}

/** As it is said in a fault. */
export function nameOfType(type: Type): string {
  switch (type.is) {
    case 'string':
      return type.values === undefined ? 'string' : type.values.map((one) => `'${one}'`).join(' | ');
    case 'int':
      return type.value === undefined ? 'int' : String(type.value);
    case 'bool':
      return type.value === undefined ? 'bool' : String(type.value);
    case 'array':
    case 'object':
      return type.is;
    case 'cases':
      return 'object';
    case 'union':
      return type.of.map(nameOfType).join(' | ');
    default:
      return type.is;
  }
}
