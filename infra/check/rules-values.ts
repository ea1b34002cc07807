import { parameterValue } from './extreme-parameters.ts';
import type { Project } from './project.ts';
import { subnetsOf } from './rules-network.ts';
import { ofType, readsIn, type Snapshot, type SnapshotResource, typeOfId } from './snapshot.ts';
import { at, type Template, textsIn } from './template.ts';

/**
 * What is right by type and wrong all the same: two values exchanged, an argument of another resource, a module in
 * another resource group. The compiler passes all of these.
 */
export function checkValues(project: Project, main: Template, snapshots: readonly Snapshot[]): void {
  for (const snapshot of snapshots) {
    checkPlaces(project, snapshot);
    checkTargets(project, snapshot);
    for (const one of snapshot.resources) {
      checkPrefix(project, one);
      checkKinds(project, one);
    }
  }
  for (const isMost of [false, true]) {
    const snapshot = snapshots.find(({ name }) => name === (isMost ? 'most' : 'least'));
    if (snapshot === undefined) continue;
    checkParameters(project, main, snapshot, isMost);
    checkOptional(project, snapshot, isMost);
  }
  for (const snapshot of snapshots) checkQuota(project, main, snapshot);
}

/** What only a parameter makes, by the parameter: all of it with the most that main.bicep takes, nothing with the least. */
const OPTIONAL: Record<string, readonly [type: string, count: number]> = {
  network: ['Microsoft.Network/virtualNetworks', 1],
  locks: ['Microsoft.Authorization/locks', 3],
  probe: ['Microsoft.Insights/webtests', 1],
  budgetAmount: ['Microsoft.Consumption/budgets', 1],
};

function checkOptional(project: Project, snapshot: Snapshot, isMost: boolean): void {
  for (const [name, [type, count]] of Object.entries(OPTIONAL)) {
    const [made, wanted] = [ofType(snapshot, type).length, isMost ? count : 0];
    if (made !== wanted)
      project.faultAt(
        type,
        '',
        `the param "${name}" makes ${wanted} of ${type} in "${snapshot.name}"; here are ${made}`,
      );
  }
}

/** Of a region, for all instances: https://learn.microsoft.com/azure/azure-functions/flex-consumption-plan#regional-subscription-memory-quotas */
const QUOTA_MB = 512_000;

/** The instances are those that are asked for, or as many as the quota of a region holds. */
function checkQuota(project: Project, { parameters }: Template, snapshot: Snapshot): void {
  const type = 'Microsoft.Web/sites';
  for (const app of ofType(snapshot, type)) {
    const scale = at(app, 'properties.functionAppConfig.scaleAndConcurrency');
    const [count, memoryMB] = [Number(at(scale, 'maximumInstanceCount')), Number(at(scale, 'instanceMemoryMB'))];
    const held = Math.floor(QUOTA_MB / memoryMB);
    const one = parameters.maximumInstanceCount;
    const isExtreme = ['least', 'most'].includes(snapshot.name);
    const asked =
      isExtreme && one ? Number(parameterValue('maximumInstanceCount', one, snapshot.name === 'most')) : count;
    if (count !== Math.min(asked, held))
      project.faultAt(
        type,
        'maximumInstanceCount',
        `maximumInstanceCount is the param, or the ${held} of ${memoryMB} MB that a region holds; in "${snapshot.name}" it is ${count}`,
      );
  }
}

/** Everything but the resource group is in it: another scope would spread an installation. */
function checkPlaces(project: Project, snapshot: Snapshot): void {
  const groups = ofType(snapshot, 'Microsoft.Resources/resourceGroups');
  if (groups.length !== 1)
    project.faultAt('Microsoft.Resources/resourceGroups', '', 'an installation has one resource group');
  for (const { id, type } of snapshot.resources) {
    if (type === 'Microsoft.Resources/resourceGroups') continue;
    const isInside = groups.some(
      (group) => id.includes(`${group.id}/`) || id.includes(`'${group.id.split('/').at(-1)}'`),
    );
    if (!isInside)
      project.faultAt(
        type,
        '',
        `the ${type} is deployed outside of the resource group of the installation: its module has another scope`,
      );
  }
}

