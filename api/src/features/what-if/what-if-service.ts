import type { DraftPolicies } from '@tenantry/contract/draft-policies';
import { textProblem, visibleText } from '@tenantry/contract/text';
import type { Forecast, WhatIfStart } from '@tenantry/contract/what-if';
import { isExpired } from '../../audit/checks/emergency-accounts.ts';
import { factOf } from '../../audit/facts/facts.ts';
import { isObject, type JsonObject, textAt, textsAt } from '../../audit/facts/json-reader.ts';
import { privilegedRoles } from '../../audit/microsoft/privileged-roles.ts';
import { paced, TooMuchWorkError } from '../../domain/pace/work-budget.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { directoryAccounts } from '../../domain/what-if/directory-accounts.ts';
import { forecastOf } from '../../domain/what-if/forecast.ts';
import { readDraft } from '../../domain/what-if/read-draft.ts';
import { policyTemplates } from '../../domain/what-if/templates.ts';
import { wellKnownApplications } from '../../domain/what-if/well-known-applications.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditedFacts, AuditedFactsStore } from '../../store/audited-facts.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

export type WhatIfDependencies = Pick<CommonParts, 'clock'> & { auditedFacts: AuditedFactsStore };

const noScan = 'No scan of this tenant has been kept for this yet. Run a scan first.';
/** Ten times what the largest tenants that were measured take. */
const workMs = 20_000;
const tooMuch =
  'This draft takes more work to judge than one is given. Name groups instead of accounts, or try its changes out a few at a time.';
const noPolicies = 'The last scan could not read the Conditional Access policies of this tenant. Its audit says why.';

/** A text that came from Microsoft as this API takes it back: without characters that nobody sees. */
function withoutHidden(value: unknown): unknown {
  if (typeof value === 'string') return textProblem(value, true) === null ? value : visibleText(value);
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [visibleText(key), withoutHidden(inner)]));
}

type Named = WhatIfStart['users'];

const byName = (some: Iterable<readonly [string, string]>): Named =>
  [...new Map(some)].map(([id, name]) => ({ id, name: visibleText(name) })).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Applications that are known by name, and those that policies name beside them. */
function applicationsOf(policies: readonly JsonObject[]): Named {
  const known = new Set(wellKnownApplications.map(({ id }) => id.toLowerCase()));
  const named = policies.flatMap((policy) =>
    ['includeApplications', 'excludeApplications'].flatMap((key) => textsAt(policy, 'conditions', 'applications', key)),
  );
  const others = [...new Set(named)].filter((id) => !known.has(id.toLowerCase()) && id !== 'None');
  return [...wellKnownApplications, ...others.map((id) => ({ id, name: id }))];
}

/** Judging drafts of Conditional Access policies over what the latest scan read. Nothing is asked of Microsoft. */
export function createWhatIf({ auditedFacts, clock }: WhatIfDependencies) {
  const policiesOf = ({ facts }: AuditedFacts): readonly JsonObject[] | null =>
    factOf(facts, 'conditionalAccessPolicies') ?? null;

  /** @throws AppError NO_SCAN_YET */
  async function known(tenant: TenantRecords): Promise<{ kept: AuditedFacts; today: readonly JsonObject[] }> {
    const kept = await auditedFacts.read(tenant.tenant);
    const today = kept && policiesOf(kept);
    if (kept === null || today === null) throw new AppError('NO_SCAN_YET', kept === null ? noScan : noPolicies);
    return { kept, today };
  }

  return {
    /** What a draft begins with. */
    async start(tenant: TenantRecords): Promise<WhatIfStart> {
      const { tenant: record } = tenant;
      const kept = await auditedFacts.read(record);
      const today = kept && policiesOf(kept);
      const accounts = kept ? (await directoryAccounts(tenant, kept.facts)).accounts : [];
      const now = clock.now();
      const emergency = record.emergencyAccounts.filter((one) => !isExpired(one, now));
      const facts = kept?.facts ?? {};
      return {
        tenantId: record.id,
        scan: kept && { id: kept.scanLogId, at: kept.scannedAt },
        unavailable: kept === null ? noScan : today === null ? noPolicies : null,
        policies: (today ?? []).map((policy) => withoutHidden(policy) as Record<string, unknown>),
        users: byName(accounts.map(({ id, name, upn }) => [id, upn ?? name] as const)),
        groups: byName((factOf(facts, 'groups')?.named ?? []).map(({ id, name }) => [id, name] as const)),
        roles: byName(privilegedRoles.map(({ id, name }) => [id, name] as const)),
        locations: byName([
          ['AllTrusted', 'All trusted locations'] as const,
          ...(factOf(facts, 'namedLocations') ?? []).flatMap((location) => {
            const id = textAt(location, 'id');
            return id === null ? [] : [[id, textAt(location, 'displayName') ?? id] as const];
          }),
        ]),
        applications: applicationsOf(today ?? []),
        templates: policyTemplates(emergency.map(({ userId }) => userId)),
      };
    },

    /** @throws AppError INVALID_INPUT with what to do, NO_SCAN_YET */
    async read(tenant: TenantRecords, given: DraftPolicies): Promise<JsonObject[]> {
      const { today } = await known(tenant);
      const { policies, problems } = readDraft(given, today);
      if (problems.length > 0) {
        const told = problems.slice(0, 3).map(({ message }) => message);
        throw new AppError('INVALID_INPUT', told.join(' '), { fields: problems.slice(0, 20) });
      }
      return policies;
    },

    /** @throws AppError NO_SCAN_YET */
    async forecast(tenant: TenantRecords, policies: readonly JsonObject[]): Promise<Forecast> {
      const { kept } = await known(tenant);
      const audit = await tenant.audits.get(auditIdOfScan(tenant.tenant.id, kept.scanLogId));
      if (!audit) throw new AppError('NO_SCAN_YET', 'The audit of the latest scan was deleted. Run a scan first.');
      const directory = await directoryAccounts(tenant, kept.facts);
      const { verdicts } = audit.value.data;
      const judged = { kept, verdicts, tenant: tenant.tenant, ...directory };
      try {
        return await forecastOf(judged, policies, paced(workMs));
      } catch (error) {
        if (error instanceof TooMuchWorkError) throw new AppError('INVALID_INPUT', tooMuch);
        throw error;
      }
    },
  };
}

export type WhatIf = ReturnType<typeof createWhatIf>;
