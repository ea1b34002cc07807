import { uriComponent } from '@tenantry/contract/text';
import type { ConfigurationSnapshots } from '../../ports/configuration-snapshots.ts';
import { GraphError } from '../../ports/graph.ts';
import { afterPage, listBegin } from '../../ports/list-course.ts';
import type { ConnectionOptions } from './graph-connection.ts';
import { bodyObject, type GraphConnection, openGraphConnection, sendPersistently } from './graph-connection.ts';
import { pathOfLink } from './graph-links.ts';

const root = '/v1.0/admin/configurationManagement';
const jobsPath = `${root}/configurationSnapshotJobs`;
/** Some of these are told only where they are asked for ("List configurationSnapshotJobs"). */
const selected = '$select=id,displayName,status,createdDateTime,resources,resourceLocation,errorDetails';

const get = (connection: GraphConnection, path: string): Promise<unknown> =>
  sendPersistently(connection, path, [path], (request) => request.get());

/** @throws what was thrown, but for an object that is not there */
async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GraphError && error.failure.status === 404) return null;
    throw error;
  }
}

async function listJobs(connection: GraphConnection): Promise<readonly unknown[]> {
  const jobs: unknown[] = [];
  let course = listBegin;
  for (let path: string | null = `${jobsPath}?${selected}`; path !== null; ) {
    const page = bodyObject(await get(connection, path));
    if (!Array.isArray(page.value)) {
      throw new GraphError({ status: 0, code: 'UnexpectedBody', message: 'Graph answered with a page without values' });
    }
    const link: unknown = page['@odata.nextLink'];
    path = typeof link === 'string' ? pathOfLink(link, connection) : null;
    course = afterPage(course, page.value, path);
    jobs.push(...page.value);
  }
  return jobs;
}

/** Snapshots over Microsoft's SDK. */
export function createConfigurationSnapshots(options: ConnectionOptions): ConfigurationSnapshots {
  const connection = openGraphConnection(options);
  const once = { ...connection.retry, maxAttempts: 1 };
  return {
    create(displayName, types) {
      const path = `${root}/configurationSnapshots/createSnapshot`;
      return sendPersistently(
        connection,
        path,
        [path],
        (request) => request.post({ displayName, resources: types }),
        once,
      );
    },
    jobs: () => listJobs(connection),
    job: (id) => unlessGone(get(connection, `${jobsPath}/${uriComponent(id)}?${selected}`)),
    snapshot: async (resourceLocation) => get(connection, pathOfLink(resourceLocation, connection)),
    async delete(id) {
      const path = `${jobsPath}/${uriComponent(id)}`;
      await unlessGone(sendPersistently(connection, path, [path], (request) => request.delete()));
    },
    get calls() {
      return connection.calls;
    },
  };
}
