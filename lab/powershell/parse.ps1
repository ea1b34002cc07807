# Parses texts by PowerShell's own parser. In: [{ "name", "text" }] as JSON on standard input. Out: [{ "name", "line", "message" }] of
# what is no PowerShell.
$faults = foreach ($item in [Console]::In.ReadToEnd() | ConvertFrom-Json) {
  $tokens = $null
  $errors = $null
  [System.Management.Automation.Language.Parser]::ParseInput($item.text, [ref] $tokens, [ref] $errors) | Out-Null
  $errors | ForEach-Object { @{ name = $item.name; line = $_.Extent.StartLineNumber; message = $_.Message } }
}
ConvertTo-Json -InputObject @($faults) -Compress
