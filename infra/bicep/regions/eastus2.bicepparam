using '../main.bicep'

param environmentName = 'tenantry-eus2'
param location = 'eastus2'
param webLocation = 'eastus2'
param setupCode = readEnvironmentVariable('SETUP_CODE')
param staffTenantIds = readEnvironmentVariable('STAFF_TENANT_IDS', '')
param organizationName = readEnvironmentVariable('ORGANIZATION_NAME', '')
param alertEmails = json(readEnvironmentVariable('ALERT_EMAILS', '[]'))
