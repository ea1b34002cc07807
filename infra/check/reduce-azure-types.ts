// Writes azure-types.json: of Azure's published Bicep types, those that infra/bicep uses, without their descriptions.
//
//   git clone --depth 1 https://github.com/Azure/bicep-types-az
//   node infra/check/reduce-azure-types.ts bicep-types-az [commit]
//
// The commit is noted in the file; where it is left out it is asked of git. Run it again after a resource or its API
// version is added to infra/bicep.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AzureProperty, AzureType, AzureTypes } from './azure-types.ts';

type Reference = { $ref: string };
type PublishedProperty = { type: Reference; flags: number };
type PublishedType = {
  $type: string;
  name?: string;
  value?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minValue?: number;
  maxValue?: number;
  itemType?: Reference;
  properties?: Record<string, PublishedProperty>;
  baseProperties?: Record<string, PublishedProperty>;
  additionalProperties?: Reference;
  discriminator?: string;
  elements?: Reference[] | Record<string, Reference>;
  body?: Reference;
  writableScopes?: number;
  scopeType?: number;
};

const KEPT_FLAGS = 7;

/** Gives every published type a place in `types`, once, following what it refers to. */
class Reducer {
  readonly types: AzureType[] = [];
  readonly #places = new Map<string, number>();

  place(published: PublishedType[], file: string, reference: Reference): number {
    const index = Number(reference.$ref.slice('#/'.length));
    const type = published[index];
    if (type === undefined) throw new Error(`${file}: there is no type ${reference.$ref}`);
    const inner = (one: Reference) => this.place(published, file, one);
    const key = this.#isLeaf(published, type)
      ? JSON.stringify(this.#reduce(type, published, inner))
      : `${file}#${index}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.types.push({ is: 'any' }) - 1;
    this.#places.set(key, place);
    this.types[place] = this.#reduce(type, published, inner);
    return place;
  }

  #isLeaf(published: PublishedType[], type: PublishedType): boolean {
    if (type.$type !== 'UnionType') return type.$type.match(/^(String|Integer|Boolean|Any|Null)/) !== null;
    return members(type).every((one) => published[Number(one.$ref.slice(2))]?.$type.startsWith('String'));
  }

  #reduce(type: PublishedType, published: PublishedType[], inner: (one: Reference) => number): AzureType {
    switch (type.$type) {
      case 'StringType':
        return { is: 'string', ...defined({ min: type.minLength, max: type.maxLength, pattern: type.pattern }) };
      case 'StringLiteralType':
        return { is: 'enum', values: [type.value ?? ''] };
      case 'IntegerType':
        return { is: 'int', ...defined({ min: type.minValue, max: type.maxValue }) };
      case 'BooleanType':
        return { is: 'bool' };
      case 'NullType':
        return { is: 'null' };
      case 'AnyType':
        return { is: 'any' };
      case 'ArrayType':
        return {
          is: 'array',
          of: type.itemType === undefined ? inner({ $ref: '' }) : inner(type.itemType),
          ...defined({ min: type.minLength, max: type.maxLength }),
        };
      case 'UnionType':
        return this.#union(type, published, inner);
      case 'ObjectType':
        return {
          is: 'object',
          props: properties(type.properties, inner),
          ...defined({ more: type.additionalProperties && inner(type.additionalProperties) }),
        };
      case 'DiscriminatedObjectType': {
        const elements = Object.entries(type.elements ?? {}) as [string, Reference][];
        return {
          is: 'cases',
          on: type.discriminator ?? '',
          props: properties(type.baseProperties, inner),
          cases: Object.fromEntries(elements.map(([value, one]) => [value, inner(one)])),
        };
      }
      default:
        throw new Error(`a type of kind ${type.$type} is new to this script`);
    }
  }

  #union(type: PublishedType, published: PublishedType[], inner: (one: Reference) => number): AzureType {
    const all = members(type).map((one) => published[Number(one.$ref.slice(2))]);
    if (!all.every((one) => one?.$type.startsWith('String'))) return { is: 'union', of: members(type).map(inner) };
    const values = all.flatMap((one) => (one?.$type === 'StringLiteralType' ? [one.value ?? ''] : []));
    return { is: 'enum', values, ...(values.length < all.length ? { open: true as const } : {}) };
  }
}

const members = (type: PublishedType) => (Array.isArray(type.elements) ? type.elements : []);

function properties(
  of: Record<string, PublishedProperty> | undefined,
  inner: (one: Reference) => number,
): Record<string, AzureProperty> {
  return Object.fromEntries(
    Object.entries(of ?? {}).map(([name, { type, flags }]) => [name, [inner(type), flags & KEPT_FLAGS]]),
  );
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The resource types, with versions, that Bicep files name. */
export function typesUsed(root: string): string[] {
  const files = globSync('infra/bicep/**/*.bicep', { cwd: root });
  const named = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*resource\s+\w+\s+'([^'@]+@[^']+)'/gm)].map(
      ([, type]) => type ?? '',
    ),
  );
  return [...new Set(named)].sort();
}

/** Reduces the published types to those of `wanted`. `source` is a checkout of Azure/bicep-types-az. */
export function reduceAzureTypes(source: string, commit: string, wanted: readonly string[]): AzureTypes {
  const generated = existsSync(join(source, 'generated')) ? join(source, 'generated') : source;
  const reducer = new Reducer();
  const result: AzureTypes = {
    source: 'https://github.com/Azure/bicep-types-az, generated/',
    commit,
    license: 'MIT, Copyright (c) Microsoft Corporation',
    resources: {},
    versions: {},
    types: reducer.types,
  };
  const left = new Set(wanted.map((one) => one.toLowerCase()));
  const names = new Set([...left].map((one) => one.split('@')[0]));
  const providers = new Set([...left].map((one) => one.split('/')[0]));
  for (const file of globSync('*/*/*/types.json', { cwd: generated }).sort()) {
    const [, provider = '', version = ''] = file.split(/[\\/]/);
    if (!providers.has(provider)) continue;
    const published: PublishedType[] = JSON.parse(readFileSync(join(generated, file), 'utf8'));
    for (const type of published) {
      if (type.$type !== 'ResourceType' || type.name === undefined || type.body === undefined) continue;
      const [name = ''] = type.name.split('@');
      if (!names.has(name.toLowerCase())) continue;
      result.versions[name] = [...(result.versions[name] ?? []), version];
      if (!left.delete(type.name.toLowerCase())) continue;
      result.resources[type.name] = {
        body: reducer.place(published, file, type.body),
        scopes: type.writableScopes ?? type.scopeType ?? 0,
      };
    }
  }
  if (left.size > 0) throw new Error(`not among Azure's published types: ${[...left].join(', ')}`);
  for (const versions of Object.values(result.versions)) versions.sort();
  return result;
}

if (import.meta.main) {
  const [source, given, ...extra] = process.argv.slice(2);
  if (source === undefined) {
    process.stderr.write('usage: node infra/check/reduce-azure-types.ts <checkout of Azure/bicep-types-az> [commit]\n');
    process.exit(2);
  }
  const root = join(import.meta.dirname, '..', '..');
  const commit = given ?? execFileSync('git', ['-C', source, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const types = reduceAzureTypes(source, commit, [...new Set([...typesUsed(root), ...extra])]);
  const target = join(import.meta.dirname, 'azure-types.json');
  const lines = types.types.map((type) => `  ${JSON.stringify(type)}`).join(',\n');
  const head = JSON.stringify({ ...types, types: [] }).replace(/"types":\[\]\}$/, '"types":[\n');
  writeFileSync(target, `${head}${lines}\n]}\n`);
  process.stdout.write(
    `${Object.keys(types.resources).length} resource types, ${types.types.length} types: ${target}\n`,
  );
}
