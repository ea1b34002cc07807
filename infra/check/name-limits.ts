export interface NameLimit {
  min: number;
  max: number;
  /** Characters that may stand in it; what is not restricted here is left out. */
  allowed?: RegExp;
  says?: string;
}

const LOWER_DIGITS = { allowed: /^[a-z0-9]$/, says: 'lowercase letters and digits' };
const LOWER_HYPHENS = { allowed: /^[a-z0-9-]$/, says: 'lowercase letters, digits and hyphens' };
const HYPHENS = { allowed: /^[A-Za-z0-9-]$/, says: 'letters, digits and hyphens' };

/**
 * Lengths and characters of names, by type in lower case.
 * Source: https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules; of plans and static
 * web apps the modules of Azure/bicep-registry-modules (avm/res/web). A function app may have 60 characters, but the
 * host takes the first 32 as its id (https://github.com/Azure/azure-functions-host/wiki/Host-IDs), and two that share
 * them and a storage account stop.
 */
export const nameLimits: Record<string, NameLimit> = {
  'microsoft.storage/storageaccounts': { min: 3, max: 24, ...LOWER_DIGITS },
  'microsoft.storage/storageaccounts/blobservices/containers': { min: 3, max: 63, ...LOWER_HYPHENS },
  'microsoft.storage/storageaccounts/queueservices/queues': { min: 3, max: 63, ...LOWER_HYPHENS },
  'microsoft.storage/storageaccounts/tableservices/tables': { min: 3, max: 63 },
  'microsoft.keyvault/vaults': { min: 3, max: 24, ...HYPHENS },
  'microsoft.keyvault/vaults/secrets': { min: 1, max: 127, ...HYPHENS },
  'microsoft.documentdb/databaseaccounts': { min: 3, max: 44, ...LOWER_HYPHENS },
  'microsoft.documentdb/databaseaccounts/sqldatabases': { min: 1, max: 255 },
  'microsoft.documentdb/databaseaccounts/sqldatabases/containers': { min: 1, max: 255 },
  'microsoft.documentdb/databaseaccounts/sqlroleassignments': { min: 36, max: 36 },
  'microsoft.authorization/roleassignments': { min: 36, max: 36 },
  'microsoft.web/sites': { min: 2, max: 32, ...HYPHENS },
  'microsoft.web/serverfarms': { min: 1, max: 60, ...HYPHENS },
  'microsoft.web/staticsites': { min: 1, max: 40, ...HYPHENS },
  'microsoft.operationalinsights/workspaces': { min: 4, max: 63, ...HYPHENS },
  'microsoft.network/virtualnetworks': { min: 2, max: 64 },
  'microsoft.network/natgateways': { min: 1, max: 80 },
  'microsoft.network/publicipaddresses': { min: 1, max: 80 },
  'microsoft.network/privateendpoints': { min: 2, max: 64 },
  'microsoft.network/privatednszones': { min: 1, max: 63 },
  'microsoft.insights/webtests': { min: 1, max: 260 },
  'microsoft.insights/metricalerts': { min: 1, max: 260 },
  'microsoft.consumption/budgets': { min: 1, max: 63 },
  'microsoft.authorization/locks': { min: 1, max: 90 },
  'microsoft.insights/components': { min: 1, max: 260 },
  'microsoft.insights/actiongroups': { min: 1, max: 260 },
  'microsoft.insights/scheduledqueryrules': { min: 1, max: 260 },
  'microsoft.managedidentity/userassignedidentities': {
    min: 3,
    max: 128,
    allowed: /^[A-Za-z0-9_-]$/,
    says: 'letters, digits, hyphens and underscores',
  },
  'microsoft.resources/resourcegroups': { min: 1, max: 90 },
};

/** Of a module's name, which is that of its deployment. */
export const deploymentLimit: NameLimit = { min: 1, max: 64 };
