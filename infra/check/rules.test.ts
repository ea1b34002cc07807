import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCompiled } from './check-infra.ts';
import { snapshotPaths, TEMPLATE } from './compiled-files.ts';
import { formatFault } from './faults.ts';
import { Project } from './project.ts';
import { readCode } from './rules-code.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'infra/bicep');
const code = readCode(new Project(ROOT));
const committed = new Map(
  [TEMPLATE, ...snapshotPaths(ROOT)].map((path) => [path, readFileSync(join(FOLDER, path), 'utf8')]),
);

/** What our rules say of what was compiled, with a text in place of another wherever it stands. */
function faultsWith(from: string, to: string): string[] {
  const changed = new Map([...committed].map(([path, text]) => [path, text.replaceAll(from, () => to)]));
  const isPlanted = [...changed].some(([path, text]) => text !== committed.get(path));
  if (!isPlanted) throw new Error(`nothing compiled has ${JSON.stringify(from)}: the planted fault has to move`);
  const project = new Project(ROOT);
  checkCompiled(project, changed, code);
  return project.faults.map(formatFault);
}

test('what is committed has no fault', () => {
  const project = new Project(ROOT);
  checkCompiled(project, committed, code);
  expect(project.faults.map(formatFault)).toEqual([]);
});

const doors: [from: string, to: string, message: string][] = [
  ['"allowSharedKeyAccess": false', '"allowSharedKeyAccess": true', 'needs allowSharedKeyAccess: false'],
  ['"allowSharedKeyAccess": false,', '', 'needs allowSharedKeyAccess: false, which is missing'],
  [
    '"allowSharedKeyAccess": false',
    `"allowSharedKeyAccess": "[greater(parameters('softDeleteDays'), 3)]"`,
    'whatever the parameters',
  ],
  ['"allowBlobPublicAccess": false', '"allowBlobPublicAccess": true', 'needs allowBlobPublicAccess: false'],
  ['"publicAccess": "None"', '"publicAccess": "Blob"', "needs publicAccess: 'None'"],
  ['"isLocalUserEnabled": false', '"isLocalUserEnabled": true', 'needs isLocalUserEnabled: false'],
  ['"allowCrossTenantReplication": false', '"allowCrossTenantReplication": true', 'needs allowCrossTenantRep'],
  ['"minimumTlsVersion": "TLS1_2"', '"minimumTlsVersion": "TLS1_0"', "needs minimumTlsVersion: 'TLS1_2' or 'TLS1_3'"],
  ['"minimalTlsVersion": "Tls12"', '"minimalTlsVersion": "Tls"', "needs minimalTlsVersion: 'Tls12'"],
  ['MetadataWriteAccess": true', 'MetadataWriteAccess": false', 'needs disableKeyBasedMetadataWriteAccess: true'],
  ['"disableLocalAuth": true', '"disableLocalAuth": false', 'needs disableLocalAuth: true'],
  ['"disableLocalAuth": true', '"disableLocalAuth": false', 'needs features.disableLocalAuth: true'],
  ['"DisableLocalAuth": true', '"DisableLocalAuth": false', 'needs DisableLocalAuth: true'],
  ['"type": "Continuous"', '"type": "Periodic"', "needs backupPolicy.type: 'Continuous'"],
  ['"enableSoftDelete": true', '"enableSoftDelete": false', 'needs enableSoftDelete: true'],
  ['"enablePurgeProtection": true', '"enablePurgeProtection": false', 'needs enablePurgeProtection: true'],
  ['"enableRbacAuthorization": true,', '', 'needs enableRbacAuthorization: true, which is missing'],
  ['TemplateDeployment": false', 'TemplateDeployment": true', 'needs enabledForTemplateDeployment: false'],
  ['"minTlsVersion": "1.2"', '"minTlsVersion": "1.0"', "needs siteConfig.minTlsVersion: '1.2' or '1.3'"],
  ['"ftpsState": "Disabled"', '"ftpsState": "AllAllowed"', "needs siteConfig.ftpsState: 'Disabled'"],
  ['"httpsOnly": true', '"httpsOnly": false', 'needs httpsOnly: true'],
  ['"keyVaultReferenceIdentity"', '"keyVaultReferenceIdentities"', 'lacks keyVaultReferenceIdentity'],
  [`parameters('name'), 'scm')]`, `parameters('name'), 'ftp')]`, 'lacks basicPublishingCredentialsPolicies "scm"'],
  ['"allow": false', '"allow": true', 'needs allow: false'],
  ['Policy": "Disabled"', 'Policy": "Enabled"', "needs stagingEnvironmentPolicy: 'Disabled'"],
  ['"name": "Standard"', '"name": "Free"', "needs sku.name: 'Standard'"],
  ['"type": "UserAssigned"', '"type": "SystemAssigned"', "needs identity.type: 'UserAssigned'"],
  ['"kind": "functionapp,linux"', '"kind": "functionapp"', "needs kind: 'functionapp,linux'"],
  ['"name": "FC1"', '"name": "Y1"', "needs sku.name: 'FC1'"],
  ['"type": "UserAssignedIdentity"', '"type": "StorageAccountConnectionString"', 'authentication.type:'],
  ['"skipQueryValidation"', '"enabled": false, "skipQueryValidation"', 'needs enabled: true'],
  [
    `parameters('webName'), 'api')]`,
    `parameters('webName'), parameters('webName'))]`,
    'the name of a link is a constant',
  ],
];

