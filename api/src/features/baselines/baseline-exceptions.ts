import type { endException, makeException } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { maxAcceptanceDays } from '@tenantry/contract/findings';
import { newBatch, settleAsOne, withBatchEntry } from '../../domain/audit-trail/batch.ts';
import { baselinesOfTenant } from '../../domain/baselines/baselines.ts';
import { conditionOfFinding, withExceptions } from '../../domain/baselines/exceptions.ts';
import { tenantBaselines } from '../../domain/baselines/tenant-baselines.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { checkedExpiry } from '../../http/checked-expiry.ts';
import { every, update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { BaselineException, FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { type BaselineDependencies, noSuchBaseline } from './baseline-service.ts';

type Event = 'baseline_exception_made' | 'baseline_exception_ended';

/** Changes the exceptions of findings, told by one entry. @returns the checks whose findings have changed */
async function changeExceptions(
  { trail, clock }: BaselineDependencies,
  { tenant, findings }: TenantRecords,
  caller: Caller,
  wanted: {
    checkIds: readonly string[];
    eventType: Event;
    baseline: { id: string; name: string };
    details: TrailEntry['details'];
    change(finding: FindingRecord): readonly BaselineException[] | null;
  },
): Promise<string[]> {
  const { eventType, baseline, checkIds, change } = wanted;
  const found = await every(findings, { where: [{ field: 'checkId', op: 'in', value: checkIds }] });
  const batch = newBatch(clock.now());
  const details = { baselineId: baseline.id, ...wanted.details };
  const entry = { eventType, user: caller.user.username, target: baseline.name, tenantId: tenant.id };
  const changed: FindingRecord[] = [];
  for (const { id, checkId } of found) {
    let isChanged = false;
    const after = await update(findings, id, (current) => {
      const exceptions = change(current);
      isChanged = exceptions !== null;
      if (exceptions === null) return current;
      const next = { ...current, ...withExceptions(exceptions) };
      return withBatchEntry(next, { ...entry, details: { ...details, checkId } }, batch);
    });
    if (after && isChanged) changed.push(after);
  }
  await settleAsOne(
    findings,
    changed.map(({ id }) => id),
    {
      batch,
      trail,
      told: (members) => ({
        ...entry,
        details: { ...details, members: members.map((one) => ({ id: one.id, ...one.entry.details })) },
      }),
    },
  );
  return changed.map(({ checkId }) => checkId);
}

/**
 * Excepts a tenant from checks of a baseline, for what was found and until a day.
 * @throws AppError NOT_FOUND; CONFLICT where nothing of it deviates; INVALID_INPUT for a day that is past or too far
 */
export async function makeExceptions(
  dependencies: BaselineDependencies,
  tenant: TenantRecords,
  caller: Caller,
  { baselineId, checkIds, reason, expiresAt }: Parsed<typeof makeException.body>,
): Promise<string[]> {
  const now = dependencies.clock.now();
  const until = checkedExpiry(expiresAt, maxAcceptanceDays, now);
  const standing = (await tenantBaselines(dependencies, tenant.tenant, now)).find(
    (one) => one.baselineId === baselineId,
  );
  if (!standing) throw noSuchBaseline();
  const deviating = standing.checks.filter(({ state }) => state === 'deviating').map(({ checkId }) => checkId);
  const renewable = standing.checks.filter(({ state }) => state === 'excepted').map(({ checkId }) => checkId);
  const wanted = checkIds === null ? deviating : checkIds;
  if (wanted.length === 0 || !wanted.every((id) => deviating.includes(id) || renewable.includes(id)))
    throw new AppError('CONFLICT', 'Nothing deviates there: an exception holds for what was found.');
  const at = now.toISOString();
  const excepted = await changeExceptions(dependencies, tenant, caller, {
    checkIds: wanted,
    eventType: 'baseline_exception_made',
    baseline: { id: baselineId, name: standing.baselineName },
    details: { reason, expiresAt: until },
    change(finding) {
      const { exceptions = [] } = finding;
      const others = exceptions.filter((one) => one.baselineId !== baselineId);
      const own = { baselineId, reason, by: caller.name, at, expiresAt: until, condition: conditionOfFinding(finding) };
      return [...others, own];
    },
  });
  if (excepted.length === 0)
    throw new AppError('CONFLICT', 'Nothing was found there yet: an exception holds for what was found.');
  return excepted;
}

/** Takes exceptions back. @throws AppError NOT_FOUND where the baseline does not hold for the tenant */
export async function endExceptions(
  dependencies: BaselineDependencies,
  tenant: TenantRecords,
  caller: Caller,
  { baselineId, checkId }: Parsed<typeof endException.query>,
): Promise<string[]> {
  const baselines = await baselinesOfTenant(dependencies, tenant.tenant.id);
  const baseline = baselines.find(({ id }) => id === baselineId);
  if (!baseline) throw noSuchBaseline();
  return changeExceptions(dependencies, tenant, caller, {
    checkIds: checkId === undefined ? baseline.required : [checkId],
    eventType: 'baseline_exception_ended',
    baseline,
    details: { because: 'withdrawn' },
    change({ exceptions = [] }) {
      const others = exceptions.filter((one) => one.baselineId !== baselineId);
      return others.length === exceptions.length ? null : others;
    },
  });
}
