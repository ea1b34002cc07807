import { afterAll, expect, test } from 'vitest';
import { expectFault, type Plant } from './testing/expect-fault.ts';
import { BicepCopy, MAIN, bicepModule as module, REGION } from './testing/planted.ts';

const copy = await BicepCopy.make();
afterAll(() => copy.remove());

const ROLES = 'infra/bicep/roles.json';
const BLOB_OWNER = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b';
const CONTRIBUTOR = 'b24988ac-6180-42a0-ab88-20f7382dd24c';
const PARAMETERS = 'infra/bicep/main.parameters.json';

const roles: Plant[] = [
  [
    'a role that is not documented',
    ROLES,
    BLOB_OWNER,
    'b7e6dc6d-f1e8-4753-8033-0f276bb0955c',
    '0f276bb0955c',
    'is no documented role',
  ],
  [
    'another role than its name says',
    ROLES,
    BLOB_OWNER,
    'ba92f5b4-2d11-453d-a403-e96b0029c9fe',
    'ba92f5b4',
    'this is Storage Blob Data Contributor, which is said to be Storage Blob Data Owner',
  ],
  ['Contributor', ROLES, BLOB_OWNER, CONTRIBUTOR, CONTRIBUTOR, 'Contributor is refused'],
  [
    'Contributor in Bicep itself',
    module('access'),
    'roles.storageBlobDataOwner.id)\n    desc',
    `'${CONTRIBUTOR}') // Contributor\n    desc`,
    CONTRIBUTOR,
    'Contributor is refused',
  ],
  [
    'a role whose name is not beside it',
    module('access'),
    'roles.storageBlobDataOwner.id)\n    desc',
    `'${BLOB_OWNER}')\n    desc`,
    BLOB_OWNER,
    'this is Storage Blob Data Owner, which is not said beside it',
  ],
  [
    'a Cosmos DB role that does not exist',
    module('cosmos'),
    "000000000002'",
    "000000000003'",
    "000000000003'",
    'is no documented role',
  ],
  [
    'a Cosmos DB role other than its name',
    module('cosmos'),
    "000000000002'",
    "000000000001'",
    "000000000001'",
    'this is Cosmos DB Built-in Data Reader, which is said to be Cosmos DB Built-in Data Contributor',
  ],
  [
    'a role on the whole resource group',
    module('access'),
    '  scope: storage\n  name: guid(storage.id, principalId, roles.storageBlobDataOwner.id)',
    '  name: guid(storage.id, principalId, roles.storageBlobDataOwner.id)',
    'resource blobs',
    'a role is given on one resource',
  ],
  [
    'a role for a user',
    module('access'),
    "principalType: 'ServicePrincipal'",
    "principalType: 'User'",
    "'User'",
    "the identity is a 'ServicePrincipal'",
  ],
];

const definitions: Plant[] = [
  [
    'a role id with a digit too many',
    module('cosmos'),
    "000000000002'",
    "0000000000020'",
    'roleDefinitionId:',
    'which role this is cannot be told',
  ],
  [
    'a role definition of another type',
    module('access'),
    "'Microsoft.Authorization/roleDefinitions', roles.storageBlobDataOwner",
    "'Microsoft.Authorization/roleDefinition', roles.storageBlobDataOwner",
    "roleDefinition'",
    'is a resource of type Microsoft.Authorization/roleDefinitions',
  ],
  [
    'a Cosmos DB role definition of another type',
    module('cosmos'),
    '/sqlRoleDefinitions/',
    '/sqlRoleDefinition/',
    'sqlRoleDefinition/',
    'is a resource of the account',
  ],
];

