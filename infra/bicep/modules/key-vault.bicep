@description('Region.')
param location string

@description('Name of the vault.')
@minLength(3)
@maxLength(24)
param name string

@description('Name of the secret that holds the setup code.')
param setupCodeName string

@description('The setup code, which whoever makes the first administrator is asked for.')
@secure()
@minLength(16)
param setupCode string

@description('Whether it answers within the virtual network alone.')
param isPrivate bool

@description('Whether nobody can delete it, until the lock is taken off.')
param isLocked bool

@description('Workspace for logs and metrics.')
param workspaceId string

@description('Tags of the resource.')
param tags object

resource vault 'Microsoft.KeyVault/vaults@2025-05-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: 90
    enablePurgeProtection: true
    enabledForDeployment: false
    enabledForDiskEncryption: false
    enabledForTemplateDeployment: false
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
    }
  }
}

resource setup 'Microsoft.KeyVault/vaults/secrets@2025-05-01' = {
  parent: vault
  name: setupCodeName
  properties: {
    value: setupCode
    contentType: 'Asked for by /setup and /register'
  }
}

resource signing 'Microsoft.KeyVault/vaults/keys@2025-05-01' = {
  parent: vault
  name: 'evidence-signing'
  properties: {
    kty: 'EC'
    curveName: 'P-256'
    keyOps: [
      'sign'
      'verify'
    ]
  }
}

resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isLocked) {
  scope: vault
  name: 'keep'
  properties: {
    level: 'CanNotDelete'
    notes: 'The keys to all organizations.'
  }
}

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: vault
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [
      {
        category: 'AuditEvent'
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

output name string = vault.name
output signingKeyName string = signing.name
output uri string = vault.properties.vaultUri
