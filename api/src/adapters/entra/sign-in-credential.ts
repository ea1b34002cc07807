import { readFile } from 'node:fs/promises';
import {
  AzureCliCredential,
  AzurePipelinesCredential,
  ClientAssertionCredential,
  ClientCertificateCredential,
  ClientSecretCredential,
  DeviceCodeCredential,
  InteractiveBrowserCredential,
  type TokenCredential,
  WorkloadIdentityCredential,
} from '@azure/identity';
import type { MicrosoftCloud } from '../graph/clouds.ts';
import { readCertificate } from './certificate-file.ts';
import type { CredentialPlan } from './credential-plan.ts';
import { SignInFailure } from './sign-in-failure.ts';
import type { SignInTransport } from './sign-in-transport.ts';

/** How long `az` may take: its first run after an update does more than answer. */
const azTimeoutMs = 60_000;

/**
 * What a federated token is made out to (Microsoft Entra, workload identity federation: the audience of each cloud). It stands in
 * the federated credential too.
 */
function exchangeAudience({ name }: MicrosoftCloud): string {
  if (name === 'china') return 'api://AzureADTokenExchangeChina';
  return name === 'gcchigh' || name === 'dod' ? 'api://AzureADTokenExchangeUSGov' : 'api://AzureADTokenExchange';
}

export type CredentialParts = {
  tenant: string;
  cloud: MicrosoftCloud;
  transport: SignInTransport;
  /** Shown to the person who signs in with a device code: Entra's own words, which hold address and code. */
  showDeviceCode(message: string): void;
};

/** `authenticate` asks a person; without it getToken alone does all. Later tokens come without asking anybody, or not at all. */
export type CommandCredential = TokenCredential & {
  authenticate?(scopes: string[], options: { abortSignal: AbortSignal }): Promise<unknown>;
};

/** GitHub's answer to a workflow with `id-token: write` (GitHub, OpenID Connect reference: requesting the token). */
async function githubToken(
  { requestUrl, requestToken }: Extract<CredentialPlan, { kind: 'github' }>,
  { cloud, transport }: CredentialParts,
): Promise<string> {
  const url = new URL(requestUrl);
  url.searchParams.set('audience', exchangeAudience(cloud));
  const headers = { authorization: `Bearer ${requestToken}`, accept: 'application/json' };
  const { status, text } = await transport.send(new Request(url, { headers }));
  const token: unknown = status === 200 && text.startsWith('{') ? Reflect.get(JSON.parse(text), 'value') : undefined;
  if (typeof token !== 'string') throw new SignInFailure('github-no-token', { status });
  return token;
}

async function expectTokenFile(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SignInFailure('token-file-missing', { path, said: error.code ?? error.name });
  });
  if (text.trim() === '') throw new SignInFailure('token-file-missing', { path, said: 'it is empty' });
}

/**
 * The credential of @azure/identity for a plan, with an empty cache: a second one gets a new token. Nothing is kept on disk, no
 * instance is discovered, and every request goes by the transport.
 */
export async function createCredential(plan: CredentialPlan, parts: CredentialParts): Promise<CommandCredential> {
  const { tenant, cloud, transport } = parts;
  const options = {
    authorityHost: cloud.loginOrigin,
    disableInstanceDiscovery: true,
    httpClient: transport.httpClient,
    retryOptions: { maxRetries: 0 },
  };
  const byPerson = ({ clientId }: { clientId: string }) => ({
    tenantId: tenant,
    clientId,
    disableAutomaticAuthentication: true,
    ...options,
  });
  switch (plan.kind) {
    case 'client-secret':
      return new ClientSecretCredential(tenant, plan.clientId, plan.clientSecret, options);
    case 'client-certificate': {
      const certificate = await readCertificate(plan.certificatePath, plan.certificatePassword);
      const password = plan.certificatePassword;
      const pem = { certificate, ...(password === undefined ? {} : { certificatePassword: password }) };
      return new ClientCertificateCredential(tenant, plan.clientId, pem, options);
    }
    case 'token-file': {
      await expectTokenFile(plan.tokenFile);
      const file = { tenantId: tenant, clientId: plan.clientId, tokenFilePath: plan.tokenFile };
      return new WorkloadIdentityCredential({ ...file, ...options });
    }
    case 'github':
      return new ClientAssertionCredential(tenant, plan.clientId, () => githubToken(plan, parts), options);
    case 'azure-pipelines':
      return new AzurePipelinesCredential(tenant, plan.clientId, plan.serviceConnectionId, plan.accessToken, options);
    case 'az':
      return new AzureCliCredential({ tenantId: tenant, processTimeoutInMs: azTimeoutMs });
    case 'device-code': {
      const userPromptCallback = ({ message }: { message: string }) => parts.showDeviceCode(message);
      return new DeviceCodeCredential({ ...byPerson(plan), userPromptCallback });
    }
    case 'browser':
      return new InteractiveBrowserCredential(byPerson(plan));
  }
}