const secrets: Plant[] = [
  [
    'a secret in an output',
    module('key-vault'),
    'output name string',
    'output text string = setupCode\noutput name string',
    'output text',
    'the output "text" tells a secret: the param "setupCode" is @secure()',
  ],
  [
    'a secret in an output by way of a variable',
    module('key-vault'),
    'output name string',
    `var made = 'a\${setupCode}'\noutput text string = made\noutput name string`,
    'output text',
    'the output "text" tells a secret',
  ],
  [
    'a key in an output',
    module('storage'),
    'output name string',
    'output text string = account.listKeys().keys[0].value\noutput name string',
    'output text',
    'the output "text" tells a secret: listKeys()',
  ],
  [
    'a key in an output by the function',
    module('storage'),
    'output name string',
    "output text string = listKeys(account.id, '2023-01-01').keys[0].value\noutput name string",
    'output text',
    'the output "text" tells a secret: listKeys()',
  ],
  [
    'a connection string that opens something',
    module('monitoring'),
    '    DisableLocalAuth: true\n  }\n}\n',
    '    DisableLocalAuth: false\n  }\n}\n\noutput link string = insights.properties.ConnectionString\n',
    'output link',
    'tells a secret: .ConnectionString',
  ],
  [
    'a secret as an app setting',
    MAIN,
    `'@Microsoft.KeyVault(SecretUri=\${vault.outputs.uri}secrets/\${setupCodeName})'`,
    'setupCode',
    'settings: union(',
    'takes "settings" without @secure()',
  ],
  [
    'a default of a secret',
    MAIN,
    'param setupCode string',
    "param setupCode string = 'abcdefghijklmnopqrst'",
    'param setupCode',
    'no default but newGuid()',
  ],
  [
    'a secret that Azure would show',
    MAIN,
    '@secure()\n',
    '',
    'param setupCode string',
    'looks like a secret and is not @secure()',
  ],
  [
    'a secret that a module would show',
    module('key-vault'),
    '@secure()\n',
    '',
    'param setupCode string',
    'looks like a secret and is not @secure()',
  ],
  [
    'a secret written in a region',
    REGION,
    "readEnvironmentVariable('SETUP_CODE')",
    "'abcdefghijklmnopqrstu'",
    'param setupCode',
    '"setupCode" is secret',
  ],
  [
    'a secret written for azd',
    PARAMETERS,
    `\${SETUP_CODE}`,
    'abcdefghijklmnopqrstuvw',
    'setupCode',
    '"setupCode" is secret',
  ],
];

const closed: Plant[] = [
  [
    'shared keys on',
    module('storage'),
    'allowSharedKeyAccess: false',
    'allowSharedKeyAccess: true',
    'allowSharedKeyAccess',
    'needs allowSharedKeyAccess: false',
  ],
  [
    'shared keys not spoken of',
    module('storage'),
    '    allowSharedKeyAccess: false\n',
    '',
    'resource account',
    'needs allowSharedKeyAccess: false, which is missing',
  ],
  [
    'shared keys by parameter',
    module('storage'),
    'allowSharedKeyAccess: false',
    'allowSharedKeyAccess: softDeleteDays > 3',
    'allowSharedKeyAccess',
    'whatever the parameters',
  ],
  [
    'keys of Cosmos DB on',
    module('cosmos'),
    'disableLocalAuth: true',
    'disableLocalAuth: false',
    'disableLocalAuth',
    'needs disableLocalAuth: true',
  ],
  [
    'purge protection off',
    module('key-vault'),
    'enablePurgeProtection: true',
    'enablePurgeProtection: false',
    'enablePurgeProtection',
    'needs enablePurgeProtection: true',
  ],
  [
    'access policies of the vault',
    module('key-vault'),
    '    enableRbacAuthorization: true\n',
    '',
    'resource vault',
    'needs enableRbacAuthorization: true, which is missing',
  ],
  [
    'authentication that the link would set',
    module('function-app'),
    'resource ftp ',
    "resource auth 'Microsoft.Web/sites/config@2024-11-01' = {\n  parent: app\n  name: 'authsettingsV2'\n  properties: {}\n}\n\nresource ftp ",
    "name: 'authsettingsV2'",
    'authsettingsV2 is set by the link',
  ],
];

const names: Plant[] = [
  [
    'a name that is too long',
    MAIN,
    `name: 'st\${token}'`,
    `name: 'tenantrystorage\${token}'`,
    '',
    'Microsoft.Storage/storageAccounts has 3 to 24 characters; this one can have 28',
  ],
  [
    'a name with a character too many',
    MAIN,
    `name: 'st\${token}'`,
    `name: 'st-\${token}'`,
    '',
    'lowercase letters and digits only; this one can have "-"',
  ],
  [
    'a name that a parameter makes too long',
    MAIN,
    `name: 'kv-\${token}'`,
    `name: 'kv-\${environmentName}'`,
    '',
    'Microsoft.KeyVault/vaults has 3 to 24 characters; this one can have 67',
  ],
  [
    'a function app whose host id is cut off',
    MAIN,
    `name: 'func-\${token}'`,
    `name: 'tenantry-functions-api-\${token}'`,
    '',
    'Microsoft.Web/sites has 2 to 32 characters; this one can have 36',
  ],
];

test.each([...roles, ...definitions, ...secrets, ...closed])('%s is a fault at its line', (...plant) =>
  expectFault(copy, plant),
);

test.each([
  ['identity.outputs.principalId\n    storageName', 'identity.outputs.clientId\n    storageName'],
  ['identity.outputs.principalId\n    storageName', 'deployer().objectId\n    storageName'],
])('a role for something else than the managed identity is a fault', (from, to) => {
  const plant: Plant = ['', MAIN, from, to, '', 'a role is given to the managed identity only'];
  expectMessage(plant);
});

test.each(names)('%s is a fault', (...plant) => expectMessage(plant));

function expectMessage([, file, from, to, , message]: Plant): void {
  expect(copy.faultsWith({ file, from, to }).map((one) => one.message)).toContainEqual(
    expect.stringContaining(message),
  );
}
