import { promisify } from 'node:util';
import { fileEvents } from '../../api/src/features/notifications/file-events.ts';
import { createOutbox } from '../../api/src/features/notifications/outbox.ts';
import { batchOf, openOutboxParts } from './outbox-parts.ts';

// A process that files the events of some batches and sends what is due, for ever. It is killed, not stopped.

const [folder = '', connectionString = '', began = '0', receiver = '', first = '0', last = '0'] = process.argv.slice(2);
const tell = promisify<string, void>((text, done) => process.stdout.write(text, () => done(null)));
const { parts } = openOutboxParts(folder, connectionString, Number(began), receiver);
const send = createOutbox({
  ...parts,
  async fetch(request) {
    await tell('sending\n');
    const answer = await parts.fetch(request);
    await tell('sent\n');
    return answer;
  },
});

for (;;) {
  for (let batch = Number(first); batch <= Number(last); batch += 1) {
    await fileEvents(parts, batchOf(batch));
    await tell('filed\n');
    await send();
  }
}
