/** PowerShell that takes back what the before-image holds, the last first, and its beginning and end. */
export const undoPart = String.raw`
function Find-Made($Entry) {
  if ($Entry['id']) { return Invoke-Graph 'GET' ($Entry['path'] + '/' + $Entry['id']) }
  # It broke off before the answer: what was made is told by its name.
  Get-Everything (Get-SearchPath $Entry) | ForEach-Object { $_ } | Where-Object { [string] $_[$Entry['key']] -ceq [string] $Entry['sent'][$Entry['key']] } | Select-Object -First 1
}

function Get-UndoState($Entry) {
  if ($Entry['undone']) { return @{ state = 'done'; current = $null } }
  $current = if ($Entry['kind'] -eq 'create') { Find-Made $Entry } else { Get-Object $Entry }
  # Somebody deleted what was changed: there is nothing to take back, and the others are not held up by it.
  if ($null -eq $current) { return @{ state = $(if ($Entry['kind'] -eq 'create') { 'done' } else { 'gone' }); current = $null } }
  if ($Entry['kind'] -ne 'create' -and (Get-NormalText (Select-Before $current $Entry)) -ceq (Get-NormalText $Entry['before'])) {
    return @{ state = 'done'; current = $current }
  }
  $sent = Get-NormalText $Entry['sent']
  # Where -Apply could not read it afterwards, or read what was there before still, what was sent is all that is known.
  $isUnread = (Get-NormalText (Select-Part $Entry['after'] $Entry['sent'])) -cne $sent
  $isOurs = (Get-NormalText (Select-Held $current $Entry['sent'] $Entry['held'])) -ceq (Get-NormalText $Entry['after'])
  if (-not $isOurs -and $isUnread) { $isOurs = (Get-NormalText (Select-Part $current $Entry['sent'])) -ceq $sent }
  @{ state = $(if ($isOurs) { 'open' } else { 'changed' }); current = $current }
}

function Undo-Entry($Entry, $Current) {
  if ($Entry['kind'] -eq 'create') { Invoke-Graph 'DELETE' ($Entry['path'] + '/' + $Current['id']) | Out-Null; return }
  Invoke-Graph $Entry['method'] $Entry['path'] $Entry['before'] | Out-Null
  $isBack = Wait-Shown { (Get-NormalText (Select-Before (Get-Object $Entry) $Entry)) -ceq (Get-NormalText $Entry['before']) }
  if (-not $isBack) { throw ('Microsoft took it and does not show it. Look at it, and run -Undo again: ' + $Entry['title']) }
}

function Undo-Plan {
  if (-not [System.IO.File]::Exists($imageFile)) { throw ($imageFile + ' is not there: nothing is known that could be taken back.') }
  $kept = Read-Json ([System.IO.File]::ReadAllText($imageFile))
  if ($kept -isnot [System.Collections.IDictionary] -or $kept['format'] -ne 1) { throw ($imageFile + ' is no file that -Apply wrote.') }
  if ($kept['tenantId'] -ne $plan['tenantId'] -or $kept['remedy'] -ne $plan['remedy']) { throw ($imageFile + ' is of another tenant or another remedy.') }
  $entries = @($kept['changes']).Clone()
  [array]::Reverse($entries)
  # By the file, which an earlier script of the remedy may have written. To show what would be, reading is enough.
  $scopes = @($entries | Where-Object { -not $_['undone'] } | ForEach-Object { if ($WhatIfPreference) { $_['reads'] } else { $_['undoes'] } } | ForEach-Object { $_ } | Sort-Object -Unique)
  Connect-Tenant $scopes
  $looked = @(foreach ($entry in $entries) { @{ entry = $entry; found = Get-UndoState $entry } })
  foreach ($one in $looked) { Write-Line ($one.found.state.PadRight(11) + 'take back: ' + $one.entry['title']) }
  $changed = @($looked | Where-Object { $_.found.state -eq 'changed' })
  if ($changed.Count -gt 0) { throw ('Refused: ' + $changed.Count + ' of ' + $looked.Count + ' changed since -Apply. Nothing was taken back.') }
  foreach ($one in @($looked | Where-Object { $_.found.state -eq 'open' })) {
    $entry = $one.entry
    if (-not $PSCmdlet.ShouldProcess((Format-Line ('tenant ' + $plan['tenantId'])), (Format-Line ('Take back: ' + $entry['title'])))) { continue }
    # Looked at again: others were taken back since, or somebody was asked.
    $found = Get-UndoState $entry
    if ($found.state -eq 'changed') { throw ('Refused: it changed while this ran: ' + $entry['title']) }
    if ($found.state -eq 'open') { Undo-Entry $entry $found.current }
    $entry['undone'] = $true
    Save-Image $kept
    Write-Line ('taken back ' + $entry['title'])
  }
  if ($WhatIfPreference) { Write-Line 'Nothing was changed.'; return }
  if (@($looked | Where-Object { $_.found.state -eq 'open' -and -not $_.entry['undone'] }).Count -gt 0) { Write-Line 'Not all was taken back: run -Undo again.'; return }
  [System.IO.File]::Move($imageFile, ($imageFile -replace '(\.json)?$', '.undone.json'), $true)
  $gone = @($looked | Where-Object { $_.found.state -eq 'gone' }).Count
  if ($gone -gt 0) { Write-Line ('All is as it was, but for ' + $gone + ' that somebody deleted since -Apply.') } else { Write-Line 'All is as it was.' }
}

try { if ($Undo) { Undo-Plan } else { Invoke-Plan } }
catch {
  Write-Line ('It broke off. ' + $_.Exception.Message)
  if ([System.IO.File]::Exists($imageFile)) { Write-Line ('What was changed before stands in ' + $imageFile + ': -Undo takes it back.') }
  exit 1
}
exit 0
`;
