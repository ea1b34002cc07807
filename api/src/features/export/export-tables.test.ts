import { DatabaseSync } from 'node:sqlite';
import { saveCredentials } from '@tenantry/contract/connections';
import { syncTenantUsers } from '@tenantry/contract/directory';
import { exportDatabase, exportSql } from '@tenantry/contract/exports';
import { startScan } from '@tenantry/contract/scans';
import { parse } from 'libpg-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { CredentialRecord } from '../../store/credentials.ts';
import { credentialId } from '../../store/credentials.ts';
import type { OAuthLogRecord } from '../../store/oauth-logs.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';
import { tablesOf } from './tables.ts';

/** The tables of the specification with their fields (3.2); timestamps are createdAt and updatedAt. */
const specified: Record<string, string> = {
  tenants:
    'id name displayName domain orgName m365TenantId accessToken refreshToken tokenExpiresAt tokenScope connectedBy isMock createdBy createdAt updatedAt',
  users:
    'id username email displayName role tenantId passwordHash m365Id isLicensed isMfaEnforced isRoleManuallySet roleSource createdAt',
  audit_results: 'id tenantId data overallScore overallStatus criticalIssues createdAt',
  graph_tenants: 'id label clientId encryptedClientSecret tenantId environment createdAt',
  project_plans: 'id auditId planId data totalTasks criticalTasks estimatedHours createdAt',
  tasks:
    'id projectPlanId linkedApprovalId taskId title description category priority status impact estimatedHours assignee notes createdBy createdAt updatedAt',
  approvals:
    'id auditId scanId linkedFindingId tenantId title description category priority origin affectedDomain issue status comment approvedBy autoCreateTask createdAt updatedAt',
  scan_results: 'id tenantId scanType data source triggeredBy createdAt',
  manual_checklists: 'id tenantId scanId itemId checked comment updatedAt',
  audit_logs: 'id eventType user target details timestamp',
  role_mappings: 'id m365Role localRole description isActive createdAt updatedAt',
  m365_users:
    'id graphId m365_id userPrincipalName displayName mail jobTitle accountEnabled isLicensed userType directoryRoles lastSyncAt createdAt',
  sync_logs:
    'id syncType status startTime endTime totalRecords processedRecords newRecords updatedRecords skippedRecords errorCount errorMessage duration additionalData createdAt',
  system_config: 'id key value description createdAt updatedAt',
  findings:
    'id tenantId category severity title description recommendation status affectedEntities complianceFrameworks createdAt updatedAt',
  scan_logs:
    'id tenantId scanType status resultSummary rawJson errorMessage userCount findingsGenerated initiatedBy timestamp completedAt duration',
  graph_credentials:
    'id tenantId clientId clientSecret accessToken refreshToken scopes environment userEmail lastAuthenticatedAt useMock decryptionFailed lastDecryptionAttempt createdAt updatedAt',
  oauth_errors:
    'id timestamp source context error raw originatingTenantId tokenExchangeSuccess graphApiSuccess credentialsSaved oauthStateDecoded userEmailExtracted oauthCallbackDurationMs createdAt',
  oauth_health: 'id timestamp tenantId status errorMessage responseTime createdAt',
  health_checks: 'endpoint method status responseTime timestamp',
  system_metrics: 'metric value timestamp',
  activities: 'type message timestamp',
  // The specification knows no contacts of tenants.
  tenant_contacts: 'id tenantId name address gets',
};

/** Their defaults, where they have one. */
const defaults: Record<string, Record<string, unknown>> = {
  tenants: { isMock: false },
  users: { isLicensed: false, isMfaEnforced: false, isRoleManuallySet: false, roleSource: 'manual' },
  audit_results: { criticalIssues: 0 },
  graph_tenants: { environment: 'Production' },
  tasks: { status: 'open' },
  approvals: { priority: 'medium', origin: 'manual', status: 'pending', autoCreateTask: false },
  scan_results: { source: 'Manual' },
  manual_checklists: { checked: false },
  role_mappings: { isActive: true },
  m365_users: { accountEnabled: true },
  findings: { status: 'OPEN' },
  scan_logs: { scanType: 'live_graph' },
  graph_credentials: { environment: 'development' },
};

