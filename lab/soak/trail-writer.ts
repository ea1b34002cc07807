import { promisify } from 'node:util';
import { settleOutbox, withEntry } from '../../api/src/domain/audit-trail/outbox.ts';
import { update } from '../../api/src/ports/collection.ts';
import { itemId, openTrailParts } from './trail-parts.ts';

// A process whose writers change their items for ever, each change with its entry in the trail. It is killed, not stopped.

const [folder = '', connectionString = '', first = '0', count = '0'] = process.argv.slice(2);
const tell = promisify<string, void>((text, done) => process.stdout.write(text, () => done(null)));
const clock = { now: () => new Date() };
const { items, trail } = openTrailParts(folder, connectionString, clock, (line) => process.stderr.write(`${line}\n`));

async function change(writer: number): Promise<void> {
  const id = itemId(writer);
  const changed = await update(items, id, (item) => {
    const changes = item.changes + 1;
    const entry = {
      ...({ eventType: 'settings_changed', user: `writer ${writer}`, target: id, tenantId: null } as const),
      details: { before: { changes: item.changes }, after: { changes } },
    };
    return withEntry({ ...item, changes }, entry, clock.now());
  });
  if (!changed) throw new Error(`There is no ${id}`);
  await settleOutbox(items, changed, trail);
  // What is told here has been answered, whatever becomes of this process now. The pipe may be full for a while.
  await tell(`${id} ${changed.changes}\n`);
}

async function write(writer: number): Promise<never> {
  for (;;) await change(writer);
}

await Promise.all(Array.from({ length: Number(count) }, (_, n) => write(Number(first) + n)));
