@{
  RootModule = 'Microsoft.Graph.Authentication.psm1'
  ModuleVersion = '0.0.1'
  GUID = '6f3f0b0e-6f0a-4a55-9a7e-3f5f3e1a7c21'
  Author = 'Tenantry'
  Description = 'Plays the module of this name against the simulator.'
  PowerShellVersion = '7.2'
  FunctionsToExport = 'Connect-MgGraph', 'Disconnect-MgGraph', 'Get-MgContext', 'Invoke-MgGraphRequest'
  CmdletsToExport = @()
  VariablesToExport = @()
  AliasesToExport = 'Invoke-GraphRequest'
}
