# Runs scripts one after the other in one PowerShell, since to start it takes a second. In: a line of JSON for each,
# { "file", "parameters" }. After each: a line that says it has ended, with its exit code.
$ErrorActionPreference = 'Continue'
while ($null -ne ($line = [Console]::In.ReadLine())) {
  $run = ConvertFrom-Json $line -AsHashtable
  $parameters = $run.parameters
  foreach ($name in @($parameters.Keys)) {
    if ($parameters[$name] -is [hashtable]) { $parameters[$name] = ConvertTo-SecureString $parameters[$name].secure -AsPlainText -Force }
  }
  $global:LASTEXITCODE = 0
  try { & $run.file @parameters } catch { Write-Host "failed: $($_.Exception.Message)"; $global:LASTEXITCODE = 1 }
  Write-Host "<<ended $global:LASTEXITCODE>>"
}
