import type { QueueName } from './work-queue.ts';

/** Work that no browser waits for: a queue's message or a timer. Delivered at least once, so it is idempotent. */
export type Job =
  | { kind: 'queue'; name: string; queueName: QueueName; run(message: unknown): Promise<void> }
  /** `schedule`: NCRONTAB with seconds, in UTC. */
  | { kind: 'timer'; name: string; schedule: string; run(): Promise<void> };
