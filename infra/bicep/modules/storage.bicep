@description('Region.')
param location string

@description('Name of the storage account.')
@minLength(3)
@maxLength(24)
param name string

@description('How the data is copied: within a zone, over zones, or to the paired region too.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_GZRS'])
param redundancy string

@description('Days in which a deleted or overwritten file can be had back.')
@minValue(1)
@maxValue(365)
param softDeleteDays int

@description('Whether it answers within the virtual network alone.')
param isPrivate bool

@description('Whether nobody can delete it, until the lock is taken off.')
param isLocked bool

@description('Workspace for logs and metrics.')
param workspaceId string

@description('Tags of the resource.')
param tags object

var packages = 'packages'
var code = loadJsonContent('../generated/storage.json')

resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: redundancy
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    isLocalUserEnabled: false
    minimumTlsVersion: 'TLS1_2'
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    supportsHttpsTrafficOnly: true
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2025-06-01' = {
  parent: account
  name: 'default'
  properties: {
    deleteRetentionPolicy: {
      enabled: true
      days: softDeleteDays
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: softDeleteDays
    }
  }
}

resource containers 'Microsoft.Storage/storageAccounts/blobServices/containers@2025-06-01' = [
  for container in [packages, code.fileContainer]: {
    parent: blobs
    name: container
    properties: {
      publicAccess: 'None'
    }
  }
]

resource queueService 'Microsoft.Storage/storageAccounts/queueServices@2025-06-01' = {
  parent: account
  name: 'default'
}

resource queues 'Microsoft.Storage/storageAccounts/queueServices/queues@2025-06-01' = [
  for queue in code.queues: {
    parent: queueService
    name: queue
  }
]

// The product makes its tables itself, which the identity's role allows.
resource tableService 'Microsoft.Storage/storageAccounts/tableServices@2025-06-01' = {
  parent: account
  name: 'default'
}

resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isLocked) {
  scope: account
  name: 'keep'
  properties: {
    level: 'CanNotDelete'
    notes: 'Files, queues and sessions, and the packages that are deployed.'
  }
}

resource blobDiagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: blobs
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [
      {
        category: 'StorageRead'
        enabled: true
      }
      {
        category: 'StorageWrite'
        enabled: true
      }
      {
        category: 'StorageDelete'
        enabled: true
      }
    ]
    metrics: [
      {
        category: 'Transaction'
        enabled: true
      }
    ]
  }
}

// Polling would fill the log of queues and sessions that of tables: figures of them, and what was deleted.
resource queueDiagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: queueService
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    metrics: [
      {
        category: 'Transaction'
        enabled: true
      }
    ]
  }
}

resource tableDiagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: tableService
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    metrics: [
      {
        category: 'Transaction'
        enabled: true
      }
    ]
  }
}

output name string = account.name
output packagesUrl string = '${account.properties.primaryEndpoints.blob}${packages}'
