# Runs PSScriptAnalyzer, where it is. In: [{ "name", "text" }] as JSON on standard input. Out: null where it is not here, else what it
# finds: [{ "name", "line", "message" }].
if (-not (Get-Module -ListAvailable PSScriptAnalyzer)) { return 'null' }
Import-Module PSScriptAnalyzer
$settings = @{
  Severity = 'Error', 'Warning'
  ExcludeRules = @(
    # The scripts talk to the person who runs them, and return nothing.
    'PSAvoidUsingWriteHost'
    # The script itself supports -WhatIf and -Confirm; its functions ask through its $PSCmdlet.
    'PSUseShouldProcessForStateChangingFunctions'
  )
}
$found = foreach ($item in [Console]::In.ReadToEnd() | ConvertFrom-Json) {
  Invoke-ScriptAnalyzer -ScriptDefinition $item.text -Settings $settings |
    ForEach-Object { @{ name = $item.name; line = $_.Line; message = "$($_.RuleName): $($_.Message)" } }
}
ConvertTo-Json -InputObject @($found) -Compress
