import { globSync } from 'node:fs';
import { bodyOf, childrenOf, type Expression, type Place, propertyOf, type ResourceDeclaration } from './bicep-ast.ts';
import { azureRoles, type BuiltInRole, cosmosRoles } from './built-in-roles.ts';
import type { Inference } from './infer.ts';
import type { Model, Project } from './project.ts';
import { fullTypeOf, resourceNamed, resourcesOf } from './resource-names.ts';
import { type Scope, scopeOf } from './scope.ts';
import { originsOf } from './trace.ts';
import type { Type } from './types.ts';

const GUID = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/gi;

const ASSIGNMENTS: Record<string, readonly BuiltInRole[]> = {
  'microsoft.authorization/roleassignments': azureRoles,
  'microsoft.documentdb/databaseaccounts/sqlroleassignments': cosmosRoles,
};

/** Each role that is assigned is a documented one, named beside its id, no wider than needed, and the identity's. */
export function checkRoles(inference: Inference): void {
  const { project } = inference;
  for (const model of project.bicep) {
    if (!model.parsed) continue;
    for (const resource of resourcesOf(model)) {
      const type = fullTypeOf(resource, model).split('@')[0]?.toLowerCase() ?? '';
      const roles = ASSIGNMENTS[type];
      if (roles !== undefined && !resource.existing) checkAssignment(inference, model, resource, roles);
    }
    checkAssignmentNames(project, model);
    checkNotes(project, model.file.path, model.file.text);
  }
  for (const found of globSync('infra/bicep/*.json', { cwd: project.root })) checkRoleTable(project, found);
}

function checkAssignment(
  inference: Inference,
  model: Model,
  resource: ResourceDeclaration,
  roles: readonly BuiltInRole[],
): void {
  const { project } = inference;
  const fault = (at: Place, message: string) => project.fault(model.file.path, at, message);
  const body = bodyOf(resource.body);
  const properties = propertyOf(body, 'properties')?.value;
  const role = propertyOf(properties, 'roleDefinitionId');
  const scope = resource.body.kind === 'for' ? inference.loop(resource.body, scopeOf(model)) : scopeOf(model);
  if (role !== undefined) {
    const ids = [...new Set(idsIn(inference, role.value, scope))];
    if (ids.length === 0)
      fault(role.at, 'which role this is cannot be told before deployment; it takes the id of a documented role');
    for (const id of ids) {
      checkRole(project, model, role.at, id, roles);
      checkPlace(model, body, azureRoles.find((one) => one.id === id)?.name, (message) => fault(role.at, message));
    }
    const kind = roles === azureRoles ? 'Microsoft.Authorization/roleDefinitions' : '/sqlRoleDefinitions';
    const origins = originsOf(project, { expression: role.value, model });
    const isDefinition = (text: string) => text.endsWith(kind) || text.includes(`${kind}/`);
    if (!origins.every((one) => textsIn(one.expression).some(isDefinition)))
      fault(
        role.at,
        `a role's definition is a resource ${roles === azureRoles ? `of type ${kind}` : `of the account: …${kind}/<id>`}`,
      );
  }
  if (resource.body.kind === 'if')
    fault(resource.at, 'a role is given in every case: the product does not work without it');
  if (roles === azureRoles && propertyOf(body, 'scope') === undefined)
    fault(
      resource.at,
      'a role is given on one resource, by "scope"; without it, it holds for the whole resource group',
    );
  const type = propertyOf(properties, 'principalType');
  const isService = type === undefined || isText(inference.infer(type.value, scope), 'ServicePrincipal');
  if (!isService)
    fault(type?.at ?? resource.at, "the identity is a 'ServicePrincipal'; nobody else is given a role here");
  const principal = propertyOf(properties, 'principalId');
  const canBeTraced = project.bicep.every(({ parsed }) => parsed);
  if (principal !== undefined && canBeTraced && !isIdentity(project, principal.value, model))
    fault(principal.at, 'a role is given to the managed identity only: its properties.principalId');
}

