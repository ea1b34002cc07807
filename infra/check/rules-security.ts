import {
  bodyOf,
  type Expression,
  type Property,
  plainString,
  propertyOf,
  type ResourceDeclaration,
} from './bicep-ast.ts';
import type { Inference } from './infer.ts';
import type { Model } from './project.ts';
import { fullTypeOf, resourcesOf } from './resource-names.ts';
import { scopeOf } from './scope.ts';
import { originsOf } from './trace.ts';

interface Demand {
  /** By its path within `properties`. */
  property: string;
  /** What it has to be; of several, any. */
  value: boolean | string | readonly string[];
  why: string;
  /** Azure's own default is this. */
  isDefault?: true;
}

/** What each resource of a type has to say. Most of Azure's own defaults are open: what is not said is a fault too. */
const DEMANDS: Record<string, readonly Demand[]> = {
  'microsoft.storage/storageaccounts': [
    { property: 'allowSharedKeyAccess', value: false, why: 'a key of the account opens everything in it' },
    { property: 'allowBlobPublicAccess', value: false, why: 'no file is for everybody' },
    { property: 'supportsHttpsTrafficOnly', value: true, why: 'nothing goes unencrypted' },
    { property: 'minimumTlsVersion', value: ['TLS1_2', 'TLS1_3'], why: 'older TLS is broken' },
    { property: 'isLocalUserEnabled', value: false, why: 'a local user comes in by password' },
    { property: 'allowCrossTenantReplication', value: false, why: 'files could be copied to another directory' },
  ],
  'microsoft.storage/storageaccounts/blobservices/containers': [
    { property: 'publicAccess', value: 'None', why: 'no file is for everybody', isDefault: true },
  ],
  'microsoft.documentdb/databaseaccounts': [
    { property: 'disableLocalAuth', value: true, why: 'a key of the account opens everything in it' },
    { property: 'disableKeyBasedMetadataWriteAccess', value: true, why: 'a key could change the account' },
    { property: 'minimalTlsVersion', value: 'Tls12', why: 'older TLS is broken' },
    { property: 'backupPolicy.type', value: 'Continuous', why: 'records must be restorable to any second' },
  ],
  'microsoft.operationalinsights/workspaces': [
    { property: 'features.disableLocalAuth', value: true, why: 'whoever has its key could send false logs' },
  ],
  'microsoft.insights/components': [
    { property: 'DisableLocalAuth', value: true, why: 'whoever has its key could send false figures' },
  ],
  'microsoft.keyvault/vaults': [
    { property: 'enableRbacAuthorization', value: true, why: 'access policies let a Contributor give himself access' },
    { property: 'enablePurgeProtection', value: true, why: 'a deleted vault must stay restorable' },
    { property: 'enableSoftDelete', value: true, why: 'a deleted vault must stay restorable' },
    { property: 'enabledForTemplateDeployment', value: false, why: 'a deployment could read its secrets' },
  ],
  'microsoft.web/sites': [
    { property: 'httpsOnly', value: true, why: 'nothing goes unencrypted' },
    { property: 'siteConfig.minTlsVersion', value: ['1.2', '1.3'], why: 'older TLS is broken' },
    { property: 'siteConfig.ftpsState', value: 'Disabled', why: 'deployment takes an identity, not a password' },
    {
      property: 'functionAppConfig.deployment.storage.authentication.type',
      value: 'UserAssignedIdentity',
      why: 'a connection string has a key in it',
    },
  ],
  'microsoft.insights/scheduledqueryrules': [
    { property: 'enabled', value: true, why: 'an alert that is off tells nobody' },
  ],
  'microsoft.web/staticsites': [
    { property: 'stagingEnvironmentPolicy', value: 'Disabled', why: 'a preview is the product at another address' },
  ],
  'microsoft.web/sites/basicpublishingcredentialspolicies': [
    { property: 'allow', value: false, why: 'deployment takes an identity, not a password' },
  ],
};

/** What stands beside `properties`. */
const DEMANDS_BESIDE: Record<string, readonly Demand[]> = {
  'microsoft.web/sites': [
    {
      property: 'identity.type',
      value: 'UserAssigned',
      why: 'the app has its roles by the identity that is made first',
    },
    { property: 'kind', value: 'functionapp,linux', why: 'Flex Consumption runs nothing else' },
  ],
  'microsoft.web/serverfarms': [
    { property: 'sku.name', value: 'FC1', why: 'the app is configured for Flex Consumption' },
  ],
  'microsoft.web/staticsites': [{ property: 'sku.name', value: 'Standard', why: 'no other sku takes a link' }],
};

