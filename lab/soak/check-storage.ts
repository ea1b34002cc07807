import { setTimeout as wait } from 'node:timers/promises';
import { QueueServiceClient } from '@azure/storage-queue';
import { openBlobFiles } from '../../api/src/adapters/azure-storage/blob-files.ts';
import { openTableStateStore } from '../../api/src/adapters/azure-storage/table-state-store.ts';
import type { Problems } from './check-records.ts';

/** After its message is seen again somebody has to find that there is nothing left to do, or to do it. */
const marginMs = 90_000;
/** What a timer begins is done within this. */
const tickMs = 30_000;
const everyMs = 2000;

/** To which timers add by themselves each minute, as long as a tenant's last sign-ins are due: no scan waits in it. */
const background = 'upkeep';

/** Messages by queue, those that are hidden too; queues without any, and the one in the background, are left out. */
async function messages(connectionString: string): Promise<Map<string, number>> {
  const service = QueueServiceClient.fromConnectionString(connectionString);
  const found = new Map<string, number>();
  for await (const { name } of service.listQueues()) {
    if (name === background) continue;
    const { approximateMessagesCount = 0 } = await service.getQueueClient(name).getProperties();
    if (approximateMessagesCount > 0) found.set(name, approximateMessagesCount);
  }
  return found;
}

const told = (found: Map<string, number>) => [...found].map(([name, count]) => `${count} in ${name}`).join(', ');

type Waiting = {
  /** How long the message of a killed host is hidden. */ hiddenMs: number;
  problems: Problems;
  say(line: string): void;
};

/** Waits for the queues to be empty, as long as a message can be hidden and no longer. */
export async function untilQueuesAreEmpty(connectionString: string, { hiddenMs, problems, say }: Waiting) {
  const deadlineMs = performance.now() + hiddenMs + marginMs;
  let before = '';
  for (;;) {
    const found = await messages(connectionString);
    if (found.size === 0) return;
    if (told(found) !== before) say(`waiting for the messages of killed hosts: ${told(found)}`);
    before = told(found);
    if (performance.now() > deadlineMs) {
      problems.expect(false, `messages are left over: ${before}`);
      return;
    }
    await wait(everyMs);
  }
}

type Lease = { key: string; value: { holder: string; until: string } };

/**
 * Leases that nobody will give back: those that have run out, and those whose holder has had them through
 * both readings. A timer may hold one at the moment of a reading.
 */
export function staleLeases(first: readonly Lease[], second: readonly Lease[], now: Date): string[] {
  const holders = new Map(first.map(({ key, value }) => [key, value.holder]));
  const isLeft = ({ key, value }: Lease) =>
    Date.parse(value.until) <= now.getTime() || holders.get(key) === value.holder;
  return second.filter(isLeft).map(({ key }) => key);
}

/**
 * How long to look for leases to be given back, in ms. That of a killed host runs out by itself, a directory's after ten
 * minutes; the worker that takes over then gives it back.
 */
export function leasesSettleMs(held: readonly Lease[], now: Date): number {
  return Math.max(0, ...held.map(({ value }) => Date.parse(value.until) - now.getTime())) + tickMs;
}

/** No scan is registered or leased any more, and nothing that a scan kept for the case of its death is left. */
export async function checkStorage(connectionString: string, problems: Problems): Promise<void> {
  const account = { kind: 'connectionString', value: connectionString } as const;
  const state = openTableStateStore(account);
  for await (const { key } of state.table('activescans').list('active')) {
    problems.expect(false, `activescans: ${key} is left`);
  }
  const leases = async (): Promise<Lease[]> => {
    const found: Lease[] = [];
    for await (const lease of state.table<Lease['value']>('leases').list('leases')) found.push(lease);
    return found;
  };
  const first = await leases();
  const deadlineMs = performance.now() + leasesSettleMs(first, new Date());
  let left = first.map(({ key }) => key);
  while (left.length > 0 && performance.now() < deadlineMs) {
    await wait(everyMs);
    left = staleLeases(first, await leases(), new Date());
  }
  for (const key of left) problems.expect(false, `leases: ${key} is left`);
  for await (const name of openBlobFiles(account, 'tenantry').list('scans/')) {
    problems.expect(false, `the checkpoint ${name} is left`);
  }
}
