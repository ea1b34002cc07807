import { withoutSecrets } from '../../../domain/redaction/redact-secrets.ts';
import type { CredentialRecord } from '../../../store/credentials.ts';
import type { Exported, ExportReads } from '../../../store/export-reads.ts';
import type { TenantStore } from '../../../store/tenant-store.ts';
import { readRecords } from '../read-records.ts';
import { defineTable, type ExportTable, encrypted, flag, instant, json, text, whole } from '../table.ts';

type Parts = { reads: ExportReads; tenants: Pick<TenantStore, 'get'> };

const graphTenantColumns = {
  id: text(),
  label: text(),
  clientId: text(),
  encryptedClientSecret: text(),
  tenantId: text({ isUnique: true }),
  environment: text({ initial: 'Production' }),
  createdAt: instant(),
};

const credentialColumns = {
  id: text(),
  tenantId: text(),
  clientId: text(),
  clientSecret: text(),
  accessToken: text(),
  refreshToken: text(),
  scopes: json(),
  environment: text({ initial: 'development' }),
  userEmail: text(),
  lastAuthenticatedAt: instant(),
  useMock: flag(),
  decryptionFailed: flag(),
  lastDecryptionAttempt: instant(),
  createdAt: instant(),
  updatedAt: instant(),
};

const hidden = (secret: unknown): string | null => (secret === null || secret === undefined ? null : encrypted);

const credentialRow = (record: CredentialRecord) => ({
  ...record,
  clientSecret: hidden(record.clientSecret),
  accessToken: hidden(record.tokenCache),
  refreshToken: hidden(record.tokenCache),
});

/** How tenants are connected: their credentials, and the view of them that the specification calls graph_tenants (design, 27). */
function connectionTables({ reads, tenants }: Parts) {
  const graphTenants = defineTable('graph_tenants', graphTenantColumns, async function* (unreadable) {
    for await (const { id, tenantId, clientId, clientSecret, environment, createdAt } of readRecords(
      reads,
      'graphCredentials',
      unreadable,
    )) {
      const tenant = (await tenants.get(tenantId))?.value;
      const label = tenant?.displayName ?? null;
      const encryptedClientSecret = hidden(clientSecret);
      yield {
        ...{ id, label, clientId, encryptedClientSecret, environment, createdAt },
        tenantId: tenant?.m365TenantId,
      };
    }
  });
  const graphCredentials = defineTable('graph_credentials', credentialColumns, async function* (unreadable) {
    for await (const record of readRecords(reads, 'graphCredentials', unreadable)) yield credentialRow(record);
  });
  return { graphTenants, graphCredentials };
}

const configColumns = {
  id: text(),
  key: text({ isUnique: true }),
  value: json(),
  description: text(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A setting is its one value; of other records of the installation all that is no secret and nothing of our own keeping. */
function configRow({ id, key, createdAt, updatedAt, ...rest }: Exported['systemConfig']) {
  const { outbox: _, hasOutbox: __, updatedBy: ___, value, ...others } = rest as Record<string, unknown>;
  const shown = value !== undefined ? value : withoutSecrets(others);
  return { id, key, value: shown, description: null, createdAt: createdAt ?? null, updatedAt: updatedAt ?? null };
}

const syncColumns = {
  id: text(),
  syncType: text(),
  status: text(),
  startTime: instant(),
  endTime: instant(),
  totalRecords: whole(),
  processedRecords: whole(),
  newRecords: whole(),
  updatedRecords: whole(),
  skippedRecords: whole(),
  errorCount: whole(),
  errorMessage: text(),
  duration: whole(),
  additionalData: json(),
  createdAt: instant(),
};

const mappingColumns = {
  id: text(),
  m365Role: text({ isUnique: true }),
  localRole: text(),
  description: text(),
  isActive: flag({ initial: true }),
  createdAt: instant(),
  updatedAt: instant(),
};

const trailColumns = {
  id: text(),
  eventType: text(),
  user: text(),
  target: text(),
  details: json(),
  timestamp: instant(),
};
const healthColumns = {
  id: text(),
  timestamp: instant(),
  tenantId: text(),
  status: text(),
  errorMessage: text(),
  responseTime: whole(),
  createdAt: instant(),
};
const checkColumns = { endpoint: text(), method: text(), status: text(), responseTime: whole(), timestamp: instant() };
const metricColumns = { metric: text(), value: whole(), timestamp: instant() };
const activityColumns = { type: text(), message: text(), timestamp: instant() };

/** The installation: how it is connected and set up, and its logs. */
export function systemTables(parts: Parts) {
  const { reads } = parts;
  const auditLogs = defineTable('audit_logs', trailColumns, async function* (unreadable) {
    for await (const record of readRecords(reads, 'auditLogs', unreadable)) if (record.kind === 'entry') yield record;
  });
  const roleMappings = defineTable('role_mappings', mappingColumns, (unreadable) =>
    readRecords(reads, 'roleMappings', unreadable),
  );
  const syncLogs = defineTable('sync_logs', syncColumns, (unreadable) => readRecords(reads, 'syncLogs', unreadable));
  const systemConfig = defineTable('system_config', configColumns, async function* (unreadable) {
    for await (const record of readRecords(reads, 'systemConfig', unreadable)) yield configRow(record);
  });
  const oauthHealth = defineTable('oauth_health', healthColumns, (unreadable) =>
    readRecords(reads, 'oauthHealth', unreadable),
  );
  const healthChecks = defineTable('health_checks', checkColumns, (unreadable) =>
    readRecords(reads, 'healthChecks', unreadable),
  );
  const systemMetrics = defineTable('system_metrics', metricColumns, (unreadable) =>
    readRecords(reads, 'systemMetrics', unreadable),
  );
  const activities = defineTable('activities', activityColumns, (unreadable) =>
    readRecords(reads, 'activities', unreadable),
  );
  const logs = { auditLogs, syncLogs, oauthHealth, healthChecks, systemMetrics, activities };
  return { ...connectionTables(parts), roleMappings, systemConfig, ...logs } satisfies Record<string, ExportTable>;
}
