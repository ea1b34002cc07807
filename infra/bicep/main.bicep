targetScope = 'subscription'

@description('Name of this installation, such as tenantry-swc. Its resource group is rg-<name>.')
@minLength(1)
@maxLength(64)
param environmentName string

@description('Region of everything but the web app. Flex Consumption has to be there: az functionapp list-flexconsumption-locations.')
@metadata({ azd: { type: 'location' } })
param location string

@description('Region of the web app: where its files are made ready. They are served from everywhere.')
@allowed(['centralus', 'eastasia', 'eastus2', 'westeurope', 'westus2'])
param webLocation string

@description('What whoever makes the first administrator has to know. It is kept in the Key Vault.')
@secure()
@minLength(16)
@maxLength(128)
param setupCode string

@description('Directory ids, apart by commas, whose people are staff and may sign in with Microsoft; empty for none.')
param staffTenantIds string = ''

@description('Whether guests of these directories may sign in too.')
@allowed(['refused', 'admitted'])
param staffGuests string = 'refused'

@description('The provider\'s name on reports; empty for none.')
@maxLength(120)
param organizationName string = ''

@description('Proxies whose X-Forwarded-For entry counts: the web app\'s and the function app\'s front end. To verify, sign in wrongly once and compare the address in the audit trail with your own; another address means another number.')
@minValue(0)
@maxValue(5)
param trustedProxies int = 2

@description('Host name of our own for the web app; empty for the one that Azure gives. Its CNAME has to point there before it is set here.')
@maxLength(253)
param customDomain string = ''

@description('Node version of the function app.')
@allowed(['22', '24'])
param nodeVersion string = '22'

@description('Memory of an instance of the function app in MB.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int = 2048

@description('Instances of the function app at the most. Within a region Microsoft gives a subscription 512,000 MB for all of them: 250 of 2,048 MB, 125 of 4,096; more is cut to that.')
@minValue(1)
@maxValue(1000)
param maximumInstanceCount int = 40

@description('Instances kept warm: { name, instanceCount } for `http` or `function:<name>`. Zone redundancy asks for two at least.')
param alwaysReady { name: string, instanceCount: int }[] = []

@description('Timers that are switched off.')
@allowed([
  'scheduled-scans'
  'token-refresh'
  'directory-sync'
  'change-watch'
  'scheduled-reports'
  'notifications'
  'health'
  'leftovers'
  'retention'
])
param disabledTimers array = []

@description('Settings of the product that have a default, where another value is wanted (api/src/config.ts).')
param settings {
  DEMONSTRATION_TENANTS: string?
  SESSION_IDLE_MINUTES: string?
  SESSION_MAX_HOURS: string?
  SESSION_COOKIE: string?
  AUTHORIZATION_HEADER: string?
  GRAPH_RATE_IDENTITY_PER_SECOND: string?
  GRAPH_RATE_REPORTS_PER_10_SECONDS: string?
  GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: string?
  GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: string?
  TENANT_CONFIGURATION: string?
  TENANT_CONFIGURATION_SHARE_PERCENT: string?
  CHANGE_WATCH_MINUTES: string?
  MAIL_PRIVATE_SERVER: string?
  EXPORT_ANSWER_MAX_BYTES: string?
  SCAN_ANSWER_AFTER_MS: string?
} = {}

@description('Cosmos DB: serverless is paid by request and has one region, autoscale is paid by the hour and may have several.')
@allowed(['serverless', 'autoscale'])
param cosmosCapacity string = 'serverless'

@description('With autoscale, the request units a second at the most; a tenth of it is the least that is paid.')
@minValue(1000)
@maxValue(1000000)
param cosmosMaxThroughput int = 1000

@description('With autoscale, further regions with a copy of the data, in the order in which they take over. Cosmos DB takes a change of regions in a deployment that changes nothing else of the account, network and zones included.')
param cosmosReadLocations string[] = []

@description('Name of the Cosmos DB account: another than this where a backup was restored to one. It then gets its role and containers.')
@minLength(3)
@maxLength(44)
param cosmosAccountName string = 'cosmos-${toLower(uniqueString(subscription().id, environmentName, location))}'

@description('How far back the records can be restored to any second; 7 days are free.')
@allowed(['Continuous7Days', 'Continuous30Days'])
param cosmosBackupTier string = 'Continuous7Days'

@description('Whether records and function app are spread over availability zones. Cosmos DB takes this at its creation alone.')
param zoneRedundant bool = false

@description('How files, queues and sessions are copied: within a zone, over zones, or to the paired region too. Of an account that is there it is changed by a conversion that Microsoft carries out, not by a deployment: keep its own.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_GZRS'])
param storageRedundancy string = 'Standard_ZRS'

