@description('Name of the web app.')
param webName string

@description('Function app that answers /api.')
param functionAppId string

@description('Region of the function app.')
param functionAppLocation string

@description('Host name of our own for the web app; empty for none. Its CNAME has to point to the web app already.')
param customDomain string

resource site 'Microsoft.Web/staticSites@2024-11-01' existing = {
  name: webName
}

// The link sets authsettingsV2 of the function app, which then answers the web app alone. Nothing else may set it.
resource api 'Microsoft.Web/staticSites/linkedBackends@2024-11-01' = {
  parent: site
  name: 'api'
  properties: {
    backendResourceId: functionAppId
    region: functionAppLocation
  }
}

resource domain 'Microsoft.Web/staticSites/customDomains@2024-11-01' = if (!empty(customDomain)) {
  parent: site
  name: empty(customDomain) ? 'none' : customDomain
  properties: {
    validationMethod: 'cname-delegation'
  }
  // Two changes of a web app at once may end in a conflict.
  dependsOn: [api]
}
