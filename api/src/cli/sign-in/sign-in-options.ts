import type { CloudName } from '@tenantry/contract/clouds';
import type { CredentialPlan } from '../../adapters/entra/credential-plan.ts';
import { UsageError } from '../command.ts';
import { environmentPlan } from './environment-plan.ts';
import { federationPlan } from './federation-plan.ts';
import { graphCommandLineTools } from './graph-command-line-tools.ts';
import type { Environment } from './settings.ts';

/** The ways of `--sign-in`. */
export const signInWays = ['auto', 'environment', 'federation', 'az', 'device-code', 'browser'] as const;
type SignInWay = (typeof signInWays)[number];

export type SignInOptions = {
  plan: CredentialPlan;
  tenant: string;
  /** One line for standard error: which way was chosen, and by which settings. */
  how: string;
};

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const everyWay = `Nothing says how to sign in, and there is no terminal in which somebody could. One of these:
  an application with a certificate or secret: AZURE_CLIENT_ID with AZURE_CLIENT_CERTIFICATE_PATH or AZURE_CLIENT_SECRET
  federation: AZURE_CLIENT_ID, in GitHub Actions with "permissions: id-token: write", in Azure Pipelines with a service connection,
    elsewhere with AZURE_FEDERATED_TOKEN_FILE
  an account: --sign-in device-code, or --sign-in browser
  the account of the Azure CLI: --sign-in az (its token does not carry every permission that an audit reads with)`;

function wayFrom(text: string): SignInWay {
  const way = signInWays.find((one) => one === text.toLowerCase());
  if (way === undefined) throw new UsageError(`--sign-in: expected ${signInWays.join(', ')}, not "${text}"`);
  return way;
}

function clientIdFrom(text: string | undefined, name: string): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (!guid.test(text)) throw new UsageError(`${name}: expected the application (client) ID, a GUID, not "${text}"`);
  return text.toLowerCase();
}

/**
 * AZURE_TENANT_ID is the directory to sign in to, as `--tenant` is; where two ids differ, one of them is a mistake. A domain
 * cannot be compared with anything yet: the token's directory is held against it later.
 */
function refuseContradiction(tenant: string, env: Environment): void {
  const other = env.AZURE_TENANT_ID ?? '';
  if (!guid.test(other) || !guid.test(tenant) || other.toLowerCase() === tenant.toLowerCase()) return;
  throw new UsageError(
    `AZURE_TENANT_ID names the directory ${other}, and --tenant ${tenant}.\nRemove AZURE_TENANT_ID, or give both the same. An application that is registered in another directory signs in to the one of --tenant: its own directory is not needed.`,
  );
}

const noClientInChina = `Microsoft Graph Command Line Tools, by which people sign in elsewhere, does not exist in the cloud of China.
Register an application at https://portal.azure.cn (Microsoft Entra ID, App registrations) with the platform “Mobile and desktop applications”, the redirect URI http://localhost and public client flows allowed, and give its ID by --client-id. An application with a certificate needs no --client-id: AZURE_CLIENT_ID and AZURE_CLIENT_CERTIFICATE_PATH.`;

const personHow = (way: string, clientId: string): string =>
  `Signing in with ${way}, by ${clientId === graphCommandLineTools ? 'Microsoft Graph Command Line Tools' : `the application ${clientId}`}.`;

/**
 * Microsoft's public client is not in the cloud of China: applications that are registered globally are not replicated there
 * (learn.microsoft.com/powershell/microsoftgraph, "authentication-commands"; AADSTS700016 in msgraph-sdk-powershell #1735).
 */
function personPlan(way: 'device-code' | 'browser', cloud: CloudName, typed: string | undefined) {
  if (cloud === 'china' && typed === undefined) throw new UsageError(noClientInChina);
  const clientId = typed ?? graphCommandLineTools;
  const how = personHow(way === 'browser' ? 'the browser' : 'a device code', clientId);
  return { plan: { kind: way, clientId }, how } as const;
}

/**
 * What `--sign-in`, `--client-id` and the environment say about how to sign in.
 * @param values as they were typed; `tenant` and `cloud` were checked
 * @param isTerminal whether somebody is there who could sign in
 * @throws UsageError with what is missing, or, where nothing is said, with every way that there is
 */
export function signInOptions(
  values: { how: string; clientId: string | undefined; tenant: string; cloud: CloudName },
  env: Environment,
  isTerminal: boolean,
): SignInOptions {
  const way = wayFrom(values.how);
  const { tenant, cloud } = values;
  const typed = clientIdFrom(values.clientId, '--client-id');
  const applicationId = typed ?? clientIdFrom(env.AZURE_CLIENT_ID, 'AZURE_CLIENT_ID');
  if (way === 'device-code' || way === 'browser') return { tenant, ...personPlan(way, cloud, typed) };
  if (way === 'az') return { tenant, plan: { kind: 'az' }, how: 'Signing in with the account of the Azure CLI (az).' };
  refuseContradiction(tenant, env);
  if (way === 'environment') return { tenant, ...environmentPlan(env, applicationId, true) };
  if (way === 'federation') return { tenant, ...federationPlan(env, applicationId, true) };
  const found = environmentPlan(env, applicationId, false) ?? federationPlan(env, applicationId, false);
  if (found) return { tenant, ...found };
  if (isTerminal) return { tenant, ...personPlan('browser', cloud, typed) };
  throw new UsageError(everyWay);
}
