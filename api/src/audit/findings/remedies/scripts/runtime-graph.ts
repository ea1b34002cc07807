/** PowerShell that signs in and calls Microsoft Graph, without a module: the device code flow, or a token that is there. */
export const graphPart = `
$script:token = ''
$script:holders = $null
# What time it is, by Microsoft's clock as soon as it has answered.
$script:now = [datetime]::UtcNow

function Send-Form([string] $Path, [hashtable] $Form) {
  $address = $plan['login'] + '/' + $plan['tenantId'] + '/oauth2/v2.0/' + $Path
  $answer = Invoke-WebRequest -Uri $address -Method Post -Body $Form -SkipHttpErrorCheck -MaximumRedirection 0
  Read-Json ([System.Text.Encoding]::UTF8.GetString($answer.RawContentStream.ToArray()))
}

function Get-DeviceToken([string[]] $Scopes) {
  $asked = @('openid', 'profile') + @($Scopes | ForEach-Object { $plan['resource'] + '/' + $_ })
  $device = Send-Form 'devicecode' @{ client_id = $plan['clientId']; scope = $asked -join ' ' }
  if ($null -eq $device['device_code']) { throw ('Microsoft refused to begin the sign-in: ' + $device['error_description']) }
  Write-Line ([string] $device['message'])
  $wait = [int] $device['interval']
  $end = [datetime]::UtcNow.AddSeconds([int] $device['expires_in'])
  while ([datetime]::UtcNow -lt $end) {
    Start-Sleep -Milliseconds ([Math]::Max(200, $wait * 1000))
    $answer = Send-Form 'token' @{
      grant_type = 'urn:ietf:params:oauth:grant-type:device_code'; client_id = $plan['clientId']; device_code = $device['device_code']
    }
    if ($null -ne $answer['access_token']) { return $answer['access_token'] }
    switch ([string] $answer['error']) {
      'authorization_pending' { }
      'slow_down' { $wait += 5 }
      default { throw ('The sign-in failed: ' + $answer['error_description']) }
    }
  }
  throw 'The code was not entered in time.'
}

# Who signed in, and where: a token of another tenant must change nothing there.
function Test-Token {
  $part = @($script:token.Split('.'))
  if ($part.Count -lt 2) { throw 'The access token cannot be read.' }
  $text = $part[1].Replace('-', '+').Replace('_', '/')
  $text = $text.PadRight($text.Length + (4 - $text.Length % 4) % 4, '=')
  $claims = Read-Json ([System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($text)))
  if ([string] $claims['tid'] -ne $plan['tenantId']) { throw ('The access token is for the tenant ' + $claims['tid'] + ', and this script for ' + $plan['tenantId'] + '.') }
  $who = @($claims['upn'], $claims['preferred_username'], $claims['unique_name'], $claims['app_displayname'], 'unknown') | Where-Object { $_ } | Select-Object -First 1
  Write-Line ('signed in  ' + $who + ', tenant ' + $claims['tid'])
}

function Connect-Tenant([string[]] $Scopes) {
  Write-Line ('asks for   ' + ($Scopes -join ', '))
  if ($null -ne $AccessToken) { $script:token = ConvertFrom-SecureString $AccessToken -AsPlainText }
  elseif ($env:GRAPH_ACCESS_TOKEN) { $script:token = $env:GRAPH_ACCESS_TOKEN }
  else { $script:token = Get-DeviceToken $Scopes }
  Test-Token
}

# One call. Microsoft's throttling is waited for; null where there is nothing (404, no content).
function Invoke-Graph([string] $Method, [string] $Path, $Body = $null) {
  if (-not $Path.StartsWith('/') -and -not $Path.StartsWith($plan['graph'] + '/')) { throw 'A call to another host than Microsoft Graph is refused: the token would go there.' }
  $call = @{
    Uri = $(if ($Path.StartsWith('/')) { $plan['graph'] + '/v1.0' + $Path } else { $Path }); Method = $Method
    Headers = @{ Authorization = 'Bearer ' + $script:token; Accept = 'application/json'; Prefer = 'include-unknown-enum-members' }
    SkipHttpErrorCheck = $true; MaximumRedirection = 0
  }
  if ($null -ne $Body) {
    $call.Body = [System.Text.Encoding]::UTF8.GetBytes((Format-Json $Body))
    $call.ContentType = 'application/json; charset=utf-8'
  }
  for ($attempt = 1; ; $attempt++) {
    $answer = Invoke-WebRequest @call
    # What may have been done already is not sent twice: 503 may come after the change.
    $isPassing = $answer.StatusCode -eq 429 -or ($answer.StatusCode -eq 503 -and $Method -ne 'POST') -or ($answer.StatusCode -in 500, 502, 504 -and $Method -eq 'GET')
    if (-not $isPassing -or $attempt -ge 5) { break }
    $seconds = 0
    $told = @($answer.Headers['Retry-After'])[0]
    if (-not [int]::TryParse([string] $told, [ref] $seconds)) { $seconds = 5 * $attempt }
    Start-Sleep -Seconds ([Math]::Min($seconds, 120))
  }
  $text = [System.Text.Encoding]::UTF8.GetString($answer.RawContentStream.ToArray())
  $clock = [datetimeoffset]::MinValue
  if ([datetimeoffset]::TryParse([string] @($answer.Headers['Date'])[0], [cultureinfo]::InvariantCulture, [System.Globalization.DateTimeStyles]::AssumeUniversal, [ref] $clock)) { $script:now = $clock.UtcDateTime }
  if ($answer.StatusCode -eq 404 -and $Method -in 'GET', 'DELETE') { return $null }
  if ($answer.StatusCode -ge 300) {
    $details = try { (Read-Json $text)['error'] } catch { $null }
    $why = if ($details -is [System.Collections.IDictionary]) { [string] $details['code'] + ': ' + $details['message'] } else { '' }
    throw ($Method + ' ' + $Path + ' was answered with ' + $answer.StatusCode + '. ' + $why)
  }
  if ($text -ne '') { Read-Json $text }
}

# What Microsoft took is shown by all of its servers within seconds.
function Wait-Shown([scriptblock] $Test) {
  for ($attempt = 1; $attempt -le 6; $attempt++) {
    if (& $Test) { return $true }
    if ($attempt -lt 6) { Start-Sleep -Seconds 2 }
  }
  $false
}

# Every page of a list.
function Get-Everything([string] $Path) {
  $all = [System.Collections.Generic.List[object]]::new()
  $next = $Path
  while ($next) {
    $page = Invoke-Graph 'GET' $next
    if ($null -eq $page) { throw ($Path + ' is not there.') }
    foreach ($item in $page['value']) { $all.Add($item) }
    $next = [string] $page['@odata.nextLink']
  }
  , $all.ToArray()
}
`;
