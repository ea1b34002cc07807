@description('Of a month.')
@minValue(0)
param amount int

@description('First day of the month in which it was made.')
param startDate string

@description('Who is told.')
param emails string[]

// A notification needs somebody, and alertEmails may be empty.
var toldRoles = ['Owner']

resource budget 'Microsoft.Consumption/budgets@2024-08-01' = {
  name: 'monthly'
  properties: {
    category: 'Cost'
    amount: amount
    timeGrain: 'Monthly'
    timePeriod: {
      startDate: startDate
    }
    notifications: {
      nearly: {
        enabled: true
        operator: 'GreaterThanOrEqualTo'
        threshold: 80
        thresholdType: 'Actual'
        contactEmails: emails
        contactRoles: toldRoles
      }
      reached: {
        enabled: true
        operator: 'GreaterThanOrEqualTo'
        threshold: 100
        thresholdType: 'Actual'
        contactEmails: emails
        contactRoles: toldRoles
      }
      foreseen: {
        enabled: true
        operator: 'GreaterThan'
        threshold: 100
        thresholdType: 'Forecasted'
        contactEmails: emails
        contactRoles: toldRoles
      }
    }
  }
}
