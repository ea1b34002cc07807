import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CosmosClient, ErrorResponse } from '@azure/cosmos';
import { RestError } from '@azure/data-tables';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { RecordExistsError } from '../ports/collection.ts';
import { UnavailableError } from '../ports/unavailable.ts';
import { containers, globalPartition } from '../store/containers.ts';
import { openCosmosRecordStore } from './cosmos/cosmos-record-store.ts';
import { openSqliteRecordStore } from './sqlite/sqlite-record-store.ts';
import { isOutage, recordsTellingOutages, tellingOutages } from './telling-outages.ts';

const withCode = (code: string | number, name = 'Error') => Object.assign(new Error('refused'), { code, name });
const cosmos = (code: number | string) => Object.assign(new ErrorResponse('cosmos'), { code });

describe('an outage', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a name that is not found', withCode('ENOTFOUND')],
    ['a request that Azure could not send', new RestError('no', { code: 'REQUEST_SEND_ERROR' })],
    ['storage that is busy', new RestError('busy', { statusCode: 503 })],
    ['storage that does not let us in', new RestError('no', { statusCode: 403 })],
    ['a throttled database', cosmos(429)],
    ['a database that timed out', cosmos(408)],
    ['a database behind a firewall', cosmos(403)],
    ['an identity without an answer', withCode('', 'CredentialUnavailableError')],
    ['a failed fetch', new Error('fetch failed', { cause: withCode('ECONNRESET') })],
    ['a locked file', Object.assign(new Error('database is locked'), { errcode: 517 })],
    ['a full disk', withCode('ENOSPC')],
  ])('is %s', (_, error) => {
    expect(isOutage(error)).toBe(true);
  });

  it.each([
    ['a record that exists', cosmos(409)],
    ['a record that was changed', cosmos(412)],
    ['a bad query', cosmos(400)],
    ['an entity that is not there', new RestError('no', { statusCode: 404 })],
    ['a broken rule of SQLite', Object.assign(new Error('UNIQUE constraint failed'), { errcode: 2067 })],
    ['a fault of the program', new TypeError('undefined is not a function')],
    ['an error of a port', new RecordExistsError('tenants', 'a')],
    ['no error', 'ECONNREFUSED'],
  ])('is not %s', (_, error) => {
    expect(isOutage(error)).toBe(false);
  });

  it('is told by the service that has it, of lists as of single calls', async () => {
    const port = tellingOutages('files', {
      async read(): Promise<string> {
        throw withCode('ECONNREFUSED');
      },
      async *list() {
        yield 'a';
        throw withCode('ECONNREFUSED');
      },
      async other(): Promise<string> {
        throw new TypeError('ours');
      },
    });
    await expect(port.read()).rejects.toMatchObject({ name: 'UnavailableError', service: 'files' });
    await expect(port.other()).rejects.toBeInstanceOf(TypeError);
    const items: string[] = [];
    const reading = async () => {
      for await (const item of port.list()) items.push(item);
    };
    await expect(reading()).rejects.toBeInstanceOf(UnavailableError);
    expect(items).toEqual(['a']);
  });

  it('of an embedded database ends when its file can be opened', async () => {
    const folder = join(await temporaryFolder('outage'), 'tenantry.db');
    await mkdir(folder);
    const records = recordsTellingOutages(openSqliteRecordStore(folder));
    await expect(records.partition(containers.users, globalPartition).count()).rejects.toMatchObject({
      service: 'records',
    });
    await records.close();
  });

  it('of Cosmos DB is one from the first call', async () => {
    const client = new CosmosClient({
      endpoint: 'http://127.0.0.1:1',
      key: 'a2V5',
      connectionPolicy: { enableEndpointDiscovery: false, retryOptions: { maxRetryAttemptCount: 0 } },
    });
    const records = recordsTellingOutages(openCosmosRecordStore(client, 'tenantry'));
    await expect(records.partition(containers.users, globalPartition).get('a')).rejects.toMatchObject({
      service: 'records',
    });
    await records.close();
  });
});
