import { listBaselines } from '@tenantry/contract/baseline-list';
import {
  changeBaseline,
  createBaseline,
  deleteBaseline,
  endException,
  exportAlignment,
  getTenantBaselines,
  listAlignment,
  listBaselineChecks,
  listExceptions,
  makeException,
  previewBaseline,
} from '@tenantry/contract/baselines';
import { Severity } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import { checksThatNeedP1 } from '../../domain/baselines/entra-p1-checks.ts';
import { tenantBaselines } from '../../domain/baselines/tenant-baselines.ts';
import { csvContentType } from '../../http/csv.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { alignmentCsv, alignmentPage, previewOf } from './alignment-lists.ts';
import { endExceptions, makeExceptions } from './baseline-exceptions.ts';
import {
  type BaselineDependencies,
  baselinesFor,
  changeBaselineOf,
  createBaselineOf,
  deleteBaselineOf,
} from './baseline-service.ts';
import { exceptionPage } from './exception-list.ts';

/** What can be required, the gravest first. What only informs asks for no work. */
const requirable = catalog
  .filter(({ severity }) => severity !== 'info')
  .map(({ id: checkId, title, severity, category }) => ({
    checkId,
    title,
    severity,
    category,
    needsEntraP1: checksThatNeedP1().has(checkId),
  }))
  .sort((a, b) => Severity.options.indexOf(a.severity) - Severity.options.indexOf(b.severity));

function managementRoutes(dependencies: BaselineDependencies): Route[] {
  return [
    callerRoute(listBaselines, async ({ caller }) => ({ baselines: await baselinesFor(dependencies, caller) })),

    callerRoute(listBaselineChecks, async () => ({ checks: requirable })),

    callerRoute(createBaseline, async ({ caller, body }) =>
      Reply.json(await createBaselineOf(dependencies, caller, body), { status: 201 }),
    ),

    callerRoute(changeBaseline, ({ caller, params, body }) =>
      changeBaselineOf(dependencies, caller, params.baselineId, body),
    ),

    callerRoute(deleteBaseline, async ({ caller, params }) => {
      await deleteBaselineOf(dependencies, caller, params.baselineId);
      return { success: true as const };
    }),

    callerRoute(previewBaseline, ({ caller, body }) => previewOf(dependencies, caller, body)),
  ];
}

function alignmentRoutes(dependencies: BaselineDependencies): Route[] {
  const { trail, clock } = dependencies;
  return [
    callerRoute(listAlignment, ({ caller, query }) => alignmentPage(dependencies, caller, query)),

    callerRoute(listExceptions, ({ caller, query }) => exceptionPage(dependencies, caller, query)),

    callerRoute(exportAlignment, async ({ caller, query }) => {
      const { rows, bytes } = await alignmentCsv(dependencies, caller, query);
      const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      await trail.record({
        eventType: 'baseline_alignment_exported',
        user: caller.user.username,
        target: `${rows} rows`,
        tenantId: null,
        details: { rows, ...filters },
      });
      return Reply.file({ fileName: 'Baselines.csv', contentType: csvContentType, bytes });
    }),

    tenantRoute(getTenantBaselines, async ({ tenant }) => ({
      baselines: await tenantBaselines(dependencies, tenant.tenant, clock.now()),
    })),
  ];
}

/** Baselines: what tenants have to pass, and how they stand. */
export function baselineRoutes(dependencies: BaselineDependencies): Route[] {
  return [
    ...managementRoutes(dependencies),
    ...alignmentRoutes(dependencies),

    tenantRoute(makeException, async ({ caller, tenant, body }) => ({
      excepted: await makeExceptions(dependencies, tenant, caller, body),
    })),

    tenantRoute(endException, async ({ caller, tenant, query }) => ({
      ended: await endExceptions(dependencies, tenant, caller, query),
    })),
  ];
}
