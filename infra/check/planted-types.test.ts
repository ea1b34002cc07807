import { afterAll, expect, test } from 'vitest';
import { expectFault, type Plant } from './testing/expect-fault.ts';
import { BicepCopy, MAIN, bicepModule as module } from './testing/planted.ts';

const copy = await BicepCopy.make();
afterAll(() => copy.remove());

test('the Bicep files of the repository have no fault', () => {
  expect(copy.faults()).toEqual([]);
});

const plants: Plant[] = [
  [
    'a wrong property at the top',
    module('storage'),
    "  kind: 'StorageV2'",
    "  kinds: 'StorageV2'",
    'kinds:',
    '"kinds" is no property of Microsoft.Storage/storageAccounts; did you mean "kind"?',
  ],
  [
    'a wrong property within another',
    module('storage'),
    'allowCrossTenantReplication',
    'allowCrosTenantReplication',
    'allowCrosTenant',
    'did you mean "allowCrossTenantReplication"?',
  ],
  [
    'a wrong property in a loop',
    module('cosmos'),
    'isZoneRedundant:',
    'zoneRedundant:',
    'zoneRedundant: zoneRedundant',
    'did you mean "isZoneRedundant"?',
  ],
  [
    'a wrong property in a variable',
    module('storage'),
    '    name: redundancy\n',
    "    name: redundancy\n  }\n  extendedLocation: place\n}\nvar place = {\n  type: 'EdgeZone'\n  nam: 'x'\n}\nvar rest = {\n  a: {\n",
    "nam: 'x'",
    '"nam" is no property',
  ],
  [
    'a wrong property in a ternary',
    module('cosmos'),
    '{ autoscaleSettings: { maxThroughput',
    '{ autoscaleSettings: { maxThroughputs',
    'maxThroughputs',
    '"maxThroughputs" is no property',
  ],
  [
    'a wrong property in a union()',
    module('storage'),
    '  sku: {\n    name: redundancy\n  }',
    "  sku: union({ name: redundancy }, { teir: 'Standard' })",
    'teir',
    '"teir" is no property',
  ],
  [
    'a value that is not allowed',
    module('storage'),
    "'StorageV2'",
    "'StorageV3'",
    "'StorageV3'",
    `'StorageV3' is not allowed; did you mean "StorageV2"?`,
  ],
  [
    'a discriminator that is not allowed',
    module('cosmos'),
    "type: 'Continuous'",
    "type: 'Continual'",
    "'Continual'",
    `'Continual' is not allowed; did you mean "Continuous"?`,
  ],
  [
    'a property of another case',
    module('cosmos'),
    'continuousModeProperties',
    'periodicModeProperties',
    'periodicModeProperties',
    '"periodicModeProperties" is no property',
  ],
  [
    'a text for a number',
    module('monitoring'),
    'retentionInDays: retentionDays',
    "retentionInDays: '30'",
    "retentionInDays: '30'",
    "'30' stands where an int is wanted",
  ],
  [
    'a text for a yes or no',
    module('storage'),
    'allowCrossTenantReplication: false',
    "allowCrossTenantReplication: 'false'",
    "'false'",
    "'false' stands where a bool is wanted",
  ],
  [
    'an object for a list',
    module('cosmos'),
    "logs: [\n      {\n        category: 'ControlPlaneRequests'\n        enabled: true\n      }",
    "logs: {\n        category: 'ControlPlaneRequests'\n        enabled: true\n      }\n      other: [",
    'logs: {',
    'logs: an object stands where an array is wanted',
  ],
  [
    'a property that Azure sets',
    module('storage'),
    "    accessTier: 'Hot'",
    "    provisioningState: 'Succeeded'\n    accessTier: 'Hot'",
    'provisioningState',
    '"provisioningState" of Microsoft.Storage/storageAccounts.properties is set by Azure',
  ],
  [
    'a required property left out',
    module('cosmos'),
    "    databaseAccountOfferType: 'Standard'\n",
    '',
    '  properties: {\n    capabilities',
    'lacks "databaseAccountOfferType", which is required',
  ],
  [
    'a version that does not exist',
    module('storage'),
    "storageAccounts@2025-06-01'",
    "storageAccounts@2025-07-01'",
    '@2025-07-01',
    'Microsoft.Storage/storageAccounts has no version 2025-07-01',
  ],
  [
    'a version that is not in the reduced file',
    module('storage'),
    "storageAccounts@2025-06-01'",
    "storageAccounts@2023-01-01'",
    '@2023-01-01',
    'node infra/check/reduce-azure-types.ts',
  ],
  [
    'a type that does not exist',
    module('identity'),
    'userAssignedIdentities@',
    'userAssignedIdentity@',
    'userAssignedIdentity@',
    'did you mean "Microsoft.ManagedIdentity/userAssignedIdentities"?',
  ],
  [
    'a parent of another type',
    module('storage'),
    '    parent: queueService\n',
    '    parent: account\n',
    'parent: account\n    name: queue',
    'account is a Microsoft.Storage/storageAccounts',
  ],
  [
    'a child without its parent',
    module('storage'),
    '    parent: queueService\n',
    '',
    '    name: queue\n',
    'needs a "parent"',
  ],
  [
    'a scope of what is no extension',
    module('identity'),
    '  tags: tags\n}',
    '  tags: tags\n  scope: identity\n}',
    'scope: identity',
    'leave "scope" out',
  ],
  [
    'a resource that the target scope cannot have',
    MAIN,
    "targetScope = 'subscription'",
    "targetScope = 'resourceGroup'",
    "'Microsoft.Resources/resourceGroups",
    'cannot be deployed to a resourceGroup',
  ],
  [
    'a property set on an existing resource',
    module('access'),
    '  name: storageName\n',
    "  name: storageName\n  location: 'x'\n",
    "location: 'x'",
    '"location" cannot be set',
  ],
];

test.each<[string, string, string, string]>([
  [
    'a database without its account',
    module('cosmos'),
    '  parent: account\n  name: databaseName',
    '  name: databaseName',
  ],
  ['diagnostic settings of nothing', module('cosmos'), '  scope: account\n', ''],
  ['diagnostic settings that go nowhere', module('key-vault'), '    workspaceId: workspaceId\n', ''],
  ['a role for nobody', module('cosmos'), '    principalId: principalId\n', ''],
  [
    'a slip where other names are free',
    module('monitoring'),
    '    disableLocalAuth: true',
    '    disableLocalAuht: true',
  ],
  ['a discriminator that is no text', module('cosmos'), "type: 'Continuous'", 'type: 5'],
])('%s is a fault', (_title, file, from, to) => {
  expect(copy.faultsWith({ file, from, to })).not.toEqual([]);
});

test.each(plants)('%s is a fault at its line', (...plant) => expectFault(copy, plant));
