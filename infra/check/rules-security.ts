import { bodyOf, type Expression, propertyOf, type ResourceDeclaration } from './bicep-ast.ts';
import type { Inference } from './infer.ts';
import type { Model } from './project.ts';
import { fullTypeOf, resourcesOf } from './resource-names.ts';
import { scopeOf } from './scope.ts';

interface Demand {
  property: string;
  value: boolean | string;
  why: string;
}

/** What each resource of a type has to say. Azure's own defaults are open: what is not said is a fault too. */
const DEMANDS: Record<string, readonly Demand[]> = {
  'microsoft.storage/storageaccounts': [
    { property: 'allowSharedKeyAccess', value: false, why: 'a key of the account opens everything in it' },
    { property: 'allowBlobPublicAccess', value: false, why: 'no file is for everybody' },
    { property: 'supportsHttpsTrafficOnly', value: true, why: 'nothing goes unencrypted' },
    { property: 'minimumTlsVersion', value: 'TLS1_2', why: 'older TLS is broken' },
  ],
  'microsoft.documentdb/databaseaccounts': [
    { property: 'disableLocalAuth', value: true, why: 'a key of the account opens everything in it' },
  ],
  'microsoft.keyvault/vaults': [
    { property: 'enableRbacAuthorization', value: true, why: 'access policies let a Contributor give himself access' },
    { property: 'enablePurgeProtection', value: true, why: 'a deleted vault must stay restorable' },
  ],
  'microsoft.web/sites': [{ property: 'httpsOnly', value: true, why: 'nothing goes unencrypted' }],
  'microsoft.web/sites/basicpublishingcredentialspolicies': [
    { property: 'allow', value: false, why: 'deployment takes an identity, not a password' },
  ],
};

/** What Azure asks for although its published types do not mark it as required. */
const NEEDED: Record<string, readonly string[]> = {
  'microsoft.insights/diagnosticsettings': ['workspaceId'],
  'microsoft.insights/components': ['WorkspaceResourceId'],
  'microsoft.web/sites': ['serverFarmId'],
  'microsoft.documentdb/databaseaccounts/sqlroleassignments': ['roleDefinitionId', 'principalId', 'scope'],
  'microsoft.authorization/roleassignments': ['principalType'],
};

/** Resources that hold data are closed where Azure leaves them open. */
export function checkSecurity(inference: Inference): void {
  for (const model of inference.project.bicep) {
    if (!model.parsed) continue;
    for (const resource of resourcesOf(model)) if (!resource.existing) checkResource(inference, model, resource);
  }
}

function checkResource(inference: Inference, model: Model, resource: ResourceDeclaration): void {
  const type = fullTypeOf(resource, model).split('@')[0] ?? '';
  const body = bodyOf(resource.body);
  const properties = propertyOf(body, 'properties');
  for (const { property, value, why } of DEMANDS[type.toLowerCase()] ?? []) {
    const given = propertyOf(properties?.value, property);
    if (given !== undefined && isAlways(inference, given.value, value, model)) continue;
    const wanted = typeof value === 'string' ? `'${value}'` : value;
    inference.project.fault(
      model.file.path,
      given?.at ?? resource.at,
      `${type} needs ${property}: ${wanted}${given === undefined ? ', which is missing' : ', whatever the parameters'}: ${why}`,
    );
  }
  for (const name of NEEDED[type.toLowerCase()] ?? [])
    if (propertyOf(properties?.value, name) === undefined)
      inference.project.fault(
        model.file.path,
        properties?.at ?? resource.at,
        `${type} lacks ${name}, which Azure needs here`,
      );
  if (type.toLowerCase() !== 'microsoft.web/sites/config') return;
  const name = propertyOf(body, 'name');
  if (name !== undefined && isAlways(inference, name.value, 'authsettingsV2', model))
    inference.project.fault(
      model.file.path,
      name.at,
      'authsettingsV2 is set by the link to the web app, and by nothing else',
    );
}

function isAlways(inference: Inference, expression: Expression, value: boolean | string, model: Model): boolean {
  const type = inference.infer(expression, scopeOf(model));
  if (type.is === 'bool') return type.value === value;
  return type.is === 'string' && type.values?.length === 1 && type.values[0] === value;
}
