import type { ContainerDefinition } from '../ports/record-store.ts';

/**
 * The containers in use, named as in the documented tables. What belongs to a tenant is partitioned by it; small
 * global sets are one partition, so that the store itself holds their unique keys; logs are in month buckets.
 */
export const containers = {
  tenants: {
    name: 'tenants',
    partitionField: 'partition',
    uniqueKeys: ['nameKey'],
    orders: ['nameKey', 'nextScanAt', 'lastSignInDueAt', 'directorySyncDueAt', 'm365TenantId', 'purgingSince'],
  },
  users: { name: 'users', partitionField: 'partition', uniqueKeys: ['usernameKey', 'emailKey', 'm365Key'] },
  scanLogs: {
    name: 'scan_logs',
    partitionField: 'tenantId',
    orders: ['timestamp'],
    lookups: [['runId', 'status', 'timestamp'], ['status', 'completedAt'], ['hasPendingTrail']],
  },
  scanRuns: {
    name: 'scan_runs',
    partitionField: 'partition',
    orders: ['startedAt'],
    timeToLiveSeconds: 400 * 24 * 3600,
    ageField: 'startedAt',
  },
  findings: {
    name: 'findings',
    partitionField: 'tenantId',
    orders: ['sortKey'],
    lookups: [['hasPendingTrail'], ['acceptedUntil']],
  },
  auditResults: { name: 'audit_results', partitionField: 'tenantId', orders: ['createdAt'] },
  approvals: { name: 'approvals', partitionField: 'tenantId', orders: ['createdAt'] },
  activities: {
    name: 'activities',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 400 * 24 * 3600,
    ageField: 'timestamp',
  },
  roleMappings: {
    name: 'role_mappings',
    partitionField: 'partition',
    uniqueKeys: ['m365RoleKey'],
    orders: ['createdAt'],
  },
  graphCredentials: {
    name: 'graph_credentials',
    partitionField: 'tenantId',
    lookups: [['refreshDueAt'], ['secretWarnAt'], ['reconnectSince'], ['hasPendingTrail']],
  },
  oauthErrors: {
    name: 'oauth_errors',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 90 * 24 * 3600,
    ageField: 'timestamp',
  },
  oauthHealth: {
    name: 'oauth_health',
    partitionField: 'tenantId',
    orders: ['timestamp'],
    timeToLiveSeconds: 90 * 24 * 3600,
    ageField: 'timestamp',
  },
  healthChecks: {
    name: 'health_checks',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 30 * 24 * 3600,
    ageField: 'timestamp',
  },
  systemMetrics: {
    name: 'system_metrics',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 30 * 24 * 3600,
    ageField: 'timestamp',
  },
  m365Users: { name: 'm365_users', partitionField: 'tenantId', orders: ['nameKey'] },
  syncLogs: {
    name: 'sync_logs',
    partitionField: 'partition',
    orders: ['startTime'],
    timeToLiveSeconds: 90 * 24 * 3600,
    ageField: 'startTime',
  },
  systemConfig: { name: 'system_config', partitionField: 'partition', uniqueKeys: ['key'] },
  auditLogs: { name: 'audit_logs', partitionField: 'partition', orders: ['timestamp'] },
} as const satisfies Record<string, ContainerDefinition>;

/** The one partition of the small global sets. */
export const globalPartition = 'all';
