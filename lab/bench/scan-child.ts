import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { openJsonLines } from '../../api/src/adapters/telemetry/json-lines.ts';
import { compose } from '../../api/src/compose.ts';
import { embedded } from '../../api/src/composition/embedded.ts';
import { telemetryOf } from '../../api/src/composition/telemetry.ts';
import { readConfig } from '../../api/src/config.ts';
import { emptyOutbox } from '../../api/src/domain/audit-trail/outbox.ts';
import { registerDemonstrationTenants } from '../../api/src/features/tenants/demonstration-tenants.ts';
import type { Caller } from '../../api/src/http/caller.ts';
import { createLastSignInStore } from '../../api/src/store/last-sign-ins.ts';
import { createTenantConfigurationStore } from '../../api/src/store/tenant-configurations.ts';
import { measured } from './measured.ts';
import { jobOfAnswer, replayRequests, warmUpRequests } from './replay-requests.ts';
import type { Measured, ScanJob, ScanMeasured, WireRequest } from './scan-job.ts';

/** Writes down every request that goes to the simulator: MSAL's, Graph's, DNS. Storage does not use fetch. */
function recordRequests(simulatorUrl: string): WireRequest[] {
  const requests: WireRequest[] = [];
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await realFetch(input, init);
    if (request.url.startsWith(simulatorUrl)) {
      const { url, method } = request;
      const headers = Object.fromEntries(request.headers);
      const body = typeof init?.body === 'string' ? init.body : null;
      const job = response.ok ? jobOfAnswer(request, await response.clone().text()) : null;
      requests.push({ url, method, headers, body, status: response.status, job });
    }
    return response;
  };
  return requests;
}

/** Counts what goes to the simulator, by the channel on which fetch tells of each request. */
function countRequests(simulatorUrl: string): () => number {
  let count = 0;
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { origin: string | URL } };
    if (String(request.origin).startsWith(simulatorUrl)) count += 1;
  });
  return () => count;
}

/** Who asks for the scan: nobody is signed in here. */
function benchCaller(now: Date): Caller {
  const user: Caller['user'] = {
    id: 'bench',
    username: 'bench',
    usernameKey: 'bench',
    email: null,
    emailKey: '#bench',
    m365Id: null,
    m365Key: '#bench',
    displayName: 'Benchmark',
    role: 'admin',
    roleSource: 'manual',
    scope: { kind: 'all' },
    passwordHash: null,
    isDisabled: false,
    createdAt: now.toISOString(),
    ...emptyOutbox,
  };
  return {
    userId: user.id,
    name: 'Benchmark',
    role: 'admin',
    scope: user.scope,
    user,
    token: null,
    session: { id: 'bench', startedAt: now.toISOString(), expiresAt: now, verifiedAt: now },
  };
}

/** A scan as the product makes one: composed as in production, from the queue's message to the last record. */
async function scan(job: ScanJob): Promise<ScanMeasured> {
  const config = readConfig({
    PUBLIC_ORIGIN: 'http://localhost:4280',
    AzureWebJobsStorage: job.storage,
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: job.dataDir,
    SIMULATOR_URL: job.simulatorUrl,
    // The one setting by which the scan asks for more or less, so that both can be measured.
    ...(process.env.TENANT_CONFIGURATION ? { TENANT_CONFIGURATION: process.env.TENANT_CONFIGURATION } : {}),
    SCAN_ANSWER_AFTER_MS: '0',
    // The simulator has no limits.
    GRAPH_RATE_IDENTITY_PER_SECOND: '0',
    GRAPH_RATE_REPORTS_PER_10_SECONDS: '0',
    GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: '0',
    GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '0',
  });
  const app = compose(config, {
    bundleDirectory: job.dataDir,
    embedded: () => embedded,
    telemetry: telemetryOf(openJsonLines(console.error, console.error)),
  });
  const caller = benchCaller(app.clock.now());
  const begin = async (target: ScanJob['tenant']) => {
    await registerDemonstrationTenants(app.stores.tenants, [target], app.clock);
    const records = await app.stores.tenants.open(caller.scope, target.id);
    if (!records) throw new Error('The tenant to scan is not in scope');
    return { records, scanLogId: (await app.scans.start(records, caller)).scanLogId };
  };
  // A worker that serves thousands of tenants is warm: its code is compiled, its connections are open.
  const first = await begin(job.warmUpTenant);
  await app.worker.work({ tenantId: job.warmUpTenant.id, scanLogId: first.scanLogId });
  // Every run is a first scan, which asks for last sign-ins and settings itself: the storage is that of all runs.
  await createLastSignInStore(app.blobs).forget({ id: job.tenant.id, isMock: true });
  await createTenantConfigurationStore(app.blobs).forget({ id: job.tenant.id, isMock: true });
  const { records: tenant, scanLogId } = await begin(job.tenant);
  const requests = job.recordTo === null ? null : recordRequests(job.simulatorUrl);
  const requestsSent = countRequests(job.simulatorUrl);
  const figures = await measured(() => app.worker.work({ tenantId: job.tenant.id, scanLogId }));
  if (requests && job.recordTo !== null) writeFileSync(job.recordTo, JSON.stringify(requests));
  const record = (await tenant.scans.get(scanLogId))?.value;
  if (!record) throw new Error('The scan was not kept');
  if (record.status !== 'completed') throw new Error(`The scan is ${record.status}: ${record.errorMessage}`);
  if (record.userCount !== job.users) throw new Error(`The scan saw ${record.userCount} of ${job.users} users`);
  const savingMs = Date.parse(record.completedAt ?? '') - Date.parse(record.savingSince ?? '');
  return { ...figures, requests: requestsSent(), graphCalls: record.graphCalls, savingSeconds: savingMs / 1000 };
}

/** The same requests, one after another, their answers read as text and thrown away. */
async function floor(requestsFile: string): Promise<Measured> {
  const requests = JSON.parse(readFileSync(requestsFile, 'utf8')) as WireRequest[];
  // As warm as the scan is.
  await replayRequests(warmUpRequests(requests, 20));
  return measured(() => replayRequests(requests));
}

async function main([kind, text = '']: readonly string[]): Promise<void> {
  const result = kind === 'floor' ? await floor(text) : await scan(JSON.parse(text) as ScanJob);
  process.send?.(result, () => process.exit(0));
}

// A rejection ends the process with exit code 1 and says why.
void main(process.argv.slice(2));
