targetScope = 'resourceGroup'
param location string = resourceGroup().location
param enabled bool = true
@allowed([
  'dev'
  'prod'
])
param stage string = 'dev'
param counts array = [
  1
  2 // two
]
param salt string = newGuid()
param now string = utcNow('u')
/* a
   block */
var isProd = stage == 'prod'
var settings = {
  dev: { sku: 'Standard_LRS', days: 7 }
  prod: { sku: 'Standard_ZRS', days: 30 }
}
var setting = settings[stage]
var queues = ['one', 'two']
var suffix = uniqueString(resourceGroup().id, salt, now)
resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: take('st${replace(suffix, '-', '')}', 24)
  location: location
  kind: 'StorageV2'
  sku: { name: setting.sku }
  tags: { 'hidden-x': 'y', stage: stage }
  identity: isProd ? { type: 'SystemAssigned' } : null
  properties: {
    allowSharedKeyAccess: false
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    isLocalUserEnabled: false
    supportsHttpsTrafficOnly: true
    minimumTlsVersion: 'TLS1_2'
    networkAcls: isProd
      ? {
          defaultAction: 'Deny'
          ipRules: [for ip in ['1.2.3.4']: { value: ip, action: 'Allow' }]
        }
      : { defaultAction: 'Allow' }
  }
  resource blobs 'blobServices' = {
    name: 'default'
    properties: { deleteRetentionPolicy: { enabled: true, days: setting.days } }
    resource files 'containers' = {
      name: 'files'
    }
  }
  resource queueService 'queueServices' = {
    name: 'default'
    resource queue 'queues' = [for q in queues: { name: q }]
  }
}
resource single 'Microsoft.Storage/storageAccounts/blobServices/containers@2025-06-01' = if (enabled) {
  parent: account::blobs
  name: 'more'
}
resource slashed 'Microsoft.Storage/storageAccounts/blobServices/containers@2025-06-01' = {
  name: '${account.name}/default/slashed'
  dependsOn: [
    account::blobs
  ]
}
resource workspace 'Microsoft.OperationalInsights/workspaces@2025-07-01' existing = {
  name: 'log-other'
  scope: resourceGroup('other')
}
resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = [for (c, i) in counts: if (c > 1) {
  scope: account
  name: 'd-${i}'
  properties: {
    workspaceId: workspace.id
    metrics: [
      { category: 'Transaction', enabled: true }
    ]
  }
}]
module parts 'm/part.bicep' = [for (n, i) in range(0, 2): if (enabled) {
  name: 'part-${i}-${n}'
  params: {
    shapes: [{ name: 'a', size: 3, tags: { x: 'y' } }, { name: 'b', tags: {} }]
    kind: isProd ? 'hot' : 'cool'
    object: { a: 'b' }
  }
}]
module other 'm/part.bicep' = if (isProd) {
  scope: resourceGroup('x')
  params: {
    shapes: [
      {
        name: account.name
        tags: {}
      }
    ]
    numbers: []
    optional: null
  }
}
#disable-next-line outputs-should-not-contain-secrets
output id string = account.id
output url string = account.properties.primaryEndpoints.blob
output principal string = isProd ? account.identity.principalId : ''
output partA string = parts[0].outputs.a
output otherA string = other.?outputs.?a ?? ''
output otherB string = isProd ? other!.outputs.a : ''
output container string = account::blobs::files.name
output containerId string = single.id
output count int = length(diagnostics)
output ref string = reference(account.id, '2023-01-01').primaryEndpoints.blob
output host string = replace(replace(account.properties.primaryEndpoints.blob, 'https://', ''), '/', '')
output env string = environment().suffixes.storage
output slashedName string = slashed.name
output dName string = diagnostics[0].name
