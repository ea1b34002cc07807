import { endpoints } from '@tenantry/contract/endpoints';
import { timersOf } from '../../api/src/jobs.ts';
import { all } from '../../api/src/ports/collection.ts';
import { startMicrosoftCloud } from '../../api/testing/microsoft-cloud.ts';
import { createTestApp, publicOrigin, type TestApp } from '../../api/testing/test-app.ts';
import { startAzuriteAlone } from '../../local/stack/azurite-alone.ts';
import type { Get } from './api-reading.ts';
import { demonstrationApp, installationApp, ownApp } from './fixture-inputs.ts';

/** GET by path, so that today's handlers are asked what the product of then was asked. */
function getThrough(app: TestApp, cookie: string): Get {
  const routes = endpoints
    .filter(({ method }) => method === 'GET')
    .map((endpoint) => ({
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }));
  return async <T>(path: string, tenantId?: string): Promise<T> => {
    const { pathname, searchParams: query } = new URL(path, publicOrigin);
    const route = routes.find(({ pattern }) => pattern.test(pathname));
    if (!route) throw new Error(`No endpoint serves GET ${pathname}`);
    const params = { ...route.pattern.exec(pathname)?.groups };
    const answer = await app.call(route.endpoint, { params, query, cookie, ...(tenantId ? { tenantId } : {}) });
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as T;
  };
}

/**
 * The code of the day on the data folder of a stack: its records, vault, keys and Azurite, and a Microsoft that knows
 * the secrets of then and no others.
 */
export async function openDataFolder(dataDir: string) {
  await using ends = new AsyncDisposableStack();
  const { connectionString, stop } = await startAzuriteAlone(dataDir);
  ends.defer(stop);
  const apps = [ownApp, installationApp, demonstrationApp].map(({ clientId, clientSecret: value }) => ({
    clientId,
    secrets: [{ value }],
  }));
  const microsoft = await startMicrosoftCloud([], apps);
  ends.defer(microsoft.close);
  const app = await createTestApp({
    ...microsoft.settings,
    DATA_DIR: dataDir,
    AzureWebJobsStorage: connectionString,
  });
  ends.defer(app.close);
  const { auditLog } = app.app.stores;
  const opened = ends.move();
  return {
    app,
    microsoft,
    getAs: (cookie: string) => getThrough(app, cookie),

    /** The work of every timer, and what it puts into the queues. */
    async tick() {
      await app.drainQueue();
      for (const timer of timersOf(app.app)) await timer.run();
      await app.drainQueue();
    },

    trail: {
      verify: () => app.app.trailVerification.verifyNow(),
      async entryIds(months: readonly string[]): Promise<string[]> {
        const ids: string[] = [];
        for (const month of months) {
          for await (const { id } of all(auditLog.ofMonth(month))) ids.push(id);
        }
        return ids;
      },
    },

    close: () => opened.disposeAsync(),
  };
}

export type OpenedDataFolder = Awaited<ReturnType<typeof openDataFolder>>;