/** What Azure asks for although its published types do not mark it as required. */
const NEEDED: Record<string, readonly string[]> = {
  'microsoft.insights/diagnosticsettings': ['workspaceId'],
  'microsoft.insights/components': ['WorkspaceResourceId'],
  'microsoft.insights/scheduledqueryrules': ['actions'],
  'microsoft.web/sites': ['serverFarmId', 'keyVaultReferenceIdentity'],
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
  checkDemands(inference, model, resource, properties?.value, DEMANDS[type.toLowerCase()]);
  checkDemands(inference, model, resource, body, DEMANDS_BESIDE[type.toLowerCase()]);
  for (const name of NEEDED[type.toLowerCase()] ?? [])
    if (propertyOf(properties?.value, name) === undefined)
      inference.project.fault(
        model.file.path,
        properties?.at ?? resource.at,
        `${type} lacks ${name}, which Azure needs here`,
      );
  const name = propertyOf(body, 'name');
  if (type.toLowerCase() === 'microsoft.web/staticsites/linkedbackends' && plainString(name?.value) === undefined)
    inference.project.fault(
      model.file.path,
      name?.at ?? resource.at,
      'the name of a link is a constant: a web app has one link, and another name would be a second',
    );
  if (type.toLowerCase() === 'microsoft.web/sites') checkPasswords(inference, model, resource);
  if (type.toLowerCase() !== 'microsoft.web/sites/config') return;
  if (name !== undefined && isAlways(inference, name.value, 'authsettingsV2', model))
    inference.project.fault(
      model.file.path,
      name.at,
      'authsettingsV2 is set by the link to the web app, and by nothing else',
    );
}

function checkDemands(
  inference: Inference,
  model: Model,
  resource: ResourceDeclaration,
  object: Expression | undefined,
  demands: readonly Demand[] = [],
): void {
  const type = fullTypeOf(resource, model).split('@')[0] ?? '';
  for (const { property, value, why, isDefault } of demands) {
    const given = propertyAt(inference, object, property, model);
    if (given === undefined ? isDefault : isAlways(inference, given.value, value, model)) continue;
    const wanted = [value].flat().map(quoted).join(' or ');
    inference.project.fault(
      model.file.path,
      given?.at ?? resource.at,
      `${type} needs ${property}: ${wanted}${given === undefined ? ', which is missing' : ', whatever the parameters'}: ${why}`,
    );
  }
}

/** Both ways in by password are closed, which are open where nothing is said. */
function checkPasswords(inference: Inference, model: Model, app: ResourceDeclaration): void {
  const policies = resourcesOf(model).filter((one) =>
    /^microsoft\.web\/sites\/basicpublishingcredentialspolicies@/i.test(fullTypeOf(one, model)),
  );
  const closed = policies.map((one) => plainString(propertyOf(bodyOf(one.body), 'name')?.value));
  for (const name of ['ftp', 'scm'])
    if (!closed.includes(name))
      inference.project.fault(
        model.file.path,
        app.at,
        `the app lacks basicPublishingCredentialsPolicies "${name}" with allow: false: it could be deployed by password`,
      );
}

const quoted = (value: boolean | string) => (typeof value === 'string' ? `'${value}'` : String(value));

/** A property by its path; where an object on the way is a variable, that of the variable. */
function propertyAt(
  inference: Inference,
  object: Expression | undefined,
  path: string,
  model: Model,
): Property | undefined {
  const [first = '', ...rest] = path.split('.');
  const origins = object === undefined ? [] : originsOf(inference.project, { expression: object, model });
  const found = origins.length === 1 ? propertyOf(origins[0]?.expression, first) : undefined;
  return rest.length === 0 ? found : propertyAt(inference, found?.value, rest.join('.'), model);
}

function isAlways(inference: Inference, expression: Expression, value: Demand['value'], model: Model): boolean {
  const type = inference.infer(expression, scopeOf(model));
  if (type.is === 'bool') return type.value === value;
  const allowed = [value].flat();
  return type.is === 'string' && type.values !== undefined && type.values.every((one) => allowed.includes(one));
}
