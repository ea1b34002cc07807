@description('Identity of the function app.')
param principalId string

@description('Storage account of the host and the product.')
param storageName string

@description('Key Vault of the product.')
param vaultName string

@description('Key of the vault that signs evidence packs.')
param signingKeyName string

@description('Application Insights component that telemetry is sent to.')
param insightsName string

var roles = loadJsonContent('../roles.json')

resource storage 'Microsoft.Storage/storageAccounts@2025-06-01' existing = {
  name: storageName
}

resource vault 'Microsoft.KeyVault/vaults@2025-05-01' existing = {
  name: vaultName
}

resource signing 'Microsoft.KeyVault/vaults/keys@2025-05-01' existing = {
  parent: vault
  name: signingKeyName
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

resource blobs 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: storage
  name: guid(storage.id, principalId, roles.storageBlobDataOwner.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataOwner.id)
    description: roles.storageBlobDataOwner.why
  }
}

resource queues 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: storage
  name: guid(storage.id, principalId, roles.storageQueueDataContributor.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId(
      'Microsoft.Authorization/roleDefinitions',
      roles.storageQueueDataContributor.id
    )
    description: roles.storageQueueDataContributor.why
  }
}

resource tables 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: storage
  name: guid(storage.id, principalId, roles.storageTableDataContributor.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId(
      'Microsoft.Authorization/roleDefinitions',
      roles.storageTableDataContributor.id
    )
    description: roles.storageTableDataContributor.why
  }
}

resource secrets 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: vault
  name: guid(vault.id, principalId, roles.keyVaultSecretsOfficer.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.keyVaultSecretsOfficer.id)
    description: roles.keyVaultSecretsOfficer.why
  }
}

resource signatures 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: signing
  name: guid(signing.id, principalId, roles.keyVaultCryptoUser.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.keyVaultCryptoUser.id)
    description: roles.keyVaultCryptoUser.why
  }
}

resource telemetry 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: insights
  name: guid(insights.id, principalId, roles.monitoringMetricsPublisher.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId(
      'Microsoft.Authorization/roleDefinitions',
      roles.monitoringMetricsPublisher.id
    )
    description: roles.monitoringMetricsPublisher.why
  }
}
