/** Each queue scales for itself; three are the most. */
export const queueNames = ['scan-work', 'upkeep'] as const;
export type QueueName = (typeof queueNames)[number];
type PoisonQueueName = `${QueueName}-poison`;
/** Where the host puts a message that was tried five times. */
export const poisonQueueOf = (queue: QueueName): PoisonQueueName => `${queue}-poison`;

/** Work that is done at least once. A message is small JSON; what it names is found in the records. */
export interface WorkQueue {
  /** @param delayMs how long the message stays hidden first */
  send(queue: QueueName, message: Record<string, string>, delayMs?: number): Promise<void>;
  /** About how many messages there are, hidden ones too; 0 where nothing was ever sent. */
  depth(queue: QueueName | PoisonQueueName): Promise<number>;
}
