using 'main.bicep'
// regions
var place = 'westeurope'
param location = place
param stage = 'prod'
param counts = [
  1
  3
]
param salt = '${place}-x'
