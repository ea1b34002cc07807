import { DefaultAzureCredential, type TokenCredential } from '@azure/identity';

/**
 * The storage account that Functions need anyway, by connection string (local) or by the function app's managed
 * identity and the account's name (Azure).
 */
export type StorageAccount =
  | { kind: 'connectionString'; value: string }
  | { kind: 'identity'; accountName: string; credential: TokenCredential };

export function identityAccount(accountName: string): StorageAccount {
  return { kind: 'identity', accountName, credential: new DefaultAzureCredential() };
}

/** Azure's host of a service of the account. */
export function serviceUrl(accountName: string, service: 'blob' | 'queue' | 'table'): string {
  return `https://${accountName}.${service}.core.windows.net`;
}

/** The HTTP status of an error of an Azure Storage client, if it has one. */
export function storageStatus(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
