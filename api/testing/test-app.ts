import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpRequest, InvocationContext } from '@azure/functions';
import { QueueServiceClient } from '@azure/storage-queue';
import type { Endpoint } from '@tenantry/contract/endpoint';
import { clientHeader, tenantHeader } from '@tenantry/contract/endpoint';
import { openHelpArticles } from '../src/adapters/help/help-article-folder.ts';
import { mcpOverHttp } from '../src/adapters/mcp/mcp-http.ts';
import { openSqliteRecordStore } from '../src/adapters/sqlite/sqlite-record-store.ts';
import { openJsonLines } from '../src/adapters/telemetry/json-lines.ts';
import { type App, compose } from '../src/compose.ts';
import { embedded } from '../src/composition/embedded.ts';
import { telemetryOf } from '../src/composition/telemetry.ts';
import { readConfig } from '../src/config.ts';
import { createActivityLog } from '../src/domain/activity-log/activity-log.ts';
import { emptyOutbox } from '../src/domain/audit-trail/outbox.ts';
import { inviteClient } from '../src/domain/client-access/invite-client.ts';
import { createUser, firstAdminId } from '../src/domain/user-access/create-user.ts';
import { createPasswords } from '../src/features/auth/password-hash.ts';
import type { Caller } from '../src/http/caller.ts';
import { createHandler, type HandleDependencies } from '../src/http/handle.ts';
import { jobsOf } from '../src/jobs.ts';
import { update } from '../src/ports/collection.ts';
import type { MailTransport } from '../src/ports/mail.ts';
import type { TelemetrySink } from '../src/ports/telemetry.ts';
import { routesOf } from '../src/routes.ts';
import { containers, globalPartition } from '../src/store/containers.ts';
import type { Scope } from '../src/store/scope.ts';
import type { UserRecord } from '../src/store/users.ts';
import { claimStorage } from './test-storage.ts';

export const publicOrigin = 'http://localhost:4280';

export type Call = {
  params?: Record<string, string>;
  query?: Record<string, string> | URLSearchParams;
  /** In place of `query`, as it stands in the address. */
  rawQuery?: string;
  /** Sent as JSON; `rawBody` as it is. */
  body?: unknown;
  rawBody?: string | Uint8Array;
  cookie?: string;
  tenantId?: string;
  /** Beside those of a page of ours; '' for none of that name. */
  headers?: Record<string, string>;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  bytes: Uint8Array;
  /** Parsed where the answer is JSON. */
  json: Record<string, unknown>;
  /** `name=value` of the first cookie that was set, where one was, and of all. */
  cookie: string | undefined;
  cookies: string[];
};

export type TestApp = {
  app: App;
  /** What its calls are handled with. */
  handling: HandleDependencies;
  connectionString: string;
  call(endpoint: Endpoint, call?: Call): Promise<Answer>;
  /** Creates the first administrator as a registration does, and gives the cookie of a session. */
  registerAdmin(): Promise<string>;
  /** Creates a user of this role and scope, and gives the cookie of a session. */
  signInAs(role: Caller['role'], scope: Scope): Promise<string>;
  /** Creates a contact of the tenant's client who may sign in, and gives the cookie of a session. */
  signInAsClient(tenantId: string): Promise<string>;
  /** Works the queue until it is empty. */
  drainQueue(): Promise<number>;
  tenantIds(): Promise<string[]>;
  close(): Promise<void>;
};

export const firstAdmin = {
  username: 'ada',
  email: 'ada@msp.example',
  displayName: 'Ada Lovelace',
  password: 'Str0ng!pass',
};

/** A thousandth of what a hash costs an installation, which is 0.3 s of a processor. */
const passwordCost = { N: 2 ** 7, r: 8, p: 1 };
export const quickHash = createPasswords(passwordCost).hash;

/** The folder goes with the test, so that no write has to wait for the disk. */
const quickEmbedded = { ...embedded, openRecords: (file: string) => openSqliteRecordStore(file, 'OFF') };

