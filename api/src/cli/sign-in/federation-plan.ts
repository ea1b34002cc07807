import { UsageError } from '../command.ts';
import { type Chosen, type Environment, setting } from './settings.ts';

const idTokenPermission = `This workflow may not ask GitHub for a token.
Add to the workflow or the job:
  permissions:
    id-token: write
    contents: read`;

const accessTokenMissing = `SYSTEM_ACCESSTOKEN is not set, so that Azure Pipelines gives no token.
Add to the step:
  env:
    SYSTEM_ACCESSTOKEN: $(System.AccessToken)`;

const serviceConnectionMissing = `AZURESUBSCRIPTION_SERVICE_CONNECTION_ID is not set, so that Azure Pipelines does not know which service connection is meant.
Run the command in the task AzureCLI@2 with addSpnToEnvironment: true, or set it to the id of the service connection.`;

function httpsAddress(text: string, name: string): string {
  if (URL.parse(text)?.protocol !== 'https:') throw new UsageError(`${name}: expected an address with https`);
  return text;
}

function withClientId(clientId: string | undefined, where: string): string {
  if (clientId !== undefined) return clientId;
  throw new UsageError(
    `${where} would sign in an application, and AZURE_CLIENT_ID is not set.\nSet AZURE_CLIENT_ID to the application (client) ID that has the federated credential.`,
  );
}

function githubPlan(env: Environment, id: string | undefined): Chosen {
  const requestUrl = setting(env, 'ACTIONS_ID_TOKEN_REQUEST_URL');
  const requestToken = setting(env, 'ACTIONS_ID_TOKEN_REQUEST_TOKEN');
  const clientId = withClientId(id, 'GitHub Actions');
  if (requestUrl === undefined || requestToken === undefined) throw new UsageError(idTokenPermission);
  const address = httpsAddress(requestUrl, 'ACTIONS_ID_TOKEN_REQUEST_URL');
  return {
    plan: { kind: 'github', clientId, requestUrl: address, requestToken },
    how: `Signing in as the application ${clientId} by federation with GitHub Actions.`,
  };
}

/** The names that Azure Pipelines gives them in a step with a service connection (Azure Identity, AzurePipelinesCredential). */
function pipelinesPlan(env: Environment, id: string | undefined, requestUri: string): Chosen {
  const clientId = withClientId(id ?? setting(env, 'AZURESUBSCRIPTION_CLIENT_ID'), 'Azure Pipelines');
  const accessToken = setting(env, 'SYSTEM_ACCESSTOKEN');
  const serviceConnectionId = setting(env, 'AZURESUBSCRIPTION_SERVICE_CONNECTION_ID');
  if (accessToken === undefined) throw new UsageError(accessTokenMissing);
  if (serviceConnectionId === undefined) throw new UsageError(serviceConnectionMissing);
  const address = httpsAddress(requestUri, 'SYSTEM_OIDCREQUESTURI');
  return {
    plan: { kind: 'azure-pipelines', clientId, requestUri: address, accessToken, serviceConnectionId },
    how: `Signing in as the application ${clientId} by federation with Azure Pipelines.`,
  };
}

/**
 * An application by a token that somebody else gives it: a file, GitHub Actions, Azure Pipelines.
 * @param isAsked by `--sign-in federation`: then one of them has to be there
 * @returns null where nothing of that is around, or where an application is not named and nobody asked for it
 */
export function federationPlan(env: Environment, id: string | undefined, isAsked: true): Chosen;
export function federationPlan(env: Environment, id: string | undefined, isAsked: boolean): Chosen | null;
export function federationPlan(env: Environment, id: string | undefined, isAsked: boolean): Chosen | null {
  const tokenFile = setting(env, 'AZURE_FEDERATED_TOKEN_FILE');
  if (tokenFile !== undefined) {
    const clientId = withClientId(id, 'AZURE_FEDERATED_TOKEN_FILE');
    return {
      plan: { kind: 'token-file', clientId, tokenFile },
      how: `Signing in as the application ${clientId} by federation (AZURE_FEDERATED_TOKEN_FILE).`,
    };
  }
  const requestUri = setting(env, 'SYSTEM_OIDCREQUESTURI');
  const connection = setting(env, 'AZURESUBSCRIPTION_SERVICE_CONNECTION_ID');
  if (requestUri !== undefined && (isAsked || id !== undefined || connection !== undefined)) {
    return pipelinesPlan(env, id, requestUri);
  }
  const isGithub = env.GITHUB_ACTIONS === 'true' || setting(env, 'ACTIONS_ID_TOKEN_REQUEST_URL') !== undefined;
  if (isGithub && (isAsked || id !== undefined)) return githubPlan(env, id);
  if (!isAsked) return null;
  throw new UsageError(
    'Nobody gives a token for federation here: this is neither GitHub Actions nor Azure Pipelines.\nElsewhere, AZURE_FEDERATED_TOKEN_FILE names the file with the token, and AZURE_CLIENT_ID the application.',
  );
}
