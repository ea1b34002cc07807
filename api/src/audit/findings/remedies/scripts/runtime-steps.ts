/** PowerShell that looks at what is set, changes it after the before-image is written, and takes it back. */
export const stepsPart = `
$imageFile = if ($Image) { $PSCmdlet.GetUnresolvedProviderPathFromPSPath($Image) } else {
  Join-Path $PSScriptRoot ([System.IO.Path]::GetFileNameWithoutExtension($PSCommandPath) + '.before.json')
}

# Written beside it and moved, so that a run that is cut off leaves the one before; readable by whoever runs this alone.
function Save-Image($Kept, [bool] $IsFirst = $false) {
  $new = $imageFile + '.new'
  $bytes = [System.Text.UTF8Encoding]::new($false).GetBytes((ConvertTo-Json -InputObject $Kept -Depth 60))
  $options = [System.IO.FileStreamOptions]::new()
  $options.Mode = 'Create'; $options.Access = 'Write'
  if (-not $IsWindows -and $options.PSObject.Properties['UnixCreateMode']) { $options.UnixCreateMode = 'UserRead, UserWrite' }
  [System.IO.File]::Delete($new)
  $stream = [System.IO.FileStream]::new($new, $options)
  try { $stream.Write($bytes, 0, $bytes.Length); $stream.Flush($true) } finally { $stream.Dispose() }
  # Another run that began beside this one has written the first: it is not written over.
  [System.IO.File]::Move($new, $imageFile, -not $IsFirst)
}

# Named values of a directory setting stand in a list of pairs.
function Get-NamedValue($Current, $Names) {
  $found = [ordered] @{}
  foreach ($pair in $Current['values']) { if (@($Names.Keys) -ccontains $pair['name']) { $found[$pair['name']] = $pair['value'] } }
  $found
}

function Get-Sent($Step, $Current) {
  if ($Step['beginsToday']) {
    $sent = Read-Json (Format-Json $Step['set'])
    $recurrence = $sent['settings']['recurrence']
    $recurrence['range']['startDate'] = $script:now.ToString('yyyy-MM-dd', [cultureinfo]::InvariantCulture)
    # A day that each month has.
    $recurrence['pattern']['dayOfMonth'] = [Math]::Min(28, $script:now.Day)
    return $sent
  }
  if ($null -eq $Step['values']) { return $Step['set'] }
  $pairs = foreach ($pair in $Current['values']) {
    $name = $pair['name']
    @{ name = $name; value = $(if (@($Step['values'].Keys) -ccontains $name) { $Step['values'][$name] } else { $pair['value'] }) }
  }
  $there = @($Current['values'] | ForEach-Object { $_['name'] })
  $missing = foreach ($name in @($Step['values'].Keys)) { if ($there -cnotcontains $name) { @{ name = $name; value = $Step['values'][$name] } } }
  @{ values = @($pairs) + @($missing) }
}

# Some properties Graph sends only when they are asked for.
function Get-Object($Step) { Invoke-Graph 'GET' ($Step['path'] + $(if ($Step['select']) { '?$select=' + $Step['select'] } else { '' })) }

# Of long lists, those of that name alone.
function Get-SearchPath($Step) {
  if (-not $Step['isSearched']) { return $Step['path'] }
  $name = [string] $(if ($null -ne $Step['sent']) { $Step['sent'] } else { $Step['set'] })[$Step['key']]
  $Step['path'] + '?$filter=' + [uri]::EscapeDataString($Step['key'] + " eq '" + $name.Replace("'", "''") + "'")
}

# done: as it is wanted. open: as the scan saw it. changed: neither. asked: waits for -TurnOn. left: not named by -Only.
function Get-StepState($Step) {
  if ($Step['kind'] -eq 'create') {
    $same = @(Get-Everything (Get-SearchPath $Step) | ForEach-Object { $_ } | Where-Object { Test-Named $Step $_ })
    if ($same.Count -eq 0) { return @{ state = 'open'; current = $null; now = 'not there' } }
    $shape = $Step['set']
    foreach ($one in $same) {
      if ((Get-NormalText (Select-WithoutState (Select-Part $one $shape))) -ceq (Get-NormalText (Select-WithoutState $shape))) {
        return @{ state = 'done'; current = $one; now = 'there, with the id ' + $one['id'] }
      }
    }
    return @{ state = 'changed'; current = $same[0]; now = 'another one of this name is there' }
  }
  $current = Get-Object $Step
  if ($null -eq $current) { return @{ state = 'changed'; current = $null; now = 'not there' } }
  $isNamed = $null -ne $Step['values']
  $wanted = if ($isNamed) { $Step['values'] } else { $Step['set'] }
  $part = if ($isNamed) { Get-NamedValue $current $wanted } else { Select-Part $current $wanted }
  $isDone = (Get-NormalText $part) -ceq (Get-NormalText $wanted)
  $now = Get-NormalText $(if ($isNamed) { $part } else { Select-Held $current $wanted $Step['held'] })
  $state = if ($isDone) { 'done' } elseif ($now -ceq (Get-NormalText $Step['seen'])) { 'open' } else { 'changed' }
  if ($state -eq 'open' -and $Step['sparesRoleHolders'] -and @(Get-RoleHolder) -contains $Step['object']) { $state = 'changed'; $now = 'it holds a directory role by now' }
  @{ state = $state; current = $current; now = $now }
}

# Whom a directory role is assigned to now, read once. Who has one by a group or may activate one, the scan knew.
function Get-RoleHolder {
  if ($null -eq $script:holders) { $script:holders = @(Get-Everything '/roleManagement/directory/roleAssignments' | ForEach-Object { $_ } | ForEach-Object { $_['principalId'] }) }
  $script:holders
}

function Test-Named($Step, $Item) {
  $key = $Step['key']
  # Microsoft lets two policies have one name; to people they are one, however it is written.
  [string] $Item[$key] -eq [string] $Step['set'][$key]
}

function Select-WithoutState($Policy) {
  $rest = [ordered] @{}
  foreach ($key in @($Policy.Keys)) { if ($key -cne 'state') { $rest[$key] = $Policy[$key] } }
  $rest
}

function Write-Step($Step, $Found) {
  Write-Line ''
  Write-Line ($Found.state.PadRight(11) + $Step['title'])
  Write-Line ('           ' + $Step['method'] + ' ' + $Step['path'])
  if ($Found.state -ne 'done' -and $Step['caution']) { Write-Line ('           note: ' + $Step['caution']) }
  Write-Line ('           now:  ' + $Found.now)
  if ($Found.state -eq 'changed') { Write-Line ('           scan: ' + $(if ($Step['kind'] -eq 'create') { 'not there' } else { Get-NormalText $Step['seen'] })) }
  if ($Found.state -ne 'done') { Write-Line ('           then: ' + $(if ($null -ne $Step['values']) { Get-NormalText $Step['values'] } else { Get-NormalText $Step['set'] })) }
}

# What -Undo sends: of what is held and sent, the whole.
function Select-Before($Current, $Entry) {
  Select-Held $Current $Entry['sent'] @(@($Entry['held']) | Where-Object { @($Entry['sent'].Keys) -ccontains $_ })
}

function Test-Asked($Step) { $null -eq $Step['turnOn'] -or $TurnOn -contains $Step['turnOn'] }

function Invoke-Step($Step, $Found, $Kept) {
  $sent = Get-Sent $Step $Found.current
  $entry = [ordered] @{
    title = $Step['title']; kind = $Step['kind']; method = $Step['method']; path = $Step['path']; key = $Step['key']; select = $Step['select']; isSearched = $Step['isSearched']
    held = $Step['held']; reads = $Step['reads']; undoes = $Step['undoes']; id = $null; sent = $sent; before = $null; after = $null; undone = $false
  }
  if ($Step['kind'] -ne 'create') { $entry['before'] = Select-Before $Found.current $entry }
  # Written before the change: what breaks off after it can still be taken back.
  $Kept['changes'] = @($Kept['changes']) + @($entry)
  Save-Image $Kept (@($Kept['changes']).Count -eq 1)
  $answer = Invoke-Graph $Step['method'] $Step['path'] $sent
  if ($Step['kind'] -eq 'create') { $entry['id'] = $answer['id'] ; Save-Image $Kept }
  $isShown = Wait-Shown {
    $read = if ($Step['kind'] -eq 'create') { Invoke-Graph 'GET' ($Step['path'] + '/' + $answer['id']) } else { Get-Object $Step }
    $entry['after'] = if ($null -eq $read) { $null } else { Select-Held $read $sent $Step['held'] }
    (Get-NormalText (Select-Part $read $sent)) -ceq (Get-NormalText $sent)
  }
  Save-Image $Kept
  $isTold = $null -ne $entry['after'] -and ($Step['kind'] -eq 'create' -or (Get-NormalText (Select-Part $entry['after'] $sent)) -cne (Get-NormalText (Select-Part $entry['before'] $sent)))
  if ($isShown) { Write-Line ('changed    ' + $Step['title']) }
  elseif ($isTold) { Write-Line ('changed    ' + $Step['title'] + '. Microsoft shows it otherwise than it was sent: ' + (Get-NormalText $entry['after'])) }
  else { Write-Line ('not shown  ' + $Step['title'] + '. Microsoft took it, and does not show it.') }
  $isShown -or $isTold
}

function Invoke-Plan {
  $steps = @($plan['steps'])
  # To show what would be, reading is enough.
  $isToChange = $Apply -and -not $WhatIfPreference
  $scopes = @($steps | ForEach-Object { if ($isToChange) { $_['writes'] } else { $_['reads'] } } | ForEach-Object { $_ } | Sort-Object -Unique)
  if ($Apply -and [System.IO.File]::Exists($imageFile)) { throw ($imageFile + ' holds what an earlier -Apply changed. To change more, move that file away and keep it: -Undo takes back what it holds, and needs it. Nothing was changed.') }
  $strange = @($Only | Where-Object { $_ -notin @($steps | ForEach-Object { $_['object'] }) })
  if ($strange.Count -gt 0) { throw ('-Only names what is not in this script: ' + ($strange -join ', ')) }
  $strange = @($TurnOn | Where-Object { $_ -notin @($steps | ForEach-Object { $_['turnOn'] }) })
  if ($strange.Count -gt 0) { throw ('-TurnOn names what is not in this script: ' + ($strange -join ', ')) }
  Connect-Tenant $scopes
  $looked = @(foreach ($step in $steps) {
    $found = Get-StepState $step
    $isAsked = Test-Asked $step
    if ($found.state -eq 'open' -and -not $isAsked) { $found.state = 'asked' }
    # What nobody asked for is not changed, and stands in the way of nothing.
    $isStale = $found.state -eq 'changed' -and -not $isAsked
    if ($isStale) { $found.state = 'left' }
    if ($found.state -ne 'done' -and $Only.Count -gt 0 -and $step['object'] -notin $Only) { $found.state = 'left' }
    Write-Step $step $found
    if ($found.state -eq 'asked') { Write-Line ('           only with -TurnOn ' + $step['turnOn']) }
    if ($isStale) { Write-Line '           it changed since the scan: a new script may switch it on' }
    @{ step = $step; found = $found }
  })
  Write-Line ''
  $changed = @($looked | Where-Object { $_.found.state -eq 'changed' })
  $open = @($looked | Where-Object { $_.found.state -eq 'open' })
  if ($changed.Count -gt 0) { throw ('Refused: ' + $changed.Count + ' of ' + $looked.Count + ' changed since the scan of ' + $plan['scannedAt'] + '. Scan again, and take a new script. Nothing was changed.') }
  $days = ($script:now - [datetimeoffset]::Parse($plan['scannedAt'], [cultureinfo]::InvariantCulture).UtcDateTime).TotalDays
  if ($days -gt $plan['days']) {
    $old = 'The scan is ' + [Math]::Floor($days) + ' days old: accounts may have been used, given roles or declared for emergencies since. Scan again, and take a new script.'
    if ($Apply) { throw ('Refused. ' + $old + ' Nothing was changed.') } else { Write-Line $old }
  }
  $kept = [ordered] @{ format = 1; tenantId = $plan['tenantId']; remedy = $plan['remedy']; writtenAt = [datetime]::UtcNow.ToString('o'); changes = @() }
  $declined = 0
  $unseen = 0
  foreach ($one in $open) {
    $isConfirmed = ($Apply -or $WhatIfPreference) -and $PSCmdlet.ShouldProcess((Format-Line ('tenant ' + $plan['tenantId'])), (Format-Line ($one.step['method'] + ' ' + $one.step['path'] + ': ' + $one.step['title'])))
    if (-not $isToChange) { continue }
    if (-not $isConfirmed) { $declined++; continue }
    # Looked at again: time went by, and somebody may have been asked.
    $found = Get-StepState $one.step
    if ($found.state -eq 'changed') { throw ('Refused: it changed while this ran: ' + $one.step['title']) }
    if ($found.state -eq 'open' -and -not (Invoke-Step $one.step $found $kept)) { $unseen++ }
  }
  if ($plan['note']) { Write-Line $plan['note'] }
  if (-not $Apply) { Write-Line ('Nothing was changed: ' + $open.Count + ' to do. Run with -Apply to do it.'); return }
  if (@($kept['changes']).Count -eq 0) { Write-Line 'Nothing was changed.'; return }
  if ($unseen -gt 0) { throw ([string] $unseen + ' of ' + $open.Count + ' changes are not shown by Microsoft. Run the script again in some minutes to see what is set.') }
  Write-Line ($(if ($declined -gt 0) { [string] $declined + ' of ' + $open.Count + ' were declined, the others are done.' } else { 'All is done.' }) + ' To take it back: -Undo, with ' + $imageFile)
}
`;
