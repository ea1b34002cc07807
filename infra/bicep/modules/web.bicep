@description('Region of the web app, of those that Static Web Apps has.')
param location string

@description('Name of the web app.')
@minLength(2)
@maxLength(60)
param name string

@description('Tags of the resource.')
param tags object

// Previews would be further addresses of the product, with the same data behind them.
resource site 'Microsoft.Web/staticSites@2024-11-01' = {
  name: name
  location: location
  tags: union(tags, { 'azd-service-name': 'web' })
  sku: {
    name: 'Standard'
    tier: 'Standard'
  }
  properties: {
    // Without it a second deployment may fail, since the first upload of files has set one (Azure/static-web-apps issue 516).
    provider: 'Custom'
    allowConfigFileUpdates: true
    publicNetworkAccess: 'Enabled'
    stagingEnvironmentPolicy: 'Disabled'
  }
}

output name string = site.name
output hostname string = site.properties.defaultHostname
