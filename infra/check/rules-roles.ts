import { globSync } from 'node:fs';
import { azureRoles, type BuiltInRole, cosmosRoles } from './built-in-roles.ts';
import type { Project } from './project.ts';
import { argumentsOf, readOf, type Snapshot, type SnapshotResource, typeOfId } from './snapshot.ts';
import { type Template, templatesIn } from './template.ts';

const GUID = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/gi;

const AZURE = 'Microsoft.Authorization/roleAssignments';
const COSMOS = 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments';
const IDENTITY = 'Microsoft.ManagedIdentity/userAssignedIdentities';

/** Each role that is assigned is a documented one, named beside its id, no wider than needed, and the identity's. */
export function checkRoles(project: Project, main: Template, snapshots: readonly Snapshot[]): void {
  for (const { template } of templatesIn(main))
    for (const { type, condition } of Object.values(template.resources))
      if ([AZURE, COSMOS].includes(type) && condition !== undefined)
        project.faultAt(type, '', 'a role is given in every case: the product does not work without it');
  for (const { resources } of snapshots)
    for (const one of resources) {
      if (one.type === AZURE) checkAssignment(project, one, azureRoles, scopeOf(one));
      if (one.type === COSMOS) checkAssignment(project, one, cosmosRoles, String(one.properties?.scope));
    }
  for (const file of project.sources('bicep')) checkNotes(project, file, project.text(file) ?? '');
  for (const found of globSync('infra/bicep/roles.json', { cwd: project.root })) checkRoleTable(project, found);
}

/** The resource that an assignment is an extension of; undefined where it is none, and holds for the whole resource group. */
const scopeOf = ({ id }: SnapshotResource) => argumentsOf(id, 'extensionResourceId')?.[0]?.replaceAll("'", '');

function checkAssignment(
  project: Project,
  { type, name, properties = {} }: SnapshotResource,
  roles: readonly BuiltInRole[],
  scope: string | undefined,
): void {
  const fault = (word: string, message: string) => project.faultAt(type, word, message);
  const definition = String(properties.roleDefinitionId);
  const id = definition.split('/').at(-1) ?? '';
  checkRole(id, roles, (message) => fault('roleDefinitionId', message));
  const account = typeOfId(scope ?? '') === 'Microsoft.DocumentDB/databaseAccounts' ? scope : undefined;
  const expected =
    roles === azureRoles ? '/providers/Microsoft.Authorization/roleDefinitions/' : `${account}/sqlRoleDefinitions/`;
  if (!definition.includes(expected))
    fault(
      'roleDefinitionId',
      `a role's definition is ${roles === azureRoles ? 'a resource of type Microsoft.Authorization/roleDefinitions' : 'one of the account: …/sqlRoleDefinitions/<id>'}`,
    );
  if (scope === undefined || !typeOfId(scope).includes('/') || /^Microsoft\.Resources\//.test(typeOfId(scope)))
    fault('', 'a role is given on one resource, by its symbol as "scope"; anything wider is more than is needed');
  else checkPlace(azureRoles.find((one) => one.id === id)?.name, typeOfId(scope), (message) => fault('scope', message));
  if (roles === azureRoles && properties.principalType !== 'ServicePrincipal')
    fault('principalType', "the identity is a 'ServicePrincipal'; nobody else is given a role here");
  const principal = readOf(properties.principalId);
  if (principal?.type !== IDENTITY || principal.property !== 'principalId')
    fault('principalId', 'a role is given to the managed identity only: its properties.principalId');
  const seeds = argumentsOf(name, 'guid') ?? [];
  const wanted = [`'${scope}'`, String(properties.principalId).replace(/^\[|\]$/g, ''), `'${id}'`];
  if (seeds.join('\n') !== wanted.join('\n'))
    fault(
      'name',
      'the name of an assignment is guid(scope, principal, role), of its own three: another assignment could have this name',
    );
}

/** What a role is for, by the beginning of its name. */
const PLACES: readonly [name: string, type: string][] = [
  ['Storage ', 'Microsoft.Storage/'],
  ['Key Vault ', 'Microsoft.KeyVault/'],
  ['Monitoring Metrics Publisher', 'Microsoft.Insights/'],
];

/** A role is given on a resource of the kind that it is for: elsewhere it opens nothing. */
function checkPlace(role: string | undefined, type: string, fault: (message: string) => void): void {
  const wanted = PLACES.find(([name]) => role?.startsWith(name))?.[1];
  if (wanted !== undefined && !type.startsWith(wanted)) fault(`${role} opens nothing in a ${type}`);
}

function checkRole(id: string, roles: readonly BuiltInRole[], fault: (message: string) => void): void {
  const role = roles.find((one) => one.id === id);
  const other = [...azureRoles, ...cosmosRoles].find((one) => one.id === id);
  if (role === undefined)
    fault(
      `${other === undefined ? `${id} is no documented role` : `${other.name} is no role for this`}; see infra/check/built-in-roles.ts`,
    );
  else if (role.refused !== undefined) fault(`${role.name} is refused: ${role.refused}`);
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