/** From the sources: there is no bundle. */
const mcp = {
  protocol: () => mcpOverHttp,
  articles: openHelpArticles(join(import.meta.dirname, '../../frontend/public/help')),
  version: '0.0.0',
};

async function answerOf(response: Awaited<ReturnType<ReturnType<typeof createHandler>>>): Promise<Answer> {
  const headers = response.headers as Record<string, string>;
  const body = response.body;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : new Uint8Array();
  const text = Buffer.from(bytes).toString('utf8');
  const isJson = (headers['content-type'] ?? '').startsWith('application/json');
  const cookies = (response.cookies ?? []).map((cookie) => `${cookie.name}=${cookie.value}`);
  return {
    status: response.status ?? 200,
    headers,
    bytes,
    text,
    json: isJson ? JSON.parse(text) : {},
    cookie: cookies[0],
    cookies,
  };
}

function requestOf(endpoint: Endpoint, call: Call): HttpRequest {
  const params = call.params ?? {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name));
  const query = new URLSearchParams(call.rawQuery ?? call.query);
  const asked = call.rawQuery ?? `${query}`;
  const url = `${publicOrigin}${path}${asked === '' ? '' : `?${asked}`}`;
  const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const headers = {
    origin: publicOrigin,
    'sec-fetch-site': 'same-origin',
    [clientHeader.name]: clientHeader.value,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.cookie ? { cookie: call.cookie } : {}),
    ...(call.tenantId ? { [tenantHeader]: call.tenantId } : {}),
    'x-forwarded-for': '203.0.113.7:50000',
    ...call.headers,
  };
  return new HttpRequest({
    method: endpoint.method,
    url,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    params,
    query: Object.fromEntries(query),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? { string: body } : { bytes: body } }),
  });
}

const print = (line: string) => console.error(line.trimEnd());
/** What went well is not worth reading in a test's output. */
const printed = openJsonLines((line) => (line.includes('"level":"info"') ? undefined : print(line)), print);

export type TestAppOptions = {
  isStarted?: boolean;
  sink?: TelemetrySink;
  /** Passwords cost what they do there, and not a thousandth of it. */
  isInstallation?: boolean;
  /** In the place of the mailbox that is not there. */
  mail?: MailTransport;
};

