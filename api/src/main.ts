import { createRequire } from 'node:module';
import { app as functions, type HttpHandler } from '@azure/functions';
import { getHealth } from '@tenantry/contract/health';
import { type App, compose } from './compose.ts';
import type { Embedded } from './composition/embedded.ts';
import { ConfigError, isOnAzure, readConfig } from './config.ts';
import { createHandler } from './http/handle.ts';
import { createRefusal } from './http/refused-start.ts';
import type { Route } from './http/route.ts';
import { jobsOf } from './jobs.ts';
import { routesOf } from './routes.ts';

/** Lies beside main.js. A deployment may leave it out: on Azure config.ts refuses the settings that load it. */
function loadEmbedded(): Embedded {
  const file: { embedded: Embedded } = createRequire(__filename)('./embedded.js');
  return file.embedded;
}

function registerCalls(app: App): void {
  const dependencies = {
    publicOrigin: app.config.publicOrigin,
    trustedProxies: app.config.trustedProxies,
    ready: app.prepare,
    identify: app.sessions.identify,
    tenants: app.stores.tenants,
    clock: app.clock,
  };
  for (const route of routesOf(app)) registerCall(route.endpoint, createHandler(route, dependencies));
}

function registerCall({ name, method, path }: Route['endpoint'], handler: HttpHandler): void {
  functions.http(name, { methods: [method], authLevel: 'anonymous', route: path.slice(1), handler });
}

function registerJobs(app: App): void {
  for (const job of jobsOf(app)) {
    if (job.kind === 'timer') {
      functions.timer(job.name, { schedule: job.schedule, handler: () => job.run() });
    } else {
      functions.storageQueue(job.name, {
        queueName: job.queueName,
        connection: 'AzureWebJobsStorage',
        handler: (message) => job.run(message),
      });
    }
  }
}

try {
  const app = compose(readConfig(process.env), {
    bundleDirectory: __dirname,
    embedded: loadEmbedded,
    log: (message) => console.log(message),
  });
  registerCalls(app);
  registerJobs(app);
} catch (error) {
  // An app that throws while it loads is one without functions to Azure's host, which then answers 404 (decision 032).
  if (!(error instanceof ConfigError) || !isOnAzure(process.env)) throw error;
  console.error(error.message);
  registerCall(getHealth, createRefusal(error.message));
}
