import { join } from 'node:path';
import { openHelpArticles } from '../../adapters/help/help-article-folder.ts';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { auditRoutes } from '../../features/audits/audit-routes.ts';
import { complianceRoutes } from '../../features/compliance/compliance-routes.ts';
import { createFindingAcceptance } from '../../features/findings/finding-acceptance-service.ts';
import { findingRoutes } from '../../features/findings/finding-routes.ts';
import { matrixRoutes } from '../../features/matrix/matrix-routes.ts';
import { snapshotInstructions } from '../../features/mcp/instructions.ts';
import { createOffer } from '../../features/mcp/mcp-offer.ts';
import { auditTools, installationTools } from '../../features/mcp/tools/tools.ts';
import { tenantRoutes } from '../../features/tenants/tenant-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { createInProcessCalls } from '../../http/in-process.ts';
import type { Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { McpOffer } from '../../ports/mcp.ts';
import { everyTenant } from '../../store/scope.ts';
import type { Stores } from '../../store/stores.ts';
import { toolOf } from '../audit/tool.ts';
import { noTrail, openSnapshotTenant } from './snapshot-tenant.ts';

const articleFolder = join(import.meta.dirname, '../../../../frontend/public/help');

/** What a call that changes something would need: a viewer makes none. */
async function notHere(): Promise<never> {
  throw new Error('A snapshot cannot be changed');
}

function noMicrosoft(): never {
  throw new Error('A snapshot has no way to Microsoft');
}

/** The calls that the tools of an audit stand on, over the store of a snapshot. */
function snapshotRoutes(stores: Stores, clock: Clock): Route[] {
  const shared = {
    ...stores,
    clock,
    trail: noTrail,
    queue: { send: notHere, depth: notHere },
    credentialStore: stores.credentials,
    microsoft365: { graph: noMicrosoft },
  };
  const acceptance = createFindingAcceptance(shared);
  return [
    ...tenantRoutes(shared),
    ...findingRoutes({ ...shared, answerAfterMs: 0, acceptance, organizationName: null }),
    ...auditRoutes({ ...shared, auditDeletion: { delete: notHere } }),
    ...matrixRoutes(shared),
    ...complianceRoutes(shared),
  ];
}

/** Whoever has the file may read all of it, and change nothing. */
function readerOf(now: Date): Caller {
  const id = 'snapshot';
  const at = now.toISOString();
  const names = { username: id, usernameKey: id, email: null, emailKey: `#${id}`, m365Id: null, m365Key: `#${id}` };
  const given = { role: 'viewer', roleSource: 'manual', scope: everyTenant } as const;
  return {
    userId: id,
    name: id,
    ...given,
    user: {
      id,
      ...names,
      displayName: id,
      ...given,
      passwordHash: null,
      isDisabled: false,
      createdAt: at,
      ...emptyOutbox,
    },
    token: null,
    session: { id, startedAt: at, expiresAt: now, verifiedAt: now },
  };
}

const because =
  'This is the snapshot of one audit. It has no history, no people and no approvals: connect to the /api/mcp of an installation for that.';

type Options = {
  asOf: Date | null;
  /** Hears what failed on our side. */
  onError(error: unknown): void;
};

/**
 * The tools and resources of Model Context Protocol over the snapshot of one tenant: those that read an audit.
 * @throws UsageError where the file is no snapshot
 */
export async function snapshotOffer(file: unknown, { asOf, onError }: Options): Promise<McpOffer> {
  const { stores, clock } = await openSnapshotTenant(file, asOf);
  const callsOf = createInProcessCalls(snapshotRoutes(stores, clock), {
    publicOrigin: 'http://localhost',
    trustedProxies: 0,
    ready: async () => undefined,
    tenants: stores.tenants,
    tenantGroups: stores.tenantGroups,
    clock,
    telemetry: {
      work: (_work, run) => run(),
      note({ error }) {
        if (error !== undefined) onError(error);
      },
    },
  });
  return createOffer({
    version: toolOf().version,
    instructions: snapshotInstructions(installationTools.map(({ name }) => name)),
    tools: auditTools,
    missing: { tools: installationTools, because },
    calls: callsOf(readerOf(clock.now()), { id: 'snapshot', clientAddress: null, cookie: () => undefined }),
    articles: openHelpArticles(articleFolder),
  });
}
