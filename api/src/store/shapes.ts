import { firstShape, type Shape } from './shape.ts';

type Doc = Record<string, unknown>;

/** Entries of the audit trail that wait on a record are its outbox. */
function namedOutbox(value: Doc): Doc {
  if (!('pendingTrail' in value)) return value;
  const { pendingTrail, hasPendingTrail, ...rest } = value;
  return { ...rest, outbox: pendingTrail, hasOutbox: hasPendingTrail };
}

const withOutbox: Shape = { version: 2, upgrades: { 1: namedOutbox } };

/** `license` is spelled the American way; label and next try of a dataset are no longer kept. */
function namedLicenses(value: Doc): Doc {
  const data = value.data as Doc & { datasets?: readonly Doc[] };
  if (!data.datasets) return value;
  const datasets = data.datasets.map(({ licence, label: _label, retryAt: _retryAt, ...state }) => ({
    license: licence,
    ...state,
  }));
  return { ...value, data: { ...data, datasets } };
}

/**
 * The shapes of all containers, with every step that brought them here. A change of a stored shape adds a step and a version
 * in the same commit as the change of its type; a test opens a data folder that an earlier version wrote.
 */
export const shapes = {
  tenants: withOutbox,
  users: withOutbox,
  scanLogs: withOutbox,
  scanRuns: withOutbox,
  findings: withOutbox,
  auditResults: { version: 2, upgrades: { 1: namedLicenses } },
  approvals: firstShape,
  activities: firstShape,
  roleMappings: withOutbox,
  graphCredentials: withOutbox,
  oauthErrors: firstShape,
  oauthHealth: firstShape,
  healthChecks: firstShape,
  systemMetrics: firstShape,
  m365Users: firstShape,
  syncLogs: firstShape,
  systemConfig: withOutbox,
  auditLogs: firstShape,
} as const satisfies Record<string, Shape>;

/** Files that outlive a deployment. Datasets of a scan under way are collected anew where their shape is another. */
export const fileShapes = {
  lastSignIns: firstShape,
  lastSignInProgress: firstShape,
  directoryProgress: firstShape,
  scanCheckpoint: firstShape,
  trailAnchor: { version: 2, upgrades: { 1: (anchor) => ({ ...anchor, number: 0, previous: '', seal: '' }) } },
  settingsArchive: {
    version: 2,
    upgrades: { 1: ({ picture, version: _, ...rest }) => ({ ...rest, settings: picture }) },
  },
} as const satisfies Record<string, Shape>;
