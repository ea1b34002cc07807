using '../main.bicep'

// West Europe takes no new subscriptions: Microsoft's policy sys.blockwesteurope answers RequestDisallowedByAzure,
// "selected region is currently not accepting new customers". Sweden Central has availability zones and Flex
// Consumption. Which regions a subscription may use: docs/deploy.md, first step.
param environmentName = 'tenantry-swc'
param location = 'swedencentral'
// Of the five regions of Static Web Apps, West Europe is the only one in Europe. The region is where previews and managed
// functions would run, which are off here; files are served from everywhere, and requests to /api go to the function app
// (Azure/static-web-apps issue 1389).
param webLocation = 'centralus'
param setupCode = readEnvironmentVariable('SETUP_CODE')
param staffTenantIds = readEnvironmentVariable('STAFF_TENANT_IDS', '')
param organizationName = readEnvironmentVariable('ORGANIZATION_NAME', '')
param alertEmails = json(readEnvironmentVariable('ALERT_EMAILS', '[]'))
