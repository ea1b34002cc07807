import {
  BlobSASPermissions,
  BlobServiceClient,
  type BlockBlobClient,
  type ContainerClient,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import type { Blobs } from '../../ports/blobs.ts';
import { type StorageAccount, serviceUrl, storageStatus } from './storage-account.ts';

function serviceOf(account: StorageAccount): BlobServiceClient {
  return account.kind === 'connectionString'
    ? BlobServiceClient.fromConnectionString(account.value)
    : new BlobServiceClient(serviceUrl(account.accountName, 'blob'), account.credential);
}

/** A block of a file; Azure takes 50,000 of them. */
const blockBytes = 4 * 1024 * 1024;

/** What came in pieces of any size, in blocks. */
async function* blocksOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    waiting.push(part);
    size += part.length;
    if (size < blockBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** All blocks have ids of one length. */
const blockIdOf = (at: number) => Buffer.from(String(at).padStart(8, '0')).toString('base64');

/** Another host's clock may be behind ours. */
const clockSkewMs = 5 * 60_000;

/** The signed address of a file: by the account's key, or by a key that Azure gives to our identity for it. */
async function signedAddress(
  account: StorageAccount,
  blob: BlockBlobClient,
  { fileName, until }: { fileName: string; until: Date },
): Promise<string> {
  const startsOn = new Date(Date.now() - clockSkewMs);
  // The name is ours, in ASCII.
  const contentDisposition = `attachment; filename="${fileName}"`;
  const values = { permissions: BlobSASPermissions.parse('r'), startsOn, expiresOn: until, contentDisposition };
  if (account.kind === 'connectionString') return blob.generateSasUrl(values);
  const key = await serviceOf(account).getUserDelegationKey(startsOn, until);
  const { containerName, name: blobName } = blob;
  return `${blob.url}?${generateBlobSASQueryParameters({ ...values, containerName, blobName }, key, account.accountName)}`;
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
    async writeParts(name, parts, contentType) {
      const blob = (await container()).getBlockBlobClient(name);
      const ids: string[] = [];
      let size = 0;
      for await (const block of blocksOf(parts)) {
        const id = blockIdOf(ids.length);
        await blob.stageBlock(id, block, block.length);
        ids.push(id);
        size += block.length;
      }
      await blob.commitBlockList(ids, { blobHTTPHeaders: { blobContentType: contentType } });
      return size;
    },
    async linkTo(name, as) {
      return signedAddress(account, (await container()).getBlockBlobClient(name), as);
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
