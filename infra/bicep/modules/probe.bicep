@description('Region.')
param location string

@description('What sets the names of this installation apart.')
param suffix string

@description('Application Insights component that the answers are kept in.')
param insightsName string

@description('Address of the product.')
param origin string

@description('Who is told.')
param actionGroupId string

@description('Tags of the resources.')
param tags object

// Europe, both coasts of America and Asia (https://learn.microsoft.com/azure/azure-monitor/app/availability, "Location population tags").
var places = ['emea-nl-ams-azr', 'emea-gb-db3-azr', 'us-va-ash-azr', 'us-ca-sjc-azr', 'apac-sg-sin-azr']

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

resource probe 'Microsoft.Insights/webtests@2022-06-15' = {
  name: 'probe-${suffix}'
  location: location
  tags: union(tags, { 'hidden-link:${insights.id}': 'Resource' })
  kind: 'standard'
  properties: {
    SyntheticMonitorId: 'probe-${suffix}'
    Name: 'Healthy from outside'
    Enabled: true
    Frequency: 300
    Timeout: 30
    Kind: 'standard'
    RetryEnabled: true
    Locations: [
      for place in places: {
        Id: place
      }
    ]
    Request: {
      RequestUrl: '${origin}/api/health'
      HttpVerb: 'GET'
    }
    ValidationRules: {
      ExpectedHttpStatusCode: 200
      SSLCheck: true
      SSLCertRemainingLifetimeCheck: 7
    }
  }
}

resource alert 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: 'not-healthy-from-outside'
  location: 'global'
  tags: tags
  properties: {
    description: 'Two of five places get no healthy answer at the public address. What to do: docs/operate.md, "health-failing".'
    severity: 1
    enabled: true
    scopes: [probe.id, insights.id]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT15M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.WebtestLocationAvailabilityCriteria'
      webTestId: probe.id
      componentId: insights.id
      failedLocationCount: 2
    }
    actions: [
      {
        actionGroupId: actionGroupId
      }
    ]
  }
}
