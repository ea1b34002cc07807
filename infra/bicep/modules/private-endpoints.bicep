@description('Region.')
param location string

@description('Virtual network in which the names of the services lead to their endpoints.')
param networkId string

@description('Subnet of the endpoints.')
param subnetId string

@description('Storage account.')
param storageName string

@description('Cosmos DB account.')
param cosmosName string

@description('Key Vault.')
param vaultName string

@description('Tags of the resources.')
param tags object

resource storage 'Microsoft.Storage/storageAccounts@2025-06-01' existing = {
  name: storageName
}

resource cosmos 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' existing = {
  name: cosmosName
}

resource vault 'Microsoft.KeyVault/vaults@2025-05-01' existing = {
  name: vaultName
}

// Named by the account, not by the installation: Azure refuses to lead an endpoint to another account
// (CannotChangePrivateLinkConnectionOnPrivateEndpoint), and a restore of the records makes one of another name.
// Group and zone of each service: https://learn.microsoft.com/azure/private-link/private-endpoint-dns
var services = [
  { group: 'blob', of: 'storage', name: storageName, zone: 'privatelink.blob.${environment().suffixes.storage}' }
  { group: 'queue', of: 'storage', name: storageName, zone: 'privatelink.queue.${environment().suffixes.storage}' }
  { group: 'table', of: 'storage', name: storageName, zone: 'privatelink.table.${environment().suffixes.storage}' }
  { group: 'Sql', of: 'cosmos', name: cosmosName, zone: 'privatelink.documents.azure.com' }
  { group: 'vault', of: 'vault', name: vaultName, zone: 'privatelink.vaultcore.azure.net' }
]

resource zones 'Microsoft.Network/privateDnsZones@2024-06-01' = [
  for service in services: {
    name: service.zone
    location: 'global'
    tags: tags
  }
]

resource links 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2024-06-01' = [
  for (service, index) in services: {
    parent: zones[index]
    name: 'to-network'
    location: 'global'
    tags: tags
    properties: {
      registrationEnabled: false
      virtualNetwork: {
        id: networkId
      }
    }
  }
]

// One after another: two changes of an account at once may end in a conflict.
@batchSize(1)
resource endpoints 'Microsoft.Network/privateEndpoints@2024-07-01' = [
  for service in services: {
    name: 'pep-${toLower(service.group)}-${service.name}'
    location: location
    tags: tags
    properties: {
      subnet: {
        id: subnetId
      }
      privateLinkServiceConnections: [
        {
          name: toLower(service.group)
          properties: {
            privateLinkServiceId: service.of == 'storage' ? storage.id : service.of == 'cosmos' ? cosmos.id : vault.id
            groupIds: [service.group]
          }
        }
      ]
    }
  }
]

resource names 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-07-01' = [
  for (service, index) in services: {
    parent: endpoints[index]
    name: 'default'
    properties: {
      privateDnsZoneConfigs: [
        {
          name: toLower(service.group)
          properties: {
            privateDnsZoneId: zones[index].id
          }
        }
      ]
    }
  }
]
