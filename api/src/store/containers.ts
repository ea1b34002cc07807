import type { ShapedContainer } from './shaped-records.ts';
import { shapes } from './shapes.ts';

/**
 * The containers in use, named as in the documented tables. What belongs to a tenant is partitioned by it; small
 * global sets are one partition, so that the store itself holds their unique keys; logs are in month buckets.
 */
export const containers = {
  tenants: {
    shape: shapes.tenants,
    name: 'tenants',
    partitionField: 'partition',
    uniqueKeys: ['nameKey'],
    orders: [
      'nameKey',
      'nextScanAt',
      'lastSignInDueAt',
      'directorySyncDueAt',
      'm365TenantId',
      'purgingSince',
      'hasAuditsToDelete',
    ],
  },
  users: {
    shape: shapes.users,
    name: 'users',
    partitionField: 'partition',
    uniqueKeys: ['usernameKey', 'emailKey', 'm365Key'],
    orders: ['nameFold', 'role'],
  },
  scanLogs: {
    shape: shapes.scanLogs,
    name: 'scan_logs',
    partitionField: 'tenantId',
    orders: ['timestamp'],
    lookups: [
      ['runId', 'status', 'timestamp'],
      ['status', 'completedAt'],
      ['status', 'timestamp'],
      ['hasOutbox'],
      ['hasPendingTrail'],
    ],
  },
  scanRuns: {
    shape: shapes.scanRuns,
    name: 'scan_runs',
    partitionField: 'partition',
    orders: ['startedAt'],
    timeToLiveSeconds: 400 * 24 * 3600,
    ageField: 'startedAt',
  },
  findings: {
    shape: shapes.findings,
    name: 'findings',
    partitionField: 'tenantId',
    orders: ['sortKey'],
    lookups: [['hasOutbox'], ['hasPendingTrail'], ['acceptedUntil']],
  },
  auditResults: {
    shape: shapes.auditResults,
    name: 'audit_results',
    partitionField: 'tenantId',
    orders: ['createdAt'],
    lookups: [['createdAt'], ['overallStatus', 'createdAt']],
  },
  approvals: {
    shape: shapes.approvals,
    name: 'approvals',
    partitionField: 'tenantId',
    orders: ['createdAt'],
    counted: 'status',
    lookups: [
      ['createdAt'],
      ['status', 'createdAt'],
      ['requestedById', 'createdAt'],
      ['linkedFindingId'],
      ['isUnfinished'],
      ['hasOutbox'],
    ],
  },
  tasks: {
    shape: shapes.tasks,
    name: 'tasks',
    partitionField: 'tenantId',
    orders: ['createdAt'],
    counted: 'status',
    // Lists across tenants are read in their order too.
    lookups: [
      ['hasOutbox'],
      ['createdAt'],
      ['status', 'createdAt'],
      ['recheckSentAt'],
      ['linkedFindingId'],
      ['assigneeId'],
      ['projectPlanId'],
    ],
  },
  projectPlans: {
    shape: shapes.projectPlans,
    name: 'project_plans',
    partitionField: 'tenantId',
    orders: ['createdAt'],
    lookups: [['hasOutbox']],
  },
  manualChecklists: {
    shape: shapes.manualChecklists,
    name: 'manual_checklists',
    partitionField: 'tenantId',
    lookups: [['hasOutbox']],
  },
  activities: {
    shape: shapes.activities,
    name: 'activities',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 400 * 24 * 3600,
    ageField: 'timestamp',
  },
  roleMappings: {
    shape: shapes.roleMappings,
    name: 'role_mappings',
    partitionField: 'partition',
    uniqueKeys: ['m365RoleKey'],
    orders: ['createdAt'],
  },
  graphCredentials: {
    shape: shapes.graphCredentials,
    name: 'graph_credentials',
    partitionField: 'tenantId',
    lookups: [
      ['refreshDueAt'],
      ['secretWarnAt'],
      ['reconnectSince'],
      ['decryptionFailed'],
      ['secretExpiresAt'],
      ['refreshFailedAt'],
      ['hasOutbox'],
      ['hasPendingTrail'],
    ],
  },
  oauthErrors: {
    shape: shapes.oauthErrors,
    name: 'oauth_errors',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 90 * 24 * 3600,
    ageField: 'timestamp',
  },
  oauthHealth: {
    shape: shapes.oauthHealth,
    name: 'oauth_health',
    partitionField: 'tenantId',
    orders: ['timestamp'],
    timeToLiveSeconds: 90 * 24 * 3600,
    ageField: 'timestamp',
  },
  healthChecks: {
    shape: shapes.healthChecks,
    name: 'health_checks',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 30 * 24 * 3600,
    ageField: 'timestamp',
  },
  systemMetrics: {
    shape: shapes.systemMetrics,
    name: 'system_metrics',
    partitionField: 'partition',
    orders: ['timestamp'],
    timeToLiveSeconds: 30 * 24 * 3600,
    ageField: 'timestamp',
  },
  m365Users: {
    shape: shapes.m365Users,
    name: 'm365_users',
    partitionField: 'tenantId',
    // Read across tenants alone, so that the lookups are the indexes of SQLite.
    orders: ['nameKey', 'nameFold', 'lastNameFold', 'upnFold', 'mailFold'],
    lookups: [
      ['nameKey'],
      ['nameFold'],
      ['lastNameFold'],
      ['upnFold'],
      ['mailFold'],
      ['holdsRoles', 'nameKey'],
      ['tenantId', 'nameKey'],
    ],
  },
  syncLogs: {
    shape: shapes.syncLogs,
    name: 'sync_logs',
    partitionField: 'partition',
    orders: ['startTime'],
    timeToLiveSeconds: 90 * 24 * 3600,
    ageField: 'startTime',
  },
  systemConfig: { shape: shapes.systemConfig, name: 'system_config', partitionField: 'partition', uniqueKeys: ['key'] },
  auditLogs: {
    shape: shapes.auditLogs,
    name: 'audit_logs',
    partitionField: 'partition',
    // The last two are what entries are counted by.
    orders: ['timestamp', 'eventType', 'tenantId'],
  },
} as const satisfies Record<string, ShapedContainer>;

/** The one partition of the small global sets. */
export const globalPartition = 'all';
