@description('Region.')
param location string

@description('Name of the function app.')
@minLength(2)
@maxLength(60)
param name string

@description('Name of the plan.')
@minLength(1)
@maxLength(60)
param planName string

@description('Node version of the worker.')
@allowed(['22', '24'])
param nodeVersion string

@description('Memory of an instance in MB.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int

@description('Instances at the most.')
@minValue(1)
@maxValue(1000)
param maximumInstanceCount int

@description('Instances that are kept warm: { name, instanceCount } for `http` or `function:<name>`.')
param alwaysReady { name: string, instanceCount: int }[]

@description('Whether instances are spread over the availability zones.')
param zoneRedundant bool

@description('Resource id of the identity.')
param identityId string

@description('Client id of the identity.')
param identityClientId string

@description('Container that deployed packages lie in.')
param packagesUrl string

@description('Storage account of the host.')
param storageName string

@description('Application Insights component that telemetry is sent to.')
param insightsName string

@description('What the product itself is told, by the names of its settings.')
param settings object

@description('Whether the workspace keeps the platform\'s own logs of the function app.')
param keepsPlatformLogs bool

@description('Subnet that it reaches everything through; empty for none.')
param subnetId string

@description('Workspace for logs and metrics.')
param workspaceId string

@description('Tags of the resources.')
param tags object

// What a region gives a subscription for all its Flex Consumption apps, unless Microsoft raises it: 250 instances of 2,048 MB
// (https://learn.microsoft.com/azure/azure-functions/flex-consumption-plan#regional-subscription-memory-quotas).
var quotaMB = 512000

var names = loadJsonContent('../generated/app-settings.json')
// What the host and Microsoft's libraries read. The runtime and its version stand in functionAppConfig: Flex
// Consumption refuses FUNCTIONS_WORKER_RUNTIME and its like.
var platformSettings = {
  AZURE_CLIENT_ID: identityClientId
  AZURE_TOKEN_CREDENTIALS: 'ManagedIdentityCredential'
  '${names.resource.storageAccount}': storageName
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: identityClientId
  '${names.resource.insightsIdentity}': 'ClientId=${identityClientId};Authorization=AAD'
}

var settingList = [
  for setting in items(union(settings, platformSettings)): {
    name: setting.key
    value: setting.value
  }
]

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

resource plan 'Microsoft.Web/serverfarms@2024-11-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: {
    reserved: true
    zoneRedundant: zoneRedundant
  }
}

resource app 'Microsoft.Web/sites@2024-11-01' = {
  name: name
  location: location
  tags: union(tags, { 'azd-service-name': 'api' })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    clientAffinityEnabled: false
    keyVaultReferenceIdentity: identityId
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: packagesUrl
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      runtime: {
        name: 'node'
        version: nodeVersion
      }
      scaleAndConcurrency: {
        instanceMemoryMB: instanceMemoryMB
        maximumInstanceCount: min(maximumInstanceCount, quotaMB / instanceMemoryMB)
        alwaysReady: alwaysReady
      }
    }
    siteConfig: {
      appSettings: concat(settingList, [
        {
          name: names.resource.insightsConnection
          value: insights.properties.ConnectionString
        }
      ])
      ftpsState: 'Disabled'
      minTlsVersion: '1.2'
    }
  }
}

resource ftp 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-11-01' = {
  parent: app
  name: 'ftp'
  properties: {
    allow: false
  }
}

resource scm 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-11-01' = {
  parent: app
  name: 'scm'
  properties: {
    allow: false
  }
  // Two changes of an app at once may end in a conflict.
  dependsOn: [ftp]
}

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = if (keepsPlatformLogs) {
  scope: app
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [
      {
        category: 'FunctionAppLogs'
        enabled: true
      }
      {
        category: 'AppServiceAuthenticationLogs'
        enabled: true
      }
    ]
    metrics: [
      {
        category: 'AllMetrics'
        enabled: true
      }
    ]
  }
}

output id string = app.id
output name string = app.name
output hostname string = app.properties.defaultHostName
