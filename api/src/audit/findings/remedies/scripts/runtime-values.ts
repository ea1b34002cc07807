import { volatileKeys } from '../../drift/settings-snapshot.ts';

/**
 * PowerShell that reads JSON as it is and compares it. Dates stay texts (ConvertFrom-Json would make dates of them), keys keep
 * their case, and an empty value counts as one that is not there, as in the settings that a scan keeps (settings-snapshot.ts).
 */
export const valuesPart = String.raw`
function ConvertFrom-Node([System.Text.Json.JsonElement] $Node) {
  switch ($Node.ValueKind.ToString()) {
    'Object' {
      $map = [System.Collections.Specialized.OrderedDictionary]::new([System.StringComparer]::Ordinal)
      foreach ($member in $Node.EnumerateObject()) { $map[$member.Name] = ConvertFrom-Node $member.Value }
      return $map
    }
    'Array' {
      $items = [System.Collections.Generic.List[object]]::new()
      foreach ($item in $Node.EnumerateArray()) { $items.Add((ConvertFrom-Node $item)) }
      return , $items.ToArray()
    }
    'String' { return $Node.GetString() }
    'Number' {
      $whole = [long] 0
      if ($Node.TryGetInt64([ref] $whole)) { return $whole }
      return $Node.GetDouble()
    }
    'True' { return $true }
    'False' { return $false }
    default { return $null }
  }
}

function Read-Json([string] $Text) { ConvertFrom-Node ([System.Text.Json.JsonDocument]::Parse($Text).RootElement) }

function Format-Json($Value) { ConvertTo-Json -InputObject $Value -Depth 60 -Compress -EscapeHandling EscapeNonAscii }

function Join-Sorted([string[]] $Parts, [string] $Before, [string] $After) {
  if ($null -eq $Parts -or $Parts.Count -eq 0) { return '' }
  [array]::Sort($Parts, [System.StringComparer]::Ordinal)
  $Before + ($Parts -join ',') + $After
}

# Change without anybody changing a setting: a scan does not keep them either.
$volatile = @(${[...volatileKeys].map((key) => `'${key}'`).join(', ')})

# One instant is written in several ways.
function Get-Instant([string] $Text) {
  $instant = [datetimeoffset]::MinValue
  $style = [System.Globalization.DateTimeStyles]::AssumeUniversal
  if (-not [datetimeoffset]::TryParse($Text, [cultureinfo]::InvariantCulture, $style, [ref] $instant)) { return $Text }
  $instant.ToUniversalTime().ToString('o')
}

# One text for one meaning: without what is empty, without annotations and what changes by itself, and in one order.
function Get-NormalText($Value) {
  if ($null -eq $Value) { return '' }
  if ($Value -is [System.Collections.IDictionary]) {
    $parts = foreach ($key in @($Value.Keys)) {
      if (($key.Contains('@') -and $key -cne '@odata.type') -or $volatile -contains $key) { continue }
      $item = $Value[$key]
      if ($item -is [string] -and $item -ne '' -and $key -match 'DateTime$') { $item = Get-Instant $item }
      $text = Get-NormalText $item
      if ($text -ne '') { (Format-Json ([string] $key)) + ':' + $text }
    }
    return Join-Sorted $parts '{' '}'
  }
  if ($Value -is [string]) { if ($Value -eq '') { return '' } else { return Format-Json $Value } }
  if ($Value -is [System.Collections.IEnumerable]) {
    $parts = foreach ($item in $Value) { $text = Get-NormalText $item; if ($text -ne '') { $text } }
    return Join-Sorted $parts '[' ']'
  }
  Format-Json $Value
}

# The part of an object that another one names.
function Select-Part($Value, $Shape) {
  if ($Shape -isnot [System.Collections.IDictionary] -or $Value -isnot [System.Collections.IDictionary]) { return , $Value }
  $part = [System.Collections.Specialized.OrderedDictionary]::new([System.StringComparer]::Ordinal)
  foreach ($key in @($Shape.Keys)) { $part[$key] = Select-Part $Value[$key] $Shape[$key] }
  $part
}

# The same with the properties that are held, whole.
function Select-Held($Value, $Shape, $Held) {
  $part = Select-Part $Value $Shape
  if ($part -isnot [System.Collections.IDictionary]) { return $part }
  foreach ($key in @($Held)) { if ($null -ne $key) { $part[$key] = $Value[$key] } }
  $part
}

# What comes from the tenant may hold characters that move the cursor or turn the direction of writing.
function Format-Line([string] $Text) { $Text -replace '[\p{Cc}\p{Cf}\u2028\u2029]', '?' }
function Write-Line([string] $Text) { Write-Host (Format-Line $Text) }
`;
