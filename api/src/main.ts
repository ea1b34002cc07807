import { createRequire } from 'node:module';
import { app as functions } from '@azure/functions';
import { compose } from './compose.ts';
import type { Embedded } from './composition/embedded.ts';
import { readConfig } from './config.ts';
import { createHandler } from './http/handle.ts';
import { jobsOf } from './jobs.ts';
import { routesOf } from './routes.ts';

/** Lies beside main.js. A deployment may leave it out: on Azure config.ts refuses the settings that load it. */
function loadEmbedded(): Embedded {
  const file: { embedded: Embedded } = createRequire(__filename)('./embedded.js');
  return file.embedded;
}

const app = compose(readConfig(process.env), {
  bundleDirectory: __dirname,
  embedded: loadEmbedded,
  log: (message) => console.log(message),
});

const dependencies = {
  publicOrigin: app.config.publicOrigin,
  trustedProxies: app.config.trustedProxies,
  ready: app.prepare,
  identify: app.sessions.identify,
  tenants: app.stores.tenants,
  clock: app.clock,
};

for (const route of routesOf(app)) {
  const { name, method, path } = route.endpoint;
  functions.http(name, {
    methods: [method],
    authLevel: 'anonymous',
    route: path.slice(1),
    handler: createHandler(route, dependencies),
  });
}

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
