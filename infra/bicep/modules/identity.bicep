@description('Region.')
param location string

@description('Name of the identity.')
@minLength(3)
@maxLength(128)
param name string

@description('Tags of the resource.')
param tags object

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30' = {
  name: name
  location: location
  tags: tags
}

output id string = identity.id
output clientId string = identity.properties.clientId
output principalId string = identity.properties.principalId
