import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync } from 'vite';

/** Microsoft's published types of Graph v1.0, as far as a value can be held against them. */
export interface GraphSchema {
  /** What in the value is not as the type says, as paths with reasons; `type` as in the package: `User`, `SecurityNamespace.Alert`. */
  problems(type: string, value: unknown): string[];
  /** Whether the type, or one of its bases, has such a property. Throws where there is no such type. */
  hasProperty(type: string, property: string): boolean;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

interface Interface {
  scope: string;
  base: string | null;
  properties: Map<string, Node>;
}

interface Declarations {
  interfaces: Map<string, Interface>;
  aliases: Map<string, { scope: string; type: Node }>;
}

const node = (value: unknown): Node => value as Node;
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const nameOf = (value: unknown): string => {
  const { type, name, left, right, object, property } = node(value);
  if (type === 'TSQualifiedName') return `${nameOf(left)}.${nameOf(right)}`;
  return type === 'MemberExpression' ? `${nameOf(object)}.${nameOf(property)}` : String(name);
};

/**
 * What Graph v1.0 sends beyond the package. Secure Score's two types are open: their further properties are in answers that
 * customers have published (learn.microsoft.com/answers/questions/1158360). localAdmins: documented for v1.0 ("localAdminSettings
 * resource type"), not yet in the package. UserIdentity: who did something, in entries of the directory audit log as tools
 * that read it publish them.
 */
const beyondThePackage: Readonly<Record<string, readonly string[]>> = {
  ControlScore: ['scoreInPercentage', 'lastSynced', 'implementationStatus'],
  AverageComparativeScore: [
    ...['identityScore', 'deviceScore', 'dataScore', 'appsScore'],
    ...['SeatSizeRangeLowerValue', 'SeatSizeRangeUpperValue'],
  ],
  AzureADJoinPolicy: ['localAdmins'],
  UserIdentity: ['userType', 'homeTenantId', 'homeTenantName'],
};

/**
 * Types of Graph v1.0 that the package does not have yet, with texts that their base does not have in the package either
 * (github.com/microsoftgraph/msgraph-metadata, clean_v10_metadata/cleanMetadata.xml, 2026-08-20).
 */
const typesBeyondThePackage: Readonly<Record<string, { base: string; properties: readonly string[] }>> = {
  AgentIdentity: {
    base: 'ServicePrincipal',
    properties: ['agentIdentityBlueprintId', 'createdByAppId', 'createdDateTime'],
  },
  AgentIdentityBlueprintPrincipal: { base: 'ServicePrincipal', properties: [] },
  AgentIdentityBlueprint: { base: 'Application', properties: [] },
  AgentUser: { base: 'User', properties: ['identityParentId'] },
};

function readInterface(declaration: Node, scope: string): Interface {
  const properties = nodes(node(declaration.body).body).map((signature): [string, Node] => {
    const key = node(signature.key);
    return [String(key.name ?? key.value), node(node(signature.typeAnnotation).typeAnnotation)];
  });
  const [heritage] = nodes(declaration.extends);
  return { scope, base: heritage ? nameOf(heritage.expression) : null, properties: new Map(properties) };
}

function collect(statements: readonly Node[], scope: string, found: Declarations): void {
  for (const statement of statements) {
    const declaration = node(statement.declaration ?? statement);
    const name = () => `${scope}${nameOf(declaration.id)}`;
    if (declaration.type === 'TSModuleDeclaration')
      collect(nodes(node(declaration.body).body), `${nameOf(declaration.id)}.`, found);
    if (declaration.type === 'TSInterfaceDeclaration') found.interfaces.set(name(), readInterface(declaration, scope));
    if (declaration.type === 'TSTypeAliasDeclaration')
      found.aliases.set(name(), { scope, type: node(declaration.typeAnnotation) });
  }
}

const primitives: Record<string, string> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `#microsoft.graph.ipNamedLocation`: the package's `IpNamedLocation`. */
function typeOfAnnotation(annotation: string): string {
  const parts = annotation.replace(/^#microsoft\.graph\./, '').split('.');
  const last = parts.pop() ?? '';
  const name = last.charAt(0).toUpperCase() + last.slice(1);
  return parts.length === 0
    ? name
    : `${parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('.')}Namespace.${name}`;
}

/** A name as it is said inside a namespace: there first, then outside. */
function resolved<T>(map: Map<string, T>, scope: string, name: string): [string, T] | null {
  for (const full of [`${scope}${name}`, name.replace(/^microsoftgraph\./, '')]) {
    const one = map.get(full);
    if (one !== undefined) return [full, one];
  }
  return null;
}

/** All properties of a type, its own and its bases', each with the scope that its type is read in. */
function propertiesOf(found: Declarations, type: string): Map<string, { scope: string; type: Node }> {
  const all = new Map<string, { scope: string; type: Node }>();
  let current = resolved(found.interfaces, '', type);
  if (!current) throw new Error(`Microsoft Graph has no type ${type}`);
  while (current) {
    const { scope, base, properties }: Interface = current[1];
    for (const [name, of] of properties) if (!all.has(name)) all.set(name, { scope, type: of });
    current = base === null ? null : resolved(found.interfaces, scope, base);
  }
  return all;
}

function derives(found: Declarations, type: string, from: string): boolean {
  let current = resolved(found.interfaces, '', type);
  while (current) {
    if (current[0] === from) return true;
    const { scope, base }: Interface = current[1];
    current = base === null ? null : resolved(found.interfaces, scope, base);
  }
  return false;
}

function ofInterface(found: Declarations, declared: string, value: unknown, path: string): string[] {
  if (!isObject(value)) return [`${path}: is no object, but ${declared}`];
  const annotation = value['@odata.type'];
  const actual = typeof annotation === 'string' ? typeOfAnnotation(annotation) : declared;
  if (!found.interfaces.has(actual)) return [`${path}: there is no type ${annotation}`];
  const problems = derives(found, actual, declared) ? [] : [`${path}: ${actual} is no ${declared}`];
  const properties = propertiesOf(found, actual);
  for (const [name, inner] of Object.entries(value)) {
    // Annotations of OData, of the object or of one of its properties.
    if (name.includes('@odata.') || beyondThePackage[actual]?.includes(name)) continue;
    const property = properties.get(name);
    problems.push(
      ...(property
        ? ofType(found, property.type, property.scope, inner, `${path}.${name}`)
        : [`${path}.${name}: ${actual} has no such property`]),
    );
  }
  return problems;
}

function ofReference(found: Declarations, type: Node, scope: string, value: unknown, path: string): string[] {
  const name = nameOf(type.typeName);
  const [argument] = nodes(node(type.typeArguments ?? {}).params);
  if (name === 'NullableOption' && argument) return value === null ? [] : ofType(found, argument, scope, value, path);
  const alias = resolved(found.aliases, scope, name);
  if (alias) return ofType(found, alias[1].type, alias[1].scope, value, path);
  const declared = resolved(found.interfaces, scope, name);
  if (!declared) throw new Error(`${path}: the package does not declare ${name}`);
  return ofInterface(found, declared[0], value, path);
}

function ofType(found: Declarations, type: Node, scope: string, value: unknown, path: string): string[] {
  const primitive = primitives[type.type];
  if (primitive) return typeof value === primitive ? [] : [`${path}: ${JSON.stringify(value)} is no ${primitive}`];
  switch (type.type) {
    case 'TSAnyKeyword':
      return [];
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return value === null ? [] : [`${path}: ${JSON.stringify(value)} is not null`];
    case 'TSLiteralType': {
      const expected = node(type.literal).value;
      return value === expected ? [] : [`${path}: ${JSON.stringify(value)} is not ${JSON.stringify(expected)}`];
    }
    case 'TSArrayType':
      return Array.isArray(value)
        ? value.flatMap((item, index) => ofType(found, node(type.elementType), scope, item, `${path}[${index}]`))
        : [`${path}: is no list`];
    case 'TSUnionType': {
      // Several flags of an enumeration come as one text.
      const flags = typeof value === 'string' && value.includes(',') ? value.split(',') : [];
      if (flags.length > 0 && flags.every((flag) => ofType(found, type, scope, flag, path).length === 0)) return [];
      const tries = nodes(type.types).map((one) => ofType(found, one, scope, value, path));
      if (tries.some((problems) => problems.length === 0)) return [];
      return [`${path}: ${JSON.stringify(value)?.slice(0, 80)} is none of the values that there are`];
    }
    case 'TSTypeReference':
      return ofReference(found, type, scope, value, path);
    default:
      throw new Error(`${path}: the package uses ${type.type}, which is not read here`);
  }
}

/** Reads the package's declarations. It takes about a second: once for all tests of a file. */
export function readGraphSchema(): GraphSchema {
  const file = createRequire(import.meta.url).resolve('@microsoft/microsoft-graph-types/microsoft-graph.d.ts');
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const found: Declarations = { interfaces: new Map(), aliases: new Map() };
  collect(nodes(program.body), '', found);
  for (const [name, { base, properties }] of Object.entries(typesBeyondThePackage)) {
    const text: Node = { type: 'TSStringKeyword' };
    found.interfaces.set(name, {
      scope: '',
      base,
      properties: new Map(properties.map((property) => [property, text])),
    });
  }
  return {
    problems: (type, value) => ofInterface(found, type, value, type),
    hasProperty: (type, property) => propertiesOf(found, type).has(property),
  };
}