const BLOB_OWNER = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b';
const SECRETS_OFFICER = 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7';
const roles: [from: string, to: string, message: string][] = [
  [BLOB_OWNER, 'b7e6dc6d-f1e8-4753-8033-0f276bb0955c', 'is no documented role'],
  [BLOB_OWNER, 'b24988ac-6180-42a0-ab88-20f7382dd24c', 'Contributor is refused'],
  ['"principalType":"ServicePrincipal"', '"principalType":"User"', "the identity is a 'ServicePrincipal'"],
  [SECRETS_OFFICER, BLOB_OWNER, 'Storage Blob Data Owner opens nothing in a Microsoft.KeyVault/vaults'],
  ['000000000002"', '000000000003"', 'is no documented role'],
  ['/sqlRoleDefinitions/', '/sqlRoleDefinition/', 'one of the account: …/sqlRoleDefinitions/<id>'],
  [
    'Authorization/roleDefinitions/',
    'Authorization/roleDefinition/',
    'a resource of type Microsoft.Authorization/roleDef',
  ],
  ["'2024-11-30').principalId]", "'2024-11-30').clientId]", 'a role is given to the managed identity only'],
  ['[extensionResourceId(', '[resourceId(', 'a role is given on one resource'],
  ['[guid(', '[guid(subscription().id, ', 'is guid(scope, principal, role), of its own three'],
  [
    '"type": "Microsoft.Authorization/roleAssignments",',
    '"type": "Microsoft.Authorization/roleAssignments", "condition": "[equals(1, 2)]",',
    'a role is given in every case',
  ],
];

const VAULT_URI = `"value": "[reference(resourceId('Microsoft.KeyVault/vaults', parameters('name')), '2025-05-01').vaultUri]"`;
const secrets: [from: string, to: string, message: string][] = [
  [
    '"value": "[reference(\'account\').documentEndpoint]"',
    `"value": "[listKeys('account', '2025-10-15').key]"`,
    'tells a secret: listKeys()',
  ],
  [VAULT_URI, `"value": "[parameters('setupCode')]"`, 'the param "setupCode" is @secure()'],
  [
    VAULT_URI,
    VAULT_URI.replace(
      "Microsoft.KeyVault/vaults', parameters('name')",
      "Microsoft.KeyVault/vaults/secrets', parameters('name'), 'a'",
    ).replace('vaultUri', 'value'),
    'the value of a secret of the Key Vault is in it',
  ],
  [
    '"contentType": "Asked for by /setup and /register"',
    `"contentType": "[parameters('setupCode')]"`,
    'its place is the value of a secret',
  ],
  ['"type": "securestring"', '"type": "string"', 'looks like a secret and is not @secure()'],
  [
    '"type": "securestring",',
    '"type": "securestring", "defaultValue": "abcdefghijklmnop",',
    'it has no default but newGuid()',
  ],
  ['"contentType": "Asked for', '"contentType": "AccountKey=abcdefgh', 'a key or password is written at'],
  [
    '"value": "[variables(\'setupCodeName\')]"',
    `"value": "[parameters('setupCode')]"`,
    'takes "setupCodeName" without @secure()',
  ],
];

