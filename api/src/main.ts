import { createRequire } from 'node:module';
import { app as functions, type HttpHandler } from '@azure/functions';
import { getHealth } from '@tenantry/contract/health';
import { type App, compose } from './compose.ts';
import type { Embedded } from './composition/embedded.ts';
import { type ApplicationInsights, composeTelemetry, startProblems, telemetryOf } from './composition/telemetry.ts';
import { isOnAzure, readConfig } from './config.ts';
import { hearCrashes } from './domain/telemetry/hear-crashes.ts';
import type { Telemetry } from './domain/telemetry/telemetry.ts';
import { workOf } from './domain/telemetry/work-of.ts';
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

/** Lies beside main.js too, and is loaded where the settings name an Application Insights. */
function loadApplicationInsights(): ApplicationInsights {
  return createRequire(__filename)('./application-insights.js');
}

function registerCall({ name, method, path }: Route['endpoint'], handler: HttpHandler): void {
  functions.http(name, { methods: [method], authLevel: 'anonymous', route: path.slice(1), handler });
}

function registerCalls(app: App, telemetry: Telemetry): void {
  const dependencies = {
    publicOrigin: app.config.publicOrigin,
    trustedProxies: app.config.trustedProxies,
    ready: app.prepare,
    isAuthorizationOverwritten: app.config.isAuthorizationOverwritten,
    identify: app.identify,
    paceClient: app.paceClient,
    tenants: app.stores.tenants,
    tenantGroups: app.stores.tenantGroups,
    clock: app.clock,
    telemetry,
  };
  for (const route of routesOf(app)) registerCall(route.endpoint, createHandler(route, dependencies));
}

function registerJobs(app: App, telemetry: Telemetry): void {
  for (const job of jobsOf(app)) {
    if (job.kind === 'timer') {
      functions.timer(job.name, {
        schedule: job.schedule,
        handler: (_timer, context) => telemetry.work(workOf('timer', job.name, context), job.run),
      });
    } else {
      functions.storageQueue(job.name, {
        queueName: job.queueName,
        connection: 'AzureWebJobsStorage',
        handler: (message, context) => telemetry.work(workOf('queue', job.name, context), () => job.run(message)),
      });
    }
  }
}

function start(): void {
  const config = readConfig(process.env);
  const telemetry = composeTelemetry(config, loadApplicationInsights);
  hearCrashes(telemetry.log, telemetryOf().log);
  const app = compose(config, { bundleDirectory: __dirname, embedded: loadEmbedded, telemetry });
  registerCalls(app, telemetry);
  registerJobs(app, telemetry);
  if (config.applicationInsights) {
    // The host then keeps to itself what this process says, which would be in Application Insights twice.
    functions.setup({ capabilities: { WorkerOpenTelemetryEnabled: true } });
  }
  functions.hook.appTerminate(() => telemetry.close());
}

try {
  start();
} catch (error) {
  // An app that throws while it loads is one without functions to Azure's host, which then answers 404 (decision 032).
  if (!isOnAzure(process.env)) throw error;
  const problems = startProblems(error);
  console.error(problems);
  registerCall(getHealth, createRefusal(problems));
}
