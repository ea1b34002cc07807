@description('Region.')
param location string

@description('What sets the names of this installation apart.')
param suffix string

@description('Tags of the resources.')
param tags object

// Calls to Microsoft, to name servers and to the mail policies of domains leave by one address of our own: a new subnet has no way
// out by default since 2026 (https://learn.microsoft.com/azure/virtual-network/ip-services/default-outbound-access).
resource address 'Microsoft.Network/publicIPAddresses@2024-07-01' = {
  name: 'pip-${suffix}'
  location: location
  tags: tags
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIPAllocationMethod: 'Static'
  }
}

resource gateway 'Microsoft.Network/natGateways@2024-07-01' = {
  name: 'ng-${suffix}'
  location: location
  tags: tags
  sku: {
    name: 'Standard'
  }
  properties: {
    publicIpAddresses: [
      {
        id: address.id
      }
    ]
  }
}

resource network 'Microsoft.Network/virtualNetworks@2024-07-01' = {
  name: 'vnet-${suffix}'
  location: location
  tags: tags
  properties: {
    addressSpace: {
      addressPrefixes: ['10.0.0.0/16']
    }
    subnets: [
      {
        // Flex Consumption takes no underscore in its name, and this delegation
        // (https://learn.microsoft.com/azure/azure-functions/flex-consumption-how-to#enable-virtual-network-integration).
        name: 'app'
        properties: {
          addressPrefix: '10.0.0.0/24'
          natGateway: {
            id: gateway.id
          }
          delegations: [
            {
              name: 'flex-consumption'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
          defaultOutboundAccess: false
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: '10.0.1.0/27'
          defaultOutboundAccess: false
        }
      }
    ]
  }
}

output id string = network.id
output appSubnetId string = '${network.id}/subnets/app'
output endpointSubnetId string = '${network.id}/subnets/endpoints'