const values: [from: string, to: string, message: string][] = [
  [
    'COSMOS_ENDPOINT","value":"[reference(',
    'COSMOS_ENDPOINT","value":"[concat(',
    'COSMOS_ENDPOINT is documentEndpoint',
  ],
  [
    '.documentEndpoint',
    '.vaultUri',
    'COSMOS_ENDPOINT is documentEndpoint of the Microsoft.DocumentDB/databaseAccounts',
  ],
  ['"AZURE_CLIENT_ID"', '"AZURE_CLIENT_IDS"', 'AZURE_CLIENT_IDS is no setting of api/src/config.ts'],
  ['"AZURE_CLIENT_ID"', '"AZURE_CLIENT_IDS"', 'AZURE_CLIENT_ID is not set, which a user-assigned identity needs'],
  ['"COSMOS_ENDPOINT"', '"DATA_DIR"', 'DATA_DIR is not set on Azure'],
  ['"COSMOS_ENDPOINT"', '"DATA_DIR"', 'the app setting COSMOS_ENDPOINT is not set in every case'],
  ['"value":"managedidentity"', '"value":"other"', "AzureWebJobsStorage__credential is 'managedidentity'"],
  ['"value":"cosmos"', '"value":"sqlite"', "STORE is 'cosmos'; here it is 'sqlite'"],
  ["'setup-code')]", "'other')]", 'SETUP_CODE is a reference to the secret'],
  ['"STAFF_GUESTS","value":"admitted"', '"STAFF_GUESTS","value":"refused"', 'STAFF_GUESTS is the param "staffGuests"'],
  ['/serverfarms/plan-', '/sites/plan-', 'properties.serverFarmId is the id of a Microsoft.Web/serverfarms'],
  ['"retentionInDays":730', '"retentionInDays":365', 'properties.retentionInDays is the param "logRetentionDays", 730'],
  ['"name":"kv-', '"name":"id-', 'the name of a Microsoft.KeyVault/vaults begins with kv-'],
  ['"name":"kv-', '"name":"kv-a-name-too-long-', 'Microsoft.KeyVault/vaults has 3 to 24 characters'],
  ['"name":"st', '"name":"st-', 'lowercase letters and digits only; this one can have "-"'],
  ['"name":"func-', '"name":"func-of-a-long-name-', 'Microsoft.Web/sites has 2 to 32 characters'],
  [
    "[format('identity-{0}'",
    `[format('identity-${'x'.repeat(60)}{0}'`,
    'Microsoft.Resources/deployments has 1 to 64 characters',
  ],
  [
    '"publicAccess":"None"}}',
    '"of":"/subscriptions/a/resourceGroups/b/providers/Microsoft.Web/sites/none"}}',
    'which is not made here',
  ],
  [
    '{"id":"tenants","partitionKey"',
    '{"id":"tenant","partitionKey"',
    'these are the entries of generated/containers.json',
  ],
  ['/default/scan-work"', '/default/scan-works"', 'these are the entries of generated/storage.json, "queues"'],
  ['"name":"trail-broken"', '"name":"trail-broke"', 'these are the entries of generated/alerts.json'],
  ['"windowSize":"PT15M"', '"windowSize":"PT16M"', 'is "window" of generated/alerts.json'],
  ['"SESSION_IDLE_MINUTES"', '"SESSION_IDLE_MINUTE"', 'the param "settings" lacks SESSION_IDLE_MINUTES'],
];

test.each([...doors, ...roles, ...secrets, ...values])('%j is not to become %j', (from, to, message) => {
  expect(faultsWith(from, to)).toContainEqual(expect.stringContaining(message));
});

test('a resource in another resource group is a fault', () => {
  const vault = /"id":"[^"]*\/resourceGroups\/([^"/]+)\/providers\/Microsoft\.KeyVault\/vaults\/[^"/]+"/;
  const [id = '', group = ''] = vault.exec(committed.get('snapshots/most.json') ?? '') ?? [];
  expect(faultsWith(id, id.replace(group, 'rg-other'))).toContainEqual(
    expect.stringContaining('the Microsoft.KeyVault/vaults is deployed outside of the resource group'),
  );
});

test.each([
  ['"minimumTlsVersion": "TLS1_2"', '"minimumTlsVersion": "TLS1_3"'],
  ['"minTlsVersion": "1.2"', '"minTlsVersion": "1.3"'],
])('%j may become %j, which is stricter', (from, to) => {
  expect(faultsWith(from, to)).toEqual([]);
});
