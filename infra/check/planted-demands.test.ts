import { afterAll, expect, test } from 'vitest';
import { BicepCopy, bicepModule as module } from './testing/planted.ts';

const copy = await BicepCopy.make();
afterAll(() => copy.remove());

const STORAGE = module('storage');
const COSMOS = module('cosmos');
const VAULT = module('key-vault');
const APP = module('function-app');

test.each([
  [STORAGE, "publicAccess: 'None'", "publicAccess: 'Blob'", "needs publicAccess: 'None'"],
  [STORAGE, 'isLocalUserEnabled: false', 'isLocalUserEnabled: true', 'needs isLocalUserEnabled: false'],
  [STORAGE, 'allowCrossTenantReplication: false', 'allowCrossTenantReplication: true', 'needs allowCrossTenantRep'],
  [COSMOS, "minimalTlsVersion: 'Tls12'", "minimalTlsVersion: 'Tls'", "needs minimalTlsVersion: 'Tls12'"],
  [COSMOS, "    minimalTlsVersion: 'Tls12'\n", '', "needs minimalTlsVersion: 'Tls12', which is missing"],
  [COSMOS, 'WriteAccess: true', 'WriteAccess: false', 'needs disableKeyBasedMetadataWriteAccess: true'],
  [VAULT, 'enableSoftDelete: true', 'enableSoftDelete: false', 'needs enableSoftDelete: true'],
  [VAULT, 'TemplateDeployment: false', 'TemplateDeployment: true', 'needs enabledForTemplateDeployment: false'],
  [module('monitoring'), '  DisableLocalAuth: true', '  DisableLocalAuth: false', 'needs DisableLocalAuth: true'],
  [
    module('monitoring'),
    ' disableLocalAuth: true',
    ' disableLocalAuth: false',
    'needs features.disableLocalAuth: true',
  ],
  [APP, "minTlsVersion: '1.2'", "minTlsVersion: '1.0'", "needs siteConfig.minTlsVersion: '1.2' or '1.3'"],
  [APP, "ftpsState: 'Disabled'", "ftpsState: 'AllAllowed'", "needs siteConfig.ftpsState: 'Disabled'"],
  [APP, '    keyVaultReferenceIdentity: identityId\n', '', 'lacks keyVaultReferenceIdentity'],
  [APP, "name: 'scm'", "name: 'ftp'", 'lacks basicPublishingCredentialsPolicies "scm"'],
  [module('web'), "Policy: 'Disabled'", "Policy: 'Enabled'", "needs stagingEnvironmentPolicy: 'Disabled'"],
  [module('web'), "name: 'Standard'", "name: 'Free'", "needs sku.name: 'Standard'"],
  [APP, "type: 'UserAssigned'", "type: 'SystemAssigned'", "needs identity.type: 'UserAssigned'"],
  [APP, "kind: 'functionapp,linux'", "kind: 'functionapp'", "needs kind: 'functionapp,linux'"],
  [APP, "name: 'FC1'", "name: 'Y1'", "needs sku.name: 'FC1'"],
  [APP, "type: 'UserAssignedIdentity'", "type: 'StorageAccountConnectionString'", "authentication.type: 'UserAssigned"],
  [
    module('alerts'),
    '      enabled: true\n      severity',
    '      enabled: false\n      severity',
    'needs enabled: true',
  ],
  [module('web-link'), "name: 'api'", 'name: uniqueString(functionAppId)', 'the name of a link is a constant'],
])('in %s, %j is not to become %j', (file, from, to, message) => {
  expect(copy.faultsWith({ file, from, to }).map((one) => one.message)).toContainEqual(
    expect.stringContaining(message),
  );
});

const ACCESS = module('access');
test.each([
  [ACCESS, '  scope: vault\n', '  scope: storage\n', 'Key Vault Secrets Officer opens nothing in a Microsoft.Storage/'],
  [ACCESS, '  scope: storage\n', '  scope: resourceGroup()\n', 'a role is given on one resource, by its symbol'],
  [
    ACCESS,
    "roleAssignments@2022-04-01' = {",
    "roleAssignments@2022-04-01' = if (false) {",
    'a role is given in every case',
  ],
  [
    ACCESS,
    'roles.storageQueueDataContributor.id)\n',
    'roles.storageBlobDataOwner.id)\n',
    'another assignment has this',
  ],
  [VAULT, '  tags: tags\n', '  tags: union(tags, { code: setupCode })\n', 'its place is the value of a secret'],
  [
    VAULT,
    "contentType: 'Asked for by /setup and /register'",
    'contentType: setupCode',
    'its place is the value of a se',
  ],
  ['infra/bicep/main.parameters.json', '{NODE_VERSION}', '{NODE_VERSION=20}', "'20' is not allowed"],
  ['infra/bicep/main.parameters.json', '"nodeVersion": { "value"', '"nodeVersion": { "values"', 'has no "value"'],
  ['infra/bicep/roles.json', 'b7e6dc6d-f1e8', '{b7e6dc6d-f1e8', 'is no documented role'],
])('in %s, %j is not to become %j: a fault of a role or secret', (file, from, to, message) => {
  expect(copy.faultsWith({ file, from, to }).map((one) => one.message)).toContainEqual(
    expect.stringContaining(message),
  );
});

test('a linter rule that is switched off for a line is off there', () => {
  const unused = "#disable-next-line no-unused-vars\nvar unused = 'x'\noutput name string";
  expect(copy.faultsWith({ file: VAULT, from: 'output name string', to: unused })).toEqual([]);
});

test.each([
  [STORAGE, "minimumTlsVersion: 'TLS1_2'", "minimumTlsVersion: 'TLS1_3'"],
  [APP, "minTlsVersion: '1.2'", "minTlsVersion: '1.3'"],
])('in %s, %j may become %j, which is stricter', (file, from, to) => {
  expect(copy.faultsWith({ file, from, to })).toEqual([]);
});

test('what the grammar cannot read of a list is said, not a crash', () => {
  const found = copy.faultsWith({
    file: VAULT,
    from: 'output name string',
    to: 'var ids = [resourceGroup().id]\nvar keys = [vault.tags.a[0].b]\noutput name string',
  });
  expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining('make it a var'));
});

test.each([
  'output code string = setup.properties.value',
  "output code string = setup['properties']['value']",
  'output code object = setup.properties',
  'output code object = setup',
  "output code string = concat('x', setup.properties.value)",
])('of a secret of the vault, %j is no output', (output) => {
  const [from, to] = ['output name string = vault.name', `${output}\noutput name string = vault.name`];
  expect(copy.faultsWith({ file: VAULT, from, to }).map((one) => one.message)).toContainEqual(
    'the output "code" tells a secret: the value of a secret of the Key Vault is in it',
  );
});

test('the address of a secret may be an output', () => {
  const to = 'output code string = setup.properties.secretUri\noutput name string = vault.name';
  expect(copy.faultsWith({ file: VAULT, from: 'output name string = vault.name', to })).toEqual([]);
});