/** The whole API on real storage (Azurite), SQLite in a folder of its own, and the simulator within this process. */
export async function createTestApp(
  settings: Record<string, string> = {},
  { isStarted = true, sink = printed, isInstallation = false, mail }: TestAppOptions = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-api-'));
  const connectionString = settings.AzureWebJobsStorage ?? (await claimStorage());
  const telemetry = telemetryOf(sink);
  const config = readConfig({
    PUBLIC_ORIGIN: publicOrigin,
    AzureWebJobsStorage: connectionString,
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: folder,
    SCAN_ANSWER_AFTER_MS: '0',
    // The simulator has no limits.
    GRAPH_RATE_IDENTITY_PER_SECOND: '0',
    GRAPH_RATE_REPORTS_PER_10_SECONDS: '0',
    GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: '0',
    GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '0',
    ...settings,
  });
  const app = compose(config, {
    bundleDirectory: folder,
    embedded: () => quickEmbedded,
    telemetry,
    mcp,
    ...(isInstallation ? {} : { passwordCost }),
    ...(mail ? { mail } : {}),
  });
  if (isStarted) await app.prepare();
  const handling: HandleDependencies = {
    publicOrigin: config.publicOrigin,
    trustedProxies: config.trustedProxies,
    isAuthorizationOverwritten: config.isAuthorizationOverwritten,
    ready: app.prepare,
    identify: app.identify,
    paceClient: app.paceClient,
    tenants: app.stores.tenants,
    tenantGroups: app.stores.tenantGroups,
    clock: app.clock,
    telemetry,
  };
  const handlers = new Map(routesOf(app).map((route) => [route.endpoint.name, createHandler(route, handling)]));
  const queues = QueueServiceClient.fromConnectionString(connectionString);

  function userWith(given: Pick<UserRecord, 'displayName' | 'role' | 'scope'>): UserRecord {
    const id = `user-${crypto.randomUUID()}`;
    return {
      id,
      username: id,
      usernameKey: id,
      email: null,
      emailKey: `#${id}`,
      m365Id: null,
      m365Key: `#${id}`,
      roleSource: 'manual',
      passwordHash: null,
      isDisabled: false,
      createdAt: app.clock.now().toISOString(),
      ...given,
      ...emptyOutbox,
    };
  }

  async function startSession(user: UserRecord): Promise<string> {
    const request = { id: 'test', clientAddress: '203.0.113.7', cookie: () => undefined };
    const cookie = await app.sessions.start(user, request);
    return `${cookie.name}=${cookie.value}`;
  }

  const testApp: TestApp = {
    app,
    handling,
    connectionString,
    async call(endpoint, call = {}) {
      const handler = handlers.get(endpoint.name);
      if (!handler) throw new Error(`No route serves ${endpoint.name}`);
      return answerOf(await handler(requestOf(endpoint, call), new InvocationContext({ functionName: endpoint.name })));
    },
    async registerAdmin() {
      const { password, ...names } = firstAdmin;
      const given = {
        ...names,
        id: firstAdminId,
        emailKey: names.email,
        m365Id: null,
        m365Key: `#${firstAdminId}`,
        role: 'admin',
        roleSource: 'manual',
        scope: { kind: 'all' },
        passwordHash: await quickHash(password),
      } as const;
      const { trail, clock, stores } = app;
      const activityLog = createActivityLog(stores.activities, clock);
      const users = { users: stores.users, trail, activityLog, clock };
      const told = { how: 'first administrator', news: 'registered as the first administrator' };
      const admin = await createUser(users, given, told);
      if (!admin) throw new Error('There is a first administrator already');
      return startSession(admin);
    },
    async signInAs(role, scope) {
      const user = userWith({ displayName: `A ${role}`, role, scope });
      await app.stores.users.create(user);
      return startSession(user);
    },
    async signInAsClient(tenantId) {
      const contact = {
        id: crypto.randomUUID(),
        name: 'Jane Doe',
        address: `jane.${crypto.randomUUID().slice(0, 8)}@client.example`,
        gets: ['reports' as const],
      };
      const clientRoom = { isOpen: true, showsPrices: false, color: null, welcome: '', revision: 1 };
      const tenant = await update(app.stores.tenants, tenantId, (one) => ({
        ...one,
        clientRoom: one.clientRoom ?? clientRoom,
        contacts: [...(one.contacts ?? []), contact],
      }));
      if (!tenant) throw new Error(`There is no tenant ${tenantId}`);
      const by = { username: 'ada', name: 'Ada Lovelace' };
      const client = await inviteClient({ ...app, users: app.stores.users }, tenant, contact, by);
      // Stored as an administrator of all: what they may do is the mark's alone to say.
      await update(
        app.stores.users,
        client.id,
        (one): UserRecord => ({ ...one, role: 'admin', scope: { kind: 'all' } }),
      );
      return startSession(client);
    },
    async drainQueue() {
      let worked = 0;
      for (const job of jobsOf(app)) {
        if (job.kind !== 'queue') continue;
        const queue = queues.getQueueClient(job.queueName);
        await queue.createIfNotExists();
        for (;;) {
          const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 16, visibilityTimeout: 60 });
          if (receivedMessageItems.length === 0) break;
          for (const message of receivedMessageItems) {
            await job.run(JSON.parse(message.messageText));
            await queue.deleteMessage(message.messageId, message.popReceipt);
            worked += 1;
          }
        }
      }
      return worked;
    },
    async tenantIds() {
      const tenants = app.records.partition<{ id: string }>(containers.tenants, globalPartition);
      return (await tenants.query()).items.map((tenant) => tenant.id);
    },
    async close() {
      await app.renderer.close();
      await app.records.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return testApp;
}
