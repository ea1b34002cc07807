import { QueueServiceClient } from '@azure/storage-queue';
import type { QueueName, WorkQueue } from '../../ports/work-queue.ts';
import { type StorageAccount, serviceUrl, storageStatus } from './storage-account.ts';

function serviceOf(account: StorageAccount): QueueServiceClient {
  return account.kind === 'connectionString'
    ? QueueServiceClient.fromConnectionString(account.value)
    : new QueueServiceClient(serviceUrl(account.accountName, 'queue'), account.credential);
}

/** Work in the storage account's queues, as plain text: host.json says messageEncoding none. */
export function openStorageWorkQueue(account: StorageAccount): WorkQueue {
  const service = serviceOf(account);
  const ready = new Map<QueueName, Promise<unknown>>();
  return {
    async send(queue, message, delayMs = 0) {
      const client = service.getQueueClient(queue);
      const created = ready.get(queue) ?? client.createIfNotExists();
      ready.set(queue, created);
      await created.catch((error: unknown) => {
        ready.delete(queue);
        throw error;
      });
      await client.sendMessage(JSON.stringify(message), { visibilityTimeout: Math.ceil(delayMs / 1000) });
    },
    async depth(queue) {
      try {
        return (await service.getQueueClient(queue).getProperties()).approximateMessagesCount ?? 0;
      } catch (error) {
        if (storageStatus(error) === 404) return 0;
        throw error;
      }
    },
  };
}