/** Ids of Azure's own, which no template makes. */
const BUILT_IN = /\/(roleDefinitions|sqlRoleDefinitions|locations|policyDefinitions)(\/|$)/i;
const ID = /\/subscriptions\/[\w-]+\/resourceGroups\/[^\s',\]")]+/g;

/** Whatever a resource names by its id is made here too: the name of another kind of resource makes an id of nothing. */
function checkTargets(project: Project, { resources, name }: Snapshot): void {
  const networks = resources.filter(({ type }) => type === 'Microsoft.Network/virtualNetworks');
  const ids = [...resources, ...networks.flatMap(subnetsOf)].map(({ id }) => id.toLowerCase());
  const made = new Set(ids);
  for (const one of resources)
    for (const [path, text] of textsIn(one))
      for (const [id] of text.matchAll(ID))
        if (!made.has(id.toLowerCase()) && !BUILT_IN.test(id) && typeOfId(id).includes('/'))
          project.faultAt(
            one.type,
            path.split('.').at(-1) ?? '',
            `${path} names ${id.split('/').slice(-2).join('/')}, which is not made here (${name})`,
          );
}

/** How a name begins, by Microsoft's abbreviations: https://learn.microsoft.com/azure/cloud-adoption-framework/ready/azure-best-practices/resource-abbreviations */
const PREFIXES: Record<string, string> = {
  'Microsoft.Resources/resourceGroups': 'rg-',
  'Microsoft.ManagedIdentity/userAssignedIdentities': 'id-',
  'Microsoft.OperationalInsights/workspaces': 'log-',
  'Microsoft.Insights/components': 'appi-',
  'Microsoft.Storage/storageAccounts': 'st',
  'Microsoft.KeyVault/vaults': 'kv-',
  'Microsoft.Web/staticSites': 'stapp-',
  'Microsoft.Web/serverfarms': 'plan-',
  'Microsoft.Web/sites': 'func-',
  'Microsoft.Network/virtualNetworks': 'vnet-',
  'Microsoft.Network/natGateways': 'ng-',
  'Microsoft.Network/publicIPAddresses': 'pip-',
  'Microsoft.Network/privateEndpoints': 'pep-',
};

function checkPrefix(project: Project, { type, name }: SnapshotResource): void {
  const prefix = PREFIXES[type];
  if (prefix !== undefined && !name.startsWith(prefix))
    project.faultAt(type, 'name', `the name of a ${type} begins with ${prefix}; this is ${name}`);
}

const WORKSPACE = 'Microsoft.OperationalInsights/workspaces';
const IDENTITY = 'Microsoft.ManagedIdentity/userAssignedIdentities';

/** The kind of resource that a property has the id of, or reads a property of. */
const KINDS: Record<string, readonly [path: string, kind: string, reads?: string][]> = {
  'Microsoft.Insights/diagnosticSettings': [['properties.workspaceId', WORKSPACE]],
  'Microsoft.Insights/components': [['properties.WorkspaceResourceId', WORKSPACE]],
  'Microsoft.Insights/scheduledQueryRules': [
    ['properties.scopes', WORKSPACE],
    ['properties.actions.actionGroups', 'Microsoft.Insights/actionGroups'],
  ],
  'Microsoft.Web/sites': [
    ['properties.serverFarmId', 'Microsoft.Web/serverfarms'],
    ['properties.keyVaultReferenceIdentity', IDENTITY],
    ['properties.functionAppConfig.deployment.storage.authentication.userAssignedIdentityResourceId', IDENTITY],
    [
      'properties.functionAppConfig.deployment.storage.value',
      'Microsoft.Storage/storageAccounts',
      'primaryEndpoints.blob',
    ],
  ],
  'Microsoft.Insights/metricAlerts': [
    ['properties.criteria.webTestId', 'Microsoft.Insights/webtests'],
    ['properties.criteria.componentId', 'Microsoft.Insights/components'],
  ],
  'Microsoft.Network/privateDnsZones/virtualNetworkLinks': [
    ['properties.virtualNetwork.id', 'Microsoft.Network/virtualNetworks'],
  ],
  'Microsoft.Web/staticSites/linkedBackends': [['properties.backendResourceId', 'Microsoft.Web/sites']],
};

function checkKinds(project: Project, resource: SnapshotResource): void {
  for (const [path, kind, reads] of KINDS[resource.type] ?? [])
    for (const value of [at(resource, path)].flat()) {
      const [read] = readsIn(String(value));
      const is = reads === undefined ? typeOfId(String(value)) : read?.type;
      if (is !== kind || read?.property !== reads)
        project.faultAt(resource.type, path.split('.').at(-1) ?? '', `${path} is ${reads ?? 'the id'} of a ${kind}`);
    }
}

/** Where the value of a parameter goes, with the extremes of all: two that are exchanged differ there. */
const USES: Record<string, readonly [type: string, path: string][]> = {
  webLocation: [['Microsoft.Web/staticSites', 'location']],
  nodeVersion: [['Microsoft.Web/sites', 'properties.functionAppConfig.runtime.version']],
  instanceMemoryMB: [['Microsoft.Web/sites', 'properties.functionAppConfig.scaleAndConcurrency.instanceMemoryMB']],
  cosmosBackupTier: [
    ['Microsoft.DocumentDB/databaseAccounts', 'properties.backupPolicy.continuousModeProperties.tier'],
  ],
  storageRedundancy: [['Microsoft.Storage/storageAccounts', 'sku.name']],
  fileSoftDeleteDays: [
    ['Microsoft.Storage/storageAccounts/blobServices', 'properties.deleteRetentionPolicy.days'],
    ['Microsoft.Storage/storageAccounts/blobServices', 'properties.containerDeleteRetentionPolicy.days'],
  ],
  budgetAmount: [['Microsoft.Consumption/budgets', 'properties.amount']],
  logRetentionDays: [[WORKSPACE, 'properties.retentionInDays']],
  logDailyCapGb: [[WORKSPACE, 'properties.workspaceCapping.dailyQuotaGb']],
};

function checkParameters(project: Project, { parameters }: Template, snapshot: Snapshot, isMost: boolean): void {
  const expect = (name: string, type: string, path: string, given: unknown) => {
    const one = parameters[name];
    const wanted = one && (parameterValue(name, one, isMost) ?? one.defaultValue);
    if (wanted !== undefined && given !== wanted)
      project.faultAt(
        type,
        path.split('.').at(-1) ?? '',
        `${path} is the param "${name}", ${wanted} in "${snapshot.name}"; here it is ${JSON.stringify(given)}`,
      );
  };
  for (const [name, uses] of Object.entries(USES))
    for (const [type, path] of uses) for (const one of ofType(snapshot, type)) expect(name, type, path, at(one, path));
  for (const one of snapshot.resources) {
    const isElsewhere =
      one.location === undefined || /^global$/i.test(one.location) || one.type === 'Microsoft.Web/staticSites';
    if (!isElsewhere) expect('location', one.type, 'location', one.location);
    if (one.type.endsWith('/linkedBackends'))
      expect('location', one.type, 'properties.region', at(one, 'properties.region'));
  }
}