/** What stands in quotes within an expression. */
const textsIn = (expression: Expression): string[] => [
  ...(expression.kind === 'string' ? expression.parts.filter((part) => typeof part === 'string') : []),
  ...childrenOf(expression).flatMap(textsIn),
];

/** What a role is for, by the beginning of its name. */
const PLACES: readonly [name: string, type: string][] = [
  ['Storage ', 'microsoft.storage/'],
  ['Key Vault ', 'microsoft.keyvault/'],
  ['Monitoring Metrics Publisher', 'microsoft.insights/'],
];

/** A role is given on a resource of the kind that it is for: elsewhere it opens nothing. */
function checkPlace(
  model: Model,
  body: Expression | undefined,
  role: string | undefined,
  fault: (message: string) => void,
): void {
  const given = propertyOf(body, 'scope');
  const resource = resourceNamed(given?.value, model);
  if (given !== undefined && resource === undefined)
    fault('a role is given on one resource, by its symbol as "scope": anything wider is more than is needed');
  const wanted = PLACES.find(([name]) => role?.startsWith(name))?.[1];
  if (resource === undefined || wanted === undefined) return;
  const type = fullTypeOf(resource, model).split('@')[0] ?? '';
  if (!type.toLowerCase().startsWith(wanted)) fault(`${role} opens nothing in a ${type}`);
}

/** The name of an assignment is made of what it assigns: the name of another would overwrite that one. */
function checkAssignmentNames(project: Project, model: Model): void {
  const seen = new Set<string>();
  for (const resource of resourcesOf(model)) {
    const type = fullTypeOf(resource, model).split('@')[0]?.toLowerCase() ?? '';
    const name = propertyOf(bodyOf(resource.body), 'name');
    if (ASSIGNMENTS[type] === undefined || resource.existing || name?.value.kind !== 'call') continue;
    // Without the places of the expressions, which always differ.
    const key = JSON.stringify(name.value, (field, value) => (field === 'at' ? undefined : value));
    if (seen.has(`${type} ${key}`))
      project.fault(model.file.path, name.at, 'another assignment has this name: guid() takes the role of this one');
    seen.add(`${type} ${key}`);
  }
}

const isText = (type: Type, text: string) => type.is === 'string' && type.values?.every((one) => one === text) === true;

/** The ids that stand in an expression, looked up through variables, modules and loaded files. */
function idsIn(inference: Inference, expression: Expression, scope: Scope): string[] {
  const type = inference.infer(expression, scope);
  const texts = type.is === 'string' ? (type.values ?? []) : [];
  const here = texts.flatMap((text) => text.match(GUID) ?? []);
  if (here.length > 0) return here.map((id) => id.toLowerCase());
  const origins = originsOf(inference.project, { expression, model: scope.model });
  const moved = origins.filter((one) => one.expression !== expression);
  return [
    ...moved.flatMap((one) => idsIn(inference, one.expression, scopeOf(one.model))),
    ...childrenOf(expression).flatMap((one) => idsIn(inference, one, scope)),
  ];
}

function checkRole(project: Project, model: Model, at: Place, id: string, roles: readonly BuiltInRole[]): void {
  const role = roles.find((one) => one.id === id);
  const written = placeOfText(project, model, id);
  const file = written?.file ?? model.file.path;
  const place = written ?? at;
  if (role === undefined) {
    const other = [...azureRoles, ...cosmosRoles].find((one) => one.id === id);
    const instead = roles.filter((one) => one.refused === undefined).map(({ name, id: known }) => `${name} (${known})`);
    const which = other === undefined ? `${id} is no documented role` : `${other.name} is no role for this`;
    const near = instead.filter((one) => one.includes(id.slice(0, 8)) || roles === cosmosRoles);
    project.fault(
      file,
      place,
      `${which}${near.length > 0 ? `; there are ${near.join(', ')}` : '; see infra/check/built-in-roles.ts'}`,
    );
  } else if (role.refused !== undefined) project.fault(file, place, `${role.name} is refused: ${role.refused}`);
}

