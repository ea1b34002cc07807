import { parameterValue } from './extreme-parameters.ts';
import { suggestion } from './faults.ts';
import type { Project } from './project.ts';
import type { CodeTables } from './read-code.ts';
import { ofType, readsIn, type Snapshot } from './snapshot.ts';
import { at, isRecord, type Template } from './template.ts';

/**
 * App settings that the platform and Microsoft's libraries read.
 * Source: https://learn.microsoft.com/azure/azure-functions/functions-app-settings, and for the AZURE_… ones
 * https://learn.microsoft.com/javascript/api/overview/azure/identity-readme#environment-variables
 */
const PLATFORM =
  /^(APPLICATIONINSIGHTS_(CONNECTION_STRING|AUTHENTICATION_STRING)|AzureWebJobsStorage__(accountName|credential|clientId|blobServiceUri|queueServiceUri|tableServiceUri)|AzureWebJobs\.[\w-]+\.Disabled|AZURE_(CLIENT_ID|TENANT_ID|TOKEN_CREDENTIALS)|AzureFunctionsWebHost__hostid|AzureFunctionsJobHost__\w+|WEBSITE_TIME_ZONE|OTEL_\w+|NODE_OPTIONS|languageWorkers__node__arguments)$/;

const SITE = 'Microsoft.Web/sites';
const IDENTITY = 'Microsoft.ManagedIdentity/userAssignedIdentities';

/** What a setting reads of which resource: another one of the same type would be taken, and fail at run time. */
const READS: Record<string, readonly [type: string, property: string]> = {
  AZURE_CLIENT_ID: [IDENTITY, 'clientId'],
  AzureWebJobsStorage__clientId: [IDENTITY, 'clientId'],
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: [IDENTITY, 'clientId'],
  APPLICATIONINSIGHTS_CONNECTION_STRING: ['Microsoft.Insights/components', 'ConnectionString'],
  COSMOS_ENDPOINT: ['Microsoft.DocumentDB/databaseAccounts', 'documentEndpoint'],
  KEY_VAULT_URL: ['Microsoft.KeyVault/vaults', 'vaultUri'],
  SETUP_CODE: ['Microsoft.KeyVault/vaults', 'vaultUri'],
  PUBLIC_ORIGIN: ['Microsoft.Web/staticSites', 'defaultHostname'],
};

/** Settings whose value is the same in every region. */
const CONSTANTS: Record<string, string> = {
  AZURE_TOKEN_CREDENTIALS: 'ManagedIdentityCredential',
  AzureWebJobsStorage__credential: 'managedidentity',
};

/** Each app setting is one that something reads, and has the value that it is for; what the product needs is set. */
export function checkAppSettings(
  project: Project,
  main: Template,
  snapshots: readonly Snapshot[],
  code: CodeTables,
): void {
  const everywhere = new Set<string>();
  for (const snapshot of snapshots)
    for (const site of ofType(snapshot, SITE)) {
      const settings = settingsOf(at(site, 'properties.siteConfig.appSettings'));
      if (settings === undefined) {
        project.faultAt(SITE, '', 'the app has no siteConfig.appSettings');
        continue;
      }
      for (const name of settings.keys()) everywhere.add(name);
      checkNames(project, settings, code);
      checkReads(project, settings, snapshot);
      checkConstants(project, settings, code);
      if (snapshot.name === 'most' || snapshot.name === 'least')
        checkParameters(project, main, settings, code, snapshot.name === 'most');
    }
  for (const [name, { from }] of Object.entries(code.onAzure))
    if (from === 'parameter' && !everywhere.has(name))
      fault(project, `the app setting ${name} is not set, for which there is to be a parameter`);
}

const fault = (project: Project, message: string) => project.faultAt(SITE, 'appSettings', message);

function settingsOf(list: unknown): Map<string, string> | undefined {
  if (!Array.isArray(list)) return undefined;
  return new Map(list.filter(isRecord).map(({ name, value }) => [String(name), String(value)]));
}

