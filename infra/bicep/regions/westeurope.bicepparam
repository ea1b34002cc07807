using '../main.bicep'

param environmentName = 'tenantry-weu'
param location = 'westeurope'
param webLocation = 'westeurope'
param setupCode = readEnvironmentVariable('SETUP_CODE')
param staffTenantIds = readEnvironmentVariable('STAFF_TENANT_IDS', '')
param organizationName = readEnvironmentVariable('ORGANIZATION_NAME', '')
param alertEmails = json(readEnvironmentVariable('ALERT_EMAILS', '[]'))
param storageRedundancy = 'Standard_ZRS'
