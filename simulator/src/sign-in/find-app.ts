import { type ClientApp, graphCommandLineTools } from '../entra/app-registrations.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import type { EntraParts, EntraRequest } from '../entra/entra-parts.ts';
import { cloudOfHost } from '../national-clouds.ts';

/**
 * The application that somebody is to sign in to. Microsoft's own of the public cloud are not in the cloud of China
 * (learn.microsoft.com/powershell/microsoftgraph, "authentication-commands": globally registered applications are not
 * replicated there; the answer as in msgraph-sdk-powershell #1735).
 */
export function findApp(
  { baseUrl }: Pick<EntraRequest, 'baseUrl'>,
  clientId: string,
  tenant: string,
  { apps }: Pick<EntraParts, 'apps'>,
): ClientApp | EntraError {
  const isInChina = cloudOfHost(new URL(baseUrl).host).instance === 'partner.microsoftonline.cn';
  if (isInChina && clientId.toLowerCase() === graphCommandLineTools) return entraErrors.unknownApp(clientId, tenant);
  return apps.find(clientId, tenant);
}
