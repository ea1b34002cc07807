# Plays Microsoft's module of this name (github.com/microsoftgraph/msgraph-sdk-powershell) for scripts that run against the
# simulator: its commands with the parameters that our scripts use, its answers and its errors. It asks SIMULATOR_URL and
# nothing else. SIMULATOR_USER is the person who signs in and agrees to what is asked for. Any other parameter fails.
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

# "Microsoft Graph Command Line Tools", as which the module signs in.
$clientId = '14d82eec-204b-4c2f-b7e8-296a70dab67e'
$context = $null
$token = $null

function Get-SimulatorUrl {
  if (-not $env:SIMULATOR_URL) { throw 'SIMULATOR_URL is not set: this module asks the simulator alone.' }
  $env:SIMULATOR_URL.TrimEnd('/')
}

# A form that is sent to the login host: the answer as it is, whatever its status.
function Send-Form([string] $Path, [hashtable] $Form) {
  Invoke-WebRequest -Uri "$(Get-SimulatorUrl)/login$Path" -Method Post -Body $Form -SkipHttpErrorCheck -MaximumRedirection 0
}

function Connect-MgGraph {
  [CmdletBinding()]
  param(
    [Parameter(Mandatory)] [string] $TenantId,
    [string[]] $Scopes = @('User.Read'),
    [ValidateSet('Process', 'CurrentUser')] [string] $ContextScope = 'CurrentUser',
    [switch] $NoWelcome
  )
  # The real module writes what a CurrentUser context holds to disk: a script of ours has no reason to leave a token behind.
  if ($ContextScope -ne 'Process') { throw 'Here scripts sign in with -ContextScope Process.' }
  $asked = @{ client_id = $clientId; scope = (@('openid', 'profile', 'offline_access') + $Scopes) -join ' ' }
  $device = (Send-Form "/$TenantId/oauth2/v2.0/devicecode" $asked).Content | ConvertFrom-Json
  Send-Form "/devicelogin?otc=$($device.user_code)" @{ username = $env:SIMULATOR_USER; consent = 'accept' } | Out-Null
  $answer = Send-Form "/$TenantId/oauth2/v2.0/token" @{
    grant_type = 'urn:ietf:params:oauth:grant-type:device_code'; client_id = $clientId; device_code = $device.device_code
  }
  $body = $answer.Content | ConvertFrom-Json
  if ($answer.StatusCode -ne 200) { throw "Authentication failed: $($body.error_description)" }
  $script:token = $body.access_token
  $script:context = [pscustomobject]@{
    ClientId = $clientId; TenantId = $TenantId; Scopes = $Scopes; Account = $env:SIMULATOR_USER; ContextScope = $ContextScope
    AuthType = 'Delegated'; Environment = 'Global'
  }
  if (-not $NoWelcome) { Write-Host 'Welcome to Microsoft Graph!' }
}

function Get-MgContext {
  [CmdletBinding()]
  param()
  $script:context
}

function Disconnect-MgGraph {
  [CmdletBinding()]
  param()
  $script:context
  $script:context = $null
  $script:token = $null
}

# What is thrown for an answer that is no success. As in InvokeMgGraphRequest.cs (GenerateHttpErrorRecordAsync) the exception
# names the status alone, and the details are the whole answer with its request line.
function New-HttpErrorRecord([string] $Method, [uri] $Uri, $Response) {
  $status = [System.Net.HttpStatusCode] $Response.StatusCode
  $message = "Response status code does not indicate success: $status ($($Response.StatusDescription))."
  $exception = [System.Net.Http.HttpRequestException]::new($message, $null, $status)
  $headers = $Response.Headers.GetEnumerator() | ForEach-Object { "$($_.Key): $($_.Value -join ', ')" }
  $lines = @("$Method $Uri", "HTTP/1.1 $($Response.StatusCode) $($Response.StatusDescription)") + $headers + @('', $Response.Content)
  $category = [System.Management.Automation.ErrorCategory]::InvalidOperation
  $record = [System.Management.Automation.ErrorRecord]::new($exception, 'InvokeGraphHttpResponseException', $category, $Uri)
  $record.ErrorDetails = [System.Management.Automation.ErrorDetails]::new($lines -join "`n")
  $record
}

function Invoke-MgGraphRequest {
  [CmdletBinding()]
  [Alias('Invoke-GraphRequest')]
  param(
    [Parameter(Position = 0)] [ValidateSet('GET', 'POST', 'PUT', 'PATCH', 'DELETE')] [string] $Method = 'GET',
    [Parameter(Position = 1, Mandatory)] [string] $Uri,
    [Parameter(Position = 2)] $Body,
    [System.Collections.IDictionary] $Headers = @{},
    [string] $ContentType = 'application/json',
    [ValidateSet('HashTable', 'PSObject', 'Json')] [string] $OutputType = 'HashTable'
  )
  if (-not $script:context) { throw 'Authentication needed. Please call Connect-MgGraph.' }
  if (-not $Uri.StartsWith('/')) { throw "Here scripts name a call by its path, not as $Uri." }
  $address = [uri] "$(Get-SimulatorUrl)/graph$Uri"
  $sent = @{
    Uri = $address; Method = $Method; SkipHttpErrorCheck = $true
    Headers = @{ Authorization = "Bearer $script:token" } + $Headers
  }
  if ($null -ne $Body) {
    $sent.ContentType = $ContentType
    $sent.Body = if ($Body -is [System.Collections.IDictionary]) { $Body | ConvertTo-Json -Depth 20 } else { [string] $Body }
  }
  $response = Invoke-WebRequest @sent
  if ($response.StatusCode -ge 300) { $PSCmdlet.ThrowTerminatingError((New-HttpErrorRecord $Method $address $response)) }
  if ($response.StatusCode -eq 204) { return }
  switch ($OutputType) {
    'HashTable' { $response.Content | ConvertFrom-Json -AsHashtable }
    'PSObject' { $response.Content | ConvertFrom-Json }
    'Json' { $response.Content }
  }
}