const hostileName = `O'Brien'; DROP TABLE tenants; -- \\ "x" $$ /* \n 👩‍🚀 ${'y'.repeat(10_000)}`;
const secret = 's3cr3t-Value-1234567890';

type Table = Record<string, unknown>[];

describe('what an export holds', () => {
  let app: TestApp;
  let tables: Record<string, Table>;
  let json: string;
  let sql: string;

  async function fill(cookie: string): Promise<void> {
    const [tenantId = '', other = ''] = await app.tenantIds();
    const { records } = app.app;
    await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.call(syncTenantUsers, { params: { id: tenantId }, cookie });
    await app.drainQueue();
    await app.app.health.probeAll();
    await app.call(saveCredentials, {
      tenantId: other,
      body: { clientId: other, clientSecret: secret, tenantId: other, useMock: true },
      cookie,
    });
    const tenants = records.partition<TenantRecord>(containers.tenants, globalPartition);
    await update(tenants, tenantId, (tenant) => ({ ...tenant, displayName: hostileName }));
    const credentials = records.partition<CredentialRecord>(containers.graphCredentials, other);
    const token = { keyVersion: 1, iv: 'x', tag: 'y', data: secret };
    await update(credentials, credentialId(other), (one) => ({ ...one, tokenCache: token, scopes: ['a', 'b'] }));
    const users = records.partition<UserRecord>(containers.users, globalPartition);
    await update(users, 'first-admin', (user) => ({ ...user, displayName: hostileName }));
    await app.app.stores.oauthLog.step({
      ...{ source: 'm365', context: 'callback', error: `the code=${secret} was refused`, originatingTenantId: null },
      ...{ tokenExchangeSuccess: false, graphApiSuccess: null, credentialsSaved: null, oauthStateDecoded: true },
      ...{ userEmailExtracted: null, oauthCallbackDurationMs: 12 },
      raw: { code: secret, state: secret, url: `https://x.example/?code=${secret}`, errorCode: 'AADSTS65001' },
    } as Omit<OAuthLogRecord, 'id' | 'timestamp' | 'createdAt'>);
  }

  beforeAll(async () => {
    app = await createTestApp();
    const cookie = await app.registerAdmin();
    await fill(cookie);
    const [asJson, asSql] = [await app.call(exportDatabase, { cookie }), await app.call(exportSql, { cookie })];
    expect([asJson.status, asSql.status]).toEqual([200, 200]);
    json = asJson.text;
    sql = asSql.text;
    tables = (asJson.json as { tables: Record<string, Table> }).tables;
  });
  afterAll(() => app.close());

  it('is every table of the specification, with its fields in their order', () => {
    const { credentials, ...stores } = app.app.stores;
    const defined = tablesOf({ ...stores, credentials }).map(({ name, columns }) => [
      name,
      Object.keys(columns).join(' '),
    ]);
    expect(defined).toEqual(Object.entries(specified));
    expect(Object.keys(tables)).toEqual(Object.keys(specified));
    for (const [name, rows] of Object.entries(tables)) {
      for (const row of rows) expect([name, Object.keys(row).join(' ')]).toEqual([name, specified[name]]);
    }
  });

  it('has the defaults of the specification', () => {
    for (const { name, columns } of tablesOf(app.app.stores)) {
      const initial = Object.entries(columns).flatMap(([field, { initial: value }]) =>
        value === undefined ? [] : [[field, value]],
      );
      expect([name, Object.fromEntries(initial)]).toEqual([name, defaults[name] ?? {}]);
    }
  });

  it('has as many rows as there are records, of a stack that a scan has filled', async () => {
    const { records } = app.app;
    const counted: Record<string, number> = {};
    for (const { name } of Object.values(containers)) {
      const container = Object.values(containers).find((one) => one.name === name);
      if (container) counted[name] = await records.across(container).count();
    }
    for (const name of [
      'tenants',
      'users',
      'audit_results',
      'tasks',
      'approvals',
      'findings',
      'scan_logs',
      'm365_users',
      'oauth_errors',
      'graph_credentials',
      'health_checks',
      'activities',
    ]) {
      expect([name, tables[name]?.length]).toEqual([name, counted[name]]);
    }
    for (const name of [
      'tenants',
      'users',
      'findings',
      'scan_logs',
      'scan_results',
      'audit_results',
      'm365_users',
      'oauth_errors',
      'health_checks',
      'system_metrics',
      'audit_logs',
    ]) {
      expect([name, (tables[name]?.length ?? 0) > 0]).toEqual([name, true]);
    }
    expect(tables.graph_tenants).toHaveLength(tables.graph_credentials?.length ?? 0);
  });

  it('holds no secret: tokens and client secrets are [ENCRYPTED], hashes [REDACTED], codes are taken out', () => {
    for (const text of [json, sql]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('scrypt');
    }
    expect(tables.users?.map(({ passwordHash }) => passwordHash)).toEqual(['[REDACTED]']);
    const credential = tables.graph_credentials?.find(({ clientSecret }) => clientSecret !== null);
    expect(credential).toMatchObject({
      clientSecret: '[ENCRYPTED]',
      accessToken: '[ENCRYPTED]',
      refreshToken: '[ENCRYPTED]',
    });
    const tenant = tables.tenants?.find(({ id }) => id === credential?.tenantId);
    expect(tenant).toMatchObject({ accessToken: '[ENCRYPTED]', refreshToken: '[ENCRYPTED]', tokenScope: 'a b' });
    expect(tables.graph_tenants?.find(({ id }) => id === credential?.id)).toMatchObject({
      encryptedClientSecret: '[ENCRYPTED]',
      label: tenant?.displayName,
      tenantId: tenant?.m365TenantId,
    });
    const step = tables.oauth_errors?.find(({ oauthCallbackDurationMs }) => oauthCallbackDurationMs === 12);
    expect(step?.raw).toEqual({
      code: '[REDACTED]',
      state: '[REDACTED]',
      url: 'https://x.example/?code=[REDACTED]',
      errorCode: 'AADSTS65001',
    });
  });

  it('as SQL is what the JSON says, value by value, read by SQLite', () => {
    const database = new DatabaseSync(':memory:');
    database.exec(sql);
    for (const name of ['tenants', 'users', 'oauth_errors', 'm365_users']) {
      const loaded = database.prepare(`SELECT * FROM ${name} ORDER BY id`).all();
      const wanted = (tables[name] ?? []).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
      const asLoaded = (value: unknown) =>
        typeof value === 'boolean'
          ? Number(value)
          : typeof value === 'object' && value !== null
            ? JSON.stringify(value)
            : value;
      const inSql = wanted.map((row) =>
        Object.fromEntries(Object.entries(row).map(([field, value]) => [field, asLoaded(value)])),
      );
      expect([name, loaded.map((row) => ({ ...row }))]).toEqual([name, inSql]);
    }
    expect(database.prepare('SELECT count(*) AS n FROM users WHERE "displayName" = ?').get(hostileName)).toEqual({
      n: 1,
    });
  });

  it('as SQL is read by the grammar of PostgreSQL, statement by statement', async () => {
    const { stmts } = (await parse(sql)) as { stmts: { stmt: Record<string, { relation?: { relname?: string } }> }[] };
    const inserts = stmts.flatMap(({ stmt }) => stmt.InsertStmt?.relation?.relname ?? []);
    for (const name of ['tenants', 'users', 'oauth_errors', 'm365_users']) {
      expect([name, inserts.filter((one) => one === name).length]).toEqual([name, tables[name]?.length]);
    }
    const others = stmts.filter(({ stmt }) => !stmt.InsertStmt).map(({ stmt }) => Object.keys(stmt)[0]);
    expect(others).toEqual(['TransactionStmt', ...Array.from({ length: 4 }, () => 'CreateStmt'), 'TransactionStmt']);
  });
});
