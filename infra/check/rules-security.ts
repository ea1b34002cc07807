import type { Project } from './project.ts';
import { at, expanded, type Template, type TemplateResource, templatesIn } from './template.ts';

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
  // The compiler lets any text pass here: Azure marks its list of kinds as open.
  'microsoft.storage/storageaccounts': [
    { property: 'kind', value: 'StorageV2', why: 'no other kind has files, queues and tables' },
  ],
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

/** Resources that hold data are closed where Azure leaves them open, whatever the parameters: by a value that is written out. */
export function checkSecurity(project: Project, main: Template): void {
  for (const { template } of templatesIn(main))
    for (const resource of Object.values(template.resources))
      if (resource.existing !== true) checkResource(project, template, resource);
}

function checkResource(project: Project, template: Template, resource: TemplateResource): void {
  const { type, name } = resource;
  const key = type.toLowerCase();
  checkDemands(project, resource, resource.properties, DEMANDS[key]);
  checkDemands(project, resource, resource, DEMANDS_BESIDE[key]);
  for (const needed of NEEDED[key] ?? [])
    if (at(resource.properties, needed) === undefined)
      project.faultAt(type, 'properties', `${type} lacks ${needed}, which Azure needs here`);
  if (key === 'microsoft.web/staticsites/linkedbackends' && !/'[\w-]+'\)\]$/.test(name))
    project.faultAt(
      type,
      'name',
      'the name of a link is a constant: a web app has one link, and another name would be a second',
    );
  if (key === 'microsoft.web/sites/config' && /authsettingsV2/i.test(name))
    project.faultAt(type, 'name', 'authsettingsV2 is set by the link to the web app, and by nothing else');
  if (key === 'microsoft.web/sites') checkPasswords(project, template);
  const failover = 'enableAutomaticFailover';
  if (/locations/i.test(expanded(String(at(resource.properties, failover)), template)))
    project.faultAt(
      type,
      failover,
      `${failover} turns with the regions: Cosmos DB refuses a change of both in one deployment`,
    );
}

function checkDemands(
  project: Project,
  { type }: TemplateResource,
  object: unknown,
  demands: readonly Demand[] = [],
): void {
  for (const { property, value, why, isDefault } of demands) {
    const given = at(object, property);
    if (given === undefined ? isDefault : [value].flat().includes(given as string | boolean)) continue;
    const wanted = [value].flat().map(quoted).join(' or ');
    const how = given === undefined ? ', which is missing' : ', whatever the parameters';
    const word = given === undefined ? '' : `${property.split('.').at(-1)}:`;
    project.faultAt(type, word, `${type} needs ${property}: ${wanted}${how}: ${why}`);
  }
}

/** Both ways in by password are closed, which are open where nothing is said. */
function checkPasswords(project: Project, { resources }: Template): void {
  const policies = Object.values(resources).filter(({ type }) => /\/basicPublishingCredentialsPolicies$/i.test(type));
  for (const name of ['ftp', 'scm'])
    if (!policies.some((one) => one.name.includes(`'${name}'`)))
      project.faultAt(
        'Microsoft.Web/sites',
        '',
        `the app lacks basicPublishingCredentialsPolicies "${name}" with allow: false: it could be deployed by password`,
      );
}

const quoted = (value: boolean | string) => (typeof value === 'string' ? `'${value}'` : String(value));
