@description('Region that is written to.')
param location string

@description('Name of the account.')
@minLength(3)
@maxLength(44)
param name string

@description('Name of the database.')
param databaseName string

@description('serverless: paid by request, one region. autoscale: paid by the hour for the throughput used, several regions.')
@allowed(['serverless', 'autoscale'])
param capacity string

@description('With autoscale, the request units a second at the most, shared by all containers.')
@minValue(1000)
@maxValue(1000000)
param maxThroughput int

@description('With autoscale, further regions with a copy, in the order in which they take over.')
param readLocations string[]

@description('Whether each region is spread over its availability zones.')
param zoneRedundant bool

@description('How far back the data can be restored to any second.')
@allowed(['Continuous7Days', 'Continuous30Days'])
param backupTier string

@description('Identity that reads and writes the data.')
param principalId string

@description('Whether it answers within the virtual network alone.')
param isPrivate bool

@description('Whether nobody can delete it, until the lock is taken off.')
param isLocked bool

@description('Workspace for logs and metrics.')
param workspaceId string

@description('Tags of the resource.')
param tags object

var isServerless = capacity == 'serverless'
// A database takes 25 containers for the throughput that they share.
var ownThroughput = loadJsonContent('../generated/own-throughput.json')
var leastThroughput = 1000
var locations = isServerless && !empty(readLocations)
  ? fail('cosmosReadLocations: a serverless account has one region; cosmosCapacity has to be autoscale.')
  : concat([location], readLocations)
// Cosmos DB Built-in Data Contributor: every account has it. It may not create databases and containers.
var dataContributor = '00000000-0000-0000-0000-000000000002'

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' = {
  name: name
  location: location
  tags: tags
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    capabilities: isServerless ? [{ name: 'EnableServerless' }] : []
    consistencyPolicy: {
      defaultConsistencyLevel: 'Session'
    }
    locations: [
      for (region, index) in locations: {
        locationName: region
        failoverPriority: index
        isZoneRedundant: zoneRedundant
      }
    ]
    // Not by the number of regions: Cosmos DB refuses a change of its regions together with any other
    // (https://learn.microsoft.com/azure/cosmos-db/nosql/manage-with-bicep), and a region is added later.
    enableAutomaticFailover: !isServerless
    enableMultipleWriteLocations: false
    backupPolicy: {
      type: 'Continuous'
      continuousModeProperties: {
        tier: backupTier
      }
    }
    disableLocalAuth: true
    disableKeyBasedMetadataWriteAccess: true
    minimalTlsVersion: 'Tls12'
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: {
      id: databaseName
    }
    options: isServerless ? {} : { autoscaleSettings: { maxThroughput: maxThroughput } }
  }
}

@batchSize(5)
resource containers 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = [
  for container in loadJsonContent('../generated/containers.json'): {
    parent: database
    name: container.id
    properties: {
      resource: container
      // The least that autoscale offers, for those for which the database has no room.
      options: isServerless || !contains(ownThroughput, container.id)
        ? {}
        : { autoscaleSettings: { maxThroughput: leastThroughput } }
    }
  }
]

resource access 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = {
  parent: account
  name: guid(account.id, principalId, dataContributor)
  properties: {
    roleDefinitionId: '${account.id}/sqlRoleDefinitions/${dataContributor}'
    principalId: principalId
    scope: account.id
  }
}

resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isLocked) {
  scope: account
  name: 'keep'
  properties: {
    level: 'CanNotDelete'
    notes: 'The records of all organizations.'
  }
}

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: account
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logAnalyticsDestinationType: 'Dedicated'
    // Not DataPlaneRequests: a line for each call costs more than the calls.
    logs: [
      {
        category: 'ControlPlaneRequests'
        enabled: true
      }
      {
        category: 'PartitionKeyRUConsumption'
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

output endpoint string = account.properties.documentEndpoint
output name string = account.name
