export type QueueName = 'scan-work' | 'upkeep';

/** Work that is done at least once. A message is small JSON; what it names is found in the records. */
export interface WorkQueue {
  /** @param delayMs how long the message stays hidden first */
  send(queue: QueueName, message: Record<string, string>, delayMs?: number): Promise<void>;
}
