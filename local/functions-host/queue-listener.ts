import type { DequeuedMessageItem, QueueClient, QueueServiceClient } from '@azure/storage-queue';
import type { RegisteredFunction, RpcTypedData } from './core-types.ts';
import type { HostLog } from './host-log.ts';
import type { QueueSettings } from './host-settings.ts';
import type { RunsFunctions } from './invoker.ts';
import { openQueues } from './storage-connection.ts';
import { resolveSettings, triggerOf } from './triggers.ts';

const MIN_POLLING_MS = 100;
// The host hides a message for 10 minutes while it runs and renews that time at the half.
// Shorter by this setting alone, for a test that kills a host and waits for its messages (`npm run soak -- --hidden-seconds`).
const RUNNING_VISIBILITY_SECONDS = Number(process.env.LOCAL_QUEUE_HIDDEN_SECONDS ?? 600);
// "-1" is the service's spelling of "never expires".
const POISON_TTL_SECONDS = -1;

export interface QueueListenerOptions {
  fn: RegisteredFunction;
  invoker: RunsFunctions;
  log: HostLog;
  settings: QueueSettings;
  env: Record<string, string | undefined>;
}

/** Polls one queue and runs its function, with the host's rules for failure and poison messages. */
export class QueueListener {
  readonly #options: QueueListenerOptions;
  readonly #service: QueueServiceClient;
  readonly #queue: QueueClient;
  readonly #queueName: string;
  #running = 0;
  #stopped = false;
  #wake: (() => void) | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: QueueListenerOptions) {
    this.#options = options;
    const { binding } = triggerOf(options.fn);
    const service = openQueues(binding.connection || 'AzureWebJobsStorage', options.env);
    if (typeof service === 'string') throw new Error(`${options.fn.metadata.name}: ${service}`);
    this.#queueName = resolveSettings(binding.queueName ?? '', options.env);
    this.#service = service;
    this.#queue = this.#service.getQueueClient(this.#queueName);
  }

  async start(): Promise<void> {
    await this.#queue.createIfNotExists();
    this.#loop = this.#poll();
  }

  /** Takes no more messages. Those under way go on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#loop;
  }

  async #poll(): Promise<void> {
    const { batchSize, newBatchThreshold, maxPollingIntervalMs } = this.#options.settings;
    let delayMs = MIN_POLLING_MS;
    while (!this.#stopped) {
      if (this.#running > newBatchThreshold) {
        await this.#sleep(maxPollingIntervalMs);
        continue;
      }
      const messages = await this.#receive(batchSize);
      for (const message of messages) this.#process(message);
      delayMs = messages.length > 0 ? MIN_POLLING_MS : Math.min(delayMs * 2, maxPollingIntervalMs);
      if (messages.length === 0) await this.#sleep(delayMs);
    }
  }

  async #receive(count: number): Promise<DequeuedMessageItem[]> {
    try {
      const answer = await this.#queue.receiveMessages({
        numberOfMessages: Math.min(count, 32),
        visibilityTimeout: RUNNING_VISIBILITY_SECONDS,
      });
      return answer.receivedMessageItems;
    } catch (error) {
      this.#log('warning', `cannot read the queue: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  }

  #process(message: DequeuedMessageItem): void {
    this.#running += 1;
    this.#work(message)
      .catch((error: unknown) => this.#log('error', `message ${message.messageId}: ${String(error)}`))
      .finally(() => {
        this.#running -= 1;
        this.#wake?.();
      });
  }

  async #work(message: DequeuedMessageItem): Promise<void> {
    const { maxDequeueCount, visibilityTimeoutMs } = this.#options.settings;
    if (message.dequeueCount > maxDequeueCount) return await this.#poison(message, message.popReceipt);
    const lease = { popReceipt: message.popReceipt };
    const renewal = setInterval(() => this.#renew(message, lease), (RUNNING_VISIBILITY_SECONDS / 2) * 1000);
    let failed = false;
    try {
      await this.#options.invoker.invoke(this.#options.fn, { string: this.#decode(message) }, metadataOf(message));
    } catch (error) {
      // Logged in full by the invoker.
      this.#log('debug', `try ${message.dequeueCount} failed: ${error instanceof Error ? error.name : typeof error}`);
      failed = true;
    } finally {
      clearInterval(renewal);
    }
    if (!failed) {
      await this.#queue.deleteMessage(message.messageId, lease.popReceipt);
    } else if (message.dequeueCount >= maxDequeueCount) {
      await this.#poison(message, lease.popReceipt);
    } else {
      await this.#queue.updateMessage(message.messageId, lease.popReceipt, undefined, visibilityTimeoutMs / 1000);
    }
  }

  #renew(message: DequeuedMessageItem, lease: { popReceipt: string }): void {
    this.#queue
      .updateMessage(message.messageId, lease.popReceipt, undefined, RUNNING_VISIBILITY_SECONDS)
      .then((answer) => {
        lease.popReceipt = answer.popReceipt ?? lease.popReceipt;
      })
      .catch((error: unknown) => this.#log('warning', `cannot renew ${message.messageId}: ${String(error)}`));
  }

  async #poison(message: DequeuedMessageItem, popReceipt: string): Promise<void> {
    const poison = this.#service.getQueueClient(`${this.#queueName}-poison`);
    await poison.createIfNotExists();
    await poison.sendMessage(message.messageText, { messageTimeToLive: POISON_TTL_SECONDS });
    await this.#queue.deleteMessage(message.messageId, popReceipt);
    this.#log('warning', `message ${message.messageId} went to ${this.#queueName}-poison`);
  }

  #decode(message: DequeuedMessageItem): string {
    if (this.#options.settings.messageEncoding === 'none') return message.messageText;
    return Buffer.from(message.messageText, 'base64').toString('utf8');
  }

  #sleep(milliseconds: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #log(level: 'debug' | 'warning' | 'error', message: string): void {
    this.#options.log(level, `Host.Queues.${this.#queueName}`, message);
  }
}

function metadataOf(message: DequeuedMessageItem): Record<string, RpcTypedData> {
  return {
    QueueTrigger: { string: message.messageText },
    Id: { string: message.messageId },
    PopReceipt: { string: message.popReceipt },
    DequeueCount: { int: message.dequeueCount },
    InsertionTime: { string: message.insertedOn.toISOString() },
    ExpirationTime: { string: message.expiresOn.toISOString() },
    NextVisibleTime: { string: message.nextVisibleOn.toISOString() },
  };
}
