import { DefaultAzureCredential, ManagedIdentityCredential } from '@azure/identity';
import { QueueServiceClient } from '@azure/storage-queue';

type Environment = Record<string, string | undefined>;

/**
 * The queues of the account that a binding's `connection` names: by a connection string, or by an account's name and an
 * identity (Microsoft Learn, "Azure Functions developer guide: connections", "Common properties for identity-based connections").
 * @returns what is wrong, where the settings name no account
 */
export function openQueues(connection: string, env: Environment): QueueServiceClient | string {
  for (const prefix of [connection, `AzureWebJobs${connection}`]) {
    const text = env[prefix];
    if (text !== undefined) return QueueServiceClient.fromConnectionString(text);
    const accountName = env[`${prefix}__accountName`];
    if (accountName === undefined) continue;
    const url = env[`${prefix}__queueServiceUri`] ?? `https://${accountName}.queue.core.windows.net`;
    return new QueueServiceClient(url, identityOf(prefix, env));
  }
  return `the setting ${connection} is missing, and ${connection}__accountName too`;
}

function identityOf(prefix: string, env: Environment): ManagedIdentityCredential | DefaultAzureCredential {
  if (env[`${prefix}__credential`]?.toLowerCase() !== 'managedidentity') return new DefaultAzureCredential();
  const clientId = env[`${prefix}__clientId`];
  return clientId === undefined ? new ManagedIdentityCredential() : new ManagedIdentityCredential({ clientId });
}
