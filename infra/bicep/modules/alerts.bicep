@description('Region.')
param location string

@description('Environment, which the mail names.')
param environmentName string

@description('Workspace whose tables are asked.')
param workspaceId string

@description('Mail addresses that alerts go to; without any they are seen in the portal alone.')
param emails string[]

@description('Tags of the resources.')
param tags object

resource operators 'Microsoft.Insights/actionGroups@2023-01-01' = {
  name: 'tenantry-operators'
  location: 'Global'
  tags: tags
  properties: {
    groupShortName: 'Tenantry'
    enabled: true
    emailReceivers: [
      for (email, index) in emails: {
        name: 'operator-${index}'
        emailAddress: email
        useCommonAlertSchema: true
      }
    ]
  }
}

resource rules 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for rule in loadJsonContent('../generated/alerts.json'): {
    name: rule.name
    location: location
    tags: tags
    kind: 'LogAlert'
    properties: {
      displayName: 'Tenantry (${environmentName}): ${rule.title}'
      description: '${rule.meaning} What to do: docs/operate.md, "${rule.name}".'
      enabled: true
      severity: rule.severity
      scopes: [workspaceId]
      evaluationFrequency: rule.every
      windowSize: rule.window
      criteria: {
        allOf: [
          {
            query: rule.query
            timeAggregation: rule.aggregation
            metricMeasureColumn: rule.aggregation == 'Count' ? null : 'Value'
            operator: rule.operator
            threshold: rule.threshold
            failingPeriods: {
              numberOfEvaluationPeriods: 1
              minFailingPeriodsToAlert: 1
            }
          }
        ]
      }
      autoMitigate: true
      // The tables are there only once the product has sent something.
      skipQueryValidation: true
      actions: {
        actionGroups: [operators.id]
      }
    }
  }
]

output actionGroupId string = operators.id
