@description('Region.')
param location string

@description('Name of the Log Analytics workspace.')
@minLength(4)
@maxLength(63)
param workspaceName string

@description('Name of the Application Insights component.')
@minLength(1)
@maxLength(255)
param insightsName string

@description('Days that logs and figures are kept.')
@minValue(30)
@maxValue(730)
param retentionDays int

@description('Gigabytes a day after which nothing more is taken in; -1 for no limit. Beyond a limit alerts are blind.')
@minValue(-1)
param dailyCapGb int

@description('Tags of the resources.')
param tags object

resource workspace 'Microsoft.OperationalInsights/workspaces@2025-07-01' = {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: retentionDays
    workspaceCapping: {
      dailyQuotaGb: dailyCapGb
    }
    features: {
      disableLocalAuth: true
      enableLogAccessUsingOnlyResourcePermissions: true
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: insightsName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: workspace.id
    IngestionMode: 'LogAnalytics'
    DisableIpMasking: false
    DisableLocalAuth: true
  }
}

resource workspaceDiagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: workspace
  name: 'to-workspace'
  properties: {
    workspaceId: workspace.id
    logs: [
      {
        categoryGroup: 'audit'
        enabled: true
      }
    ]
  }
}

output workspaceId string = workspace.id
output insightsName string = insights.name
