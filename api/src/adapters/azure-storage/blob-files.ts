import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import type { Blobs } from '../../ports/blobs.ts';
import { type StorageAccount, serviceUrl, storageStatus } from './storage-account.ts';

function serviceOf(account: StorageAccount): BlobServiceClient {
  return account.kind === 'connectionString'
    ? BlobServiceClient.fromConnectionString(account.value)
    : new BlobServiceClient(serviceUrl(account.accountName, 'blob'), account.credential);
}

/** Files in one private container of the storage account. */
export function openBlobFiles(account: StorageAccount, containerName: string): Blobs {
  const client = serviceOf(account).getContainerClient(containerName);
  let ready: Promise<unknown> | undefined;
  const container = async (): Promise<ContainerClient> => {
    ready ??= client.createIfNotExists().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    await ready;
    return client;
  };
  return {
    async write(name, content, contentType) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      await (await container())
        .getBlockBlobClient(name)
        .uploadData(bytes, { blobHTTPHeaders: { blobContentType: contentType } });
    },
    async create(name, content, contentType) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      try {
        await (await container())
          .getBlockBlobClient(name)
          .uploadData(bytes, { blobHTTPHeaders: { blobContentType: contentType }, conditions: { ifNoneMatch: '*' } });
        return true;
      } catch (error) {
        if (storageStatus(error) === 409) return false;
        throw error;
      }
    },
    async read(name) {
      try {
        return await (await container()).getBlockBlobClient(name).downloadToBuffer();
      } catch (error) {
        if (storageStatus(error) === 404) return null;
        throw error;
      }
    },
    async *list(prefix) {
      for await (const blob of (await container()).listBlobsFlat({ prefix })) yield blob.name;
    },
    async delete(name) {
      await (await container()).deleteBlob(name).catch((error: unknown) => {
        if (storageStatus(error) !== 404) throw error;
      });
    },
  };
}