@description('Days in which a deleted or overwritten file can be had back.')
@minValue(1)
@maxValue(365)
param fileSoftDeleteDays int = 14

@description('Days that logs and figures are kept.')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 90

@description('Gigabytes of logs a day after which no more are taken in, and alerts are blind; -1 for no limit.')
@minValue(-1)
param logDailyCapGb int = -1

@description('Whether the workspace keeps what the platform logs of the function app, refused calls too. Azure took such settings on Flex Consumption late: false where a deployment says that a category is not supported.')
param functionAppLogs bool = true

@description('public: records, files and keys answer on the Internet, to the identity of the function app alone. private: within a virtual network alone, by private endpoints; paid by the hour.')
@allowed(['public', 'private'])
param network string = 'public'

@description('Whether records, files and keys are locked against deletion. Locks take Owner or User Access Administrator, which the identity that deploys from GitHub is not.')
param locks bool = false

@description('Whether Azure asks every five minutes, from five places, if the product is healthy, and tells alertEmails where it is not. Paid by the call.')
param probe bool = false

@description('Dollars, or whatever the subscription is billed in, a month that alertEmails are told of at 80 and 100 percent, and when they are foreseen; 0 for no budget. It stops nothing.')
@minValue(0)
@maxValue(1000000)
param budgetAmount int = 0

@description('With a budget, the first day of the month in which it is made, as 2027-01-01; keep it later. Azure takes no first day that is further back when the budget is made.')
@maxLength(10)
param budgetStart string = ''

@description('Mail addresses that alerts go to.')
param alertEmails string[] = []

var isPrivate = network == 'private'
var names = loadJsonContent('generated/app-settings.json')
var setupCodeName = 'setup-code'
var token = toLower(uniqueString(subscription().id, environmentName, location))
var tags = { 'azd-env-name': environmentName }
var publicOrigin = 'https://${empty(customDomain) ? web.outputs.hostname : customDomain}'
var given = union(
  empty(staffTenantIds) ? {} : { '${names.parameter.staffTenantIds}': staffTenantIds },
  empty(organizationName) ? {} : { '${names.parameter.organizationName}': organizationName },
  empty(disabledTimers) ? {} : { '${names.parameter.disabledTimers}': join(disabledTimers, ',') },
  {
    '${names.parameter.staffGuests}': staffGuests
    '${names.parameter.trustedProxies}': string(trustedProxies)
    '${names.secret.setupCode}': '@Microsoft.KeyVault(SecretUri=${vault.outputs.uri}secrets/${setupCodeName})'
    '${names.resource.publicOrigin}': publicOrigin
    '${names.resource.cosmosEndpoint}': cosmos.outputs.endpoint
    '${names.resource.keyVaultUrl}': vault.outputs.uri
  }
)

resource group 'Microsoft.Resources/resourceGroups@2024-11-01' = {
  name: 'rg-${environmentName}'
  location: location
  tags: tags
}

