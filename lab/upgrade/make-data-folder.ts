import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { openApiSession } from '../../local/stack/api-session.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { fillDataFolder } from './fill-data-folder.ts';
import { packFolder } from './folder-archive.ts';
import { leaveUnfinished } from './leave-unfinished.ts';
import { type Manifest, readBack } from './read-back.ts';
import { openStoredRows } from './stored-rows.ts';

const usage = 'usage: node lab/upgrade/make-data-folder.ts --checkout DIR --out DIR';
const { values } = parseArgs({ options: { checkout: { type: 'string' }, out: { type: 'string' } } });
if (values.checkout === undefined || values.out === undefined) {
  console.error(usage);
  process.exit(2);
}
const [checkout, out] = [resolve(values.checkout), resolve(values.out)];
const startedMs = performance.now();
const say = (line: string) => console.log(`${Math.round((performance.now() - startedMs) / 1000)} s: ${line}`);

/** What every start makes again, and the queue: its messages are made again for whatever is registered as under way. */
const remade = [/^logs\//, /^static-web-apps\//, /^stack\.json/, /^azurite\/(__azurite_db_queue|__queuestorage__)/];

const stack = await startStack({}, [], checkout);
const { dataDir } = stack;
try {
  const api = await openApiSession(stack.url);
  const { staff } = await fillDataFolder(stack, api);
  say('filled');
  const rows = openStoredRows(dataDir);
  const unfinished = await leaveUnfinished(stack, api, rows);
  const found = await readBack(api.get);
  const recordedAt = new Date().toISOString();
  await stack.stop(true);
  if (rows.pendingEntries().length !== unfinished.trailEntries.length)
    throw new Error('The timer took up what was left. Run it again.');
  const expected: Manifest = { recordedAt, cookie: api.cookie(), staff, unfinished, trail: rows.trail(), found };
  rows.compact();
  rows.close();
  const archive = packFolder(dataDir, (path) => !remade.some((pattern) => pattern.test(path)));
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'data-folder.br'), archive);
  writeFileSync(join(out, 'expected.json.br'), brotliCompressSync(JSON.stringify(expected)));
  say(`${archive.length} bytes; ${unfinished.trailEntries.length} entries wait for the trail`);
} finally {
  await stack.stop(true);
  rmSync(dataDir, { recursive: true, force: true });
}