function checkNames(project: Project, settings: ReadonlyMap<string, string>, code: CodeTables): void {
  for (const name of settings.keys()) {
    const from = code.onAzure[name]?.from;
    // Of those that the platform sets, some are for the template to say: they are in the list.
    if (from === 'local' || (from === 'azure' && !PLATFORM.test(name)))
      fault(
        project,
        `${name} is not set on Azure: ${from === 'local' ? 'it is for one machine' : 'the platform sets it'}`,
      );
    if (!code.settings.includes(name) && !PLATFORM.test(name))
      fault(
        project,
        `${name} is no setting of api/src/config.ts, nor of the platform${suggestion(name, code.settings)}`,
      );
  }
  for (const [name, { from }] of Object.entries(code.onAzure))
    if (['resource', 'secret', 'default'].includes(from) && !settings.has(name))
      fault(project, `the app setting ${name} is not set in every case, which the product needs`);
  for (const name of ['AZURE_CLIENT_ID', 'AzureWebJobsStorage__credential', 'AzureWebJobsStorage__clientId'])
    if (!settings.has(name)) fault(project, `the app setting ${name} is not set, which a user-assigned identity needs`);
}

/** A setting whose value is known at deployment only reads what it is for, of the right resource. */
function checkReads(project: Project, settings: ReadonlyMap<string, string>, snapshot: Snapshot): void {
  for (const [name, value] of settings) {
    if (/\blist[A-Z]\w*\(|parameters\('/.test(value))
      fault(project, `${name}: an app setting is a reference to the Key Vault, not a secret: ${value}`);
    const reads = readsIn(value);
    const [type, property] = READS[name] ?? [];
    if (type === undefined) {
      if (reads.length > 0)
        fault(
          project,
          `${name} reads ${reads[0]?.type}.${reads[0]?.property}; READS in rules-settings.ts does not say so`,
        );
      continue;
    }
    // A host name of our own takes the place of the web app's.
    if (name === 'PUBLIC_ORIGIN' && /^https:\/\/[a-z][\w.-]*$/.test(value)) continue;
    if (reads.length !== 1 || reads[0]?.type !== type || reads[0].property !== property)
      fault(project, `${name} is ${property} of the ${type}; here it is ${value}`);
  }
  const secret = settings.get('SETUP_CODE') ?? '';
  const kept = ofType(snapshot, 'Microsoft.KeyVault/vaults/secrets').map(({ name }) => name.split('/').at(-1) ?? '');
  if (
    !secret.startsWith("[format('@Microsoft.KeyVault(SecretUri={0}secrets/{1})'") ||
    !kept.some((one) => secret.endsWith(`'${one}')]`))
  )
    fault(project, `SETUP_CODE is a reference to the secret of the Key Vault that is made here (${kept.join(', ')})`);
  const accounts = ofType(snapshot, 'Microsoft.Storage/storageAccounts').map(({ name }) => name);
  if (!accounts.includes(settings.get('AzureWebJobsStorage__accountName') ?? ''))
    fault(project, `AzureWebJobsStorage__accountName is the name of the storage account (${accounts.join(', ')})`);
}

function checkConstants(project: Project, settings: ReadonlyMap<string, string>, code: CodeTables): void {
  const generated = 'error' in code.generated ? {} : code.generated['app-settings.json'];
  const defaults = isRecord(generated) && isRecord(generated.default) ? generated.default : {};
  for (const [name, wanted] of Object.entries({ ...defaults, ...CONSTANTS }))
    if (settings.has(name) && settings.get(name) !== wanted)
      fault(project, `${name} is '${wanted}'; here it is '${settings.get(name)}'`);
}

/** A setting that an operator gives has the value of its own parameter, which in the extremes no other one has. */
function checkParameters(
  project: Project,
  main: Template,
  settings: ReadonlyMap<string, string>,
  code: CodeTables,
  isMost: boolean,
): void {
  for (const [setting, { from, value: name = '' }] of Object.entries(code.onAzure)) {
    const parameter = main.parameters[name];
    if (from !== 'parameter' || parameter === undefined) continue;
    const given = parameterValue(name, parameter, isMost) ?? parameter.defaultValue;
    const wanted = Array.isArray(given) ? given.join(',') : String(given);
    const is = settings.get(setting) ?? '';
    if (is !== wanted) fault(project, `${setting} is the param "${name}", '${wanted}'; here it is '${is}'`);
  }
}