/** Where an id is written: in this file, else in one that Bicep loads. */
function placeOfText(project: Project, model: Model, id: string): (Place & { file: string }) | undefined {
  const others = globSync('infra/bicep/**/*.{bicep,json}', { cwd: project.root }).map((one) =>
    one.replaceAll('\\', '/'),
  );
  for (const file of [model.file.path, ...others.filter((one) => one !== model.file.path)]) {
    const lines = (project.text(file) ?? '').split('\n');
    const index = lines.findIndex((line) => line.toLowerCase().includes(id));
    if (index >= 0) return { file, line: index + 1, column: (lines[index] ?? '').toLowerCase().indexOf(id) + 1 };
  }
  return undefined;
}

/** Beside an id of a role stands its name: on its line, or in the comment above. */
function checkNotes(project: Project, file: string, text: string): void {
  const lines = text.split('\n');
  const all = [...azureRoles, ...cosmosRoles];
  for (const [index, line] of lines.entries()) {
    for (const match of line.matchAll(GUID)) {
      const role = all.find((one) => one.id === match[0].toLowerCase());
      const note = `${commentAbove(lines, index)} ${line}`.toLowerCase();
      if (role === undefined || note.includes(role.name.toLowerCase())) continue;
      const said = all.filter((one) => note.includes(one.name.toLowerCase()) && one.name.includes(' '))[0];
      const place = { line: index + 1, column: (match.index ?? 0) + 1 };
      project.fault(
        file,
        place,
        `this is ${role.name}, which ${said === undefined ? 'is not said beside it' : `is said to be ${said.name}`}`,
      );
    }
  }
}

function commentAbove(lines: readonly string[], index: number): string {
  const above: string[] = [];
  for (let one = index - 1; one >= 0 && lines[one]?.trim().startsWith('//'); one--) above.unshift(lines[one] ?? '');
  return above.join(' ');
}

/** A JSON table of roles: each entry's id is that of its name. */
function checkRoleTable(project: Project, found: string): void {
  const file = found.replaceAll('\\', '/');
  const text = project.text(file) ?? '';
  const entries = [...text.matchAll(/"id":\s*"([^"]*)"(?:,\s*"name":\s*"([^"]*)")?/g)];
  for (const { 0: whole, 1: id = '', 2: name, index } of entries) {
    const before = text.slice(0, index + whole.indexOf(id)).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const role = [...azureRoles, ...cosmosRoles].find((one) => one.id === id.toLowerCase());
    const named = azureRoles.find((one) => one.name === name);
    if (role === undefined)
      project.fault(
        file,
        place,
        `${id} is no documented role${named === undefined ? '' : `; ${named.name} is ${named.id}`}`,
      );
    else if (role.refused !== undefined) project.fault(file, place, `${role.name} is refused: ${role.refused}`);
    else if (role.name !== name)
      project.fault(file, place, `this is ${role.name}, which is said to be ${name ?? 'nothing'}`);
  }
}

/** Whether a principal is that of an identity which these files make. */
function isIdentity(project: Project, expression: Expression, model: Model): boolean {
  const origins = originsOf(project, { expression, model });
  return (
    origins.length > 0 &&
    origins.every((one) => {
      const read = one.expression;
      if (read.kind !== 'member' || read.property !== 'principalId' || read.object.kind !== 'member') return false;
      const resource = resourceNamed(read.object.object, one.model);
      const type = resource && fullTypeOf(resource, one.model).split('@')[0]?.toLowerCase();
      if (type === 'microsoft.managedidentity/userassignedidentities') return read.object.property === 'properties';
      return type === 'microsoft.web/sites' && read.object.property === 'identity';
    })
  );
}