module identity 'modules/identity.bicep' = {
  name: 'identity-${token}'
  scope: group
  params: {
    location: location
    name: 'id-${token}'
    tags: tags
  }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring-${token}'
  scope: group
  params: {
    location: location
    workspaceName: 'log-${token}'
    insightsName: 'appi-${token}'
    retentionDays: logRetentionDays
    dailyCapGb: logDailyCapGb
    tags: tags
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage-${token}'
  scope: group
  params: {
    location: location
    name: 'st${token}'
    redundancy: storageRedundancy
    softDeleteDays: fileSoftDeleteDays
    isPrivate: isPrivate
    isLocked: locks
    workspaceId: monitoring.outputs.workspaceId
    tags: tags
  }
}

module cosmos 'modules/cosmos.bicep' = {
  name: 'cosmos-${token}'
  scope: group
  params: {
    location: location
    name: cosmosAccountName
    databaseName: names.default.COSMOS_DATABASE
    capacity: cosmosCapacity
    maxThroughput: cosmosMaxThroughput
    readLocations: cosmosReadLocations
    zoneRedundant: zoneRedundant
    backupTier: cosmosBackupTier
    principalId: identity.outputs.principalId
    isPrivate: isPrivate
    isLocked: locks
    workspaceId: monitoring.outputs.workspaceId
    tags: tags
  }
}

module vault 'modules/key-vault.bicep' = {
  name: 'vault-${token}'
  scope: group
  params: {
    location: location
    name: 'kv-${token}'
    setupCodeName: setupCodeName
    setupCode: setupCode
    isPrivate: isPrivate
    isLocked: locks
    workspaceId: monitoring.outputs.workspaceId
    tags: tags
  }
}

module access 'modules/access.bicep' = {
  name: 'access-${token}'
  scope: group
  params: {
    principalId: identity.outputs.principalId
    storageName: storage.outputs.name
    vaultName: vault.outputs.name
    signingKeyName: vault.outputs.signingKeyName
    insightsName: monitoring.outputs.insightsName
  }
}

module virtualNetwork 'modules/network.bicep' = if (isPrivate) {
  name: 'network-${token}'
  scope: group
  params: {
    location: location
    suffix: token
    tags: tags
  }
}

module endpoints 'modules/private-endpoints.bicep' = if (isPrivate) {
  name: 'endpoints-${token}'
  scope: group
  params: {
    location: location
    networkId: isPrivate ? virtualNetwork!.outputs.id : ''
    subnetId: isPrivate ? virtualNetwork!.outputs.endpointSubnetId : ''
    storageName: storage.outputs.name
    cosmosName: cosmos.outputs.name
    vaultName: vault.outputs.name
    tags: tags
  }
}

module web 'modules/web.bicep' = {
  name: 'web-${token}'
  scope: group
  params: {
    location: webLocation
    name: 'stapp-${token}'
    tags: tags
  }
}

module functionApp 'modules/function-app.bicep' = {
  name: 'function-app-${token}'
  scope: group
  params: {
    location: location
    name: 'func-${token}'
    planName: 'plan-${token}'
    nodeVersion: nodeVersion
    instanceMemoryMB: instanceMemoryMB
    maximumInstanceCount: maximumInstanceCount
    alwaysReady: alwaysReady
    zoneRedundant: zoneRedundant
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    packagesUrl: storage.outputs.packagesUrl
    storageName: storage.outputs.name
    insightsName: monitoring.outputs.insightsName
    settings: union(names.default, settings, given)
    keepsPlatformLogs: functionAppLogs
    subnetId: isPrivate ? virtualNetwork!.outputs.appSubnetId : ''
    workspaceId: monitoring.outputs.workspaceId
    tags: tags
  }
  // Without its endpoints it would start before it can reach anything.
  dependsOn: [access, endpoints]
}

module webLink 'modules/web-link.bicep' = {
  name: 'web-link-${token}'
  scope: group
  params: {
    webName: web.outputs.name
    functionAppId: functionApp.outputs.id
    functionAppLocation: location
    customDomain: customDomain
  }
}

module alerts 'modules/alerts.bicep' = {
  name: 'alerts-${token}'
  scope: group
  params: {
    location: location
    environmentName: environmentName
    workspaceId: monitoring.outputs.workspaceId
    emails: alertEmails
    tags: tags
  }
}

module outside 'modules/probe.bicep' = if (probe) {
  name: 'probe-${token}'
  scope: group
  params: {
    location: location
    suffix: token
    insightsName: monitoring.outputs.insightsName
    origin: publicOrigin
    actionGroupId: alerts.outputs.actionGroupId
    tags: tags
  }
}

module budget 'modules/budget.bicep' = if (budgetAmount > 0) {
  name: 'budget-${token}'
  scope: group
  params: {
    amount: budgetAmount
    startDate: empty(budgetStart)
      ? fail('budgetStart: a budget needs the first day of the month in which it is made, as 2027-01-01.')
      : budgetStart
    emails: alertEmails
  }
}

output AZURE_RESOURCE_GROUP string = group.name
output FUNCTION_APP_NAME string = functionApp.outputs.name
output FUNCTION_APP_HOSTNAME string = functionApp.outputs.hostname
output STATIC_WEB_APP_NAME string = web.outputs.name
output STATIC_WEB_APP_HOSTNAME string = web.outputs.hostname
output KEY_VAULT_NAME string = vault.outputs.name
output COSMOS_ACCOUNT_NAME string = cosmos.outputs.name
output STORAGE_ACCOUNT_NAME string = storage.outputs.name
output PUBLIC_ORIGIN string = publicOrigin
output REDIRECT_URI string = '${publicOrigin}/callback'
