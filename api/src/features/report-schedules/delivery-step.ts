import { replaceIfUnchanged } from '../../ports/collection.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportRecord } from '../../store/reports.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord } from '../../store/users.ts';
import { auditOfPeriod } from './audit-of-period.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { changeDelivery, claimMs, endDelivery, later, type Underway } from './delivery-states.ts';
import { heldOutcome, type Release, release } from './release-report.ts';
import { answering, notForTenant } from './schedule-tenants.ts';
import { endSending, recipientsOf, sendReport } from './send-report.ts';

/** Another worker makes the report: how it went is looked at again. */
const lookAgainMs = 30_000;
/** Whose reports they count as: those that the owner asks for by hand are not refused for their sake. */
const madeBySchedules = 'schedules';
const givenUpMs = 24 * 3_600_000;

const refuse = (parts: DeliveryParts, underway: Underway, told: string) =>
  endDelivery(parts, underway, { state: 'not-sent', told });

/** The report of a delivery, asked for once: which one it is stands on the delivery before it is asked for. */
async function reportOf(parts: DeliveryParts, underway: Underway, owner: UserRecord): Promise<ReportRecord | null> {
  const { tenant, delivery } = underway;
  const { id, reportId, auditId, form } = delivery;
  const audit = auditId === null ? null : (await tenant.audits.get(auditId))?.value;
  if (reportId === null || !audit) {
    await refuse(parts, underway, 'The audit of this report was deleted.');
    return null;
  }
  await parts.scheduledReports.ask(tenant, {
    id: reportId,
    audit,
    form,
    by: { id: madeBySchedules, username: owner.username },
  });
  await parts.scheduledReports.make({ tenantId: tenant.tenant.id, reportId });
  const report = (await tenant.reports.get(reportId))?.value;
  if (report?.status === 'ready') return report;
  if (report?.status === 'failed') await refuse(parts, underway, report.error ?? 'The report could not be made.');
  else
    await changeDelivery({ tenant, delivery: { ...delivery, id } }, (one) => ({
      ...one,
      workAt: later(parts, lookAgainMs),
    }));
  return null;
}

/** Settles of which audit it is and who gets it; null where it is not sent, which is told. */
async function settled(parts: DeliveryParts, underway: Underway): Promise<ReportDeliveryRecord | null> {
  const { tenant, delivery, schedule } = underway;
  if (delivery.auditId !== null) return delivery;
  if (recipientsOf(tenant.tenant, schedule).length === 0) {
    await refuse(parts, underway, 'No contact of this tenant gets reports, and the schedule names no other address.');
    return null;
  }
  const found = await auditOfPeriod(tenant, delivery, parts.clock.now());
  if ('because' in found) {
    await refuse(parts, underway, found.because);
    return null;
  }
  const { id: auditId } = found.audit;
  const reportId = parts.scheduledReports.newId(tenant.tenant.id, parts.clock.now().toISOString());
  return changeDelivery(underway, (current) =>
    current.auditId === null ? { ...current, auditId, reportId } : current,
  );
}

async function makeAndRelease(parts: DeliveryParts, underway: Underway, owner: UserRecord): Promise<Release> {
  const delivery = await settled(parts, underway);
  if (delivery === null || delivery.auditId === null) return { outcome: 'wait' };
  const report = await reportOf(parts, { ...underway, delivery }, owner);
  return report === null ? { outcome: 'wait' } : release(parts, { ...underway, delivery }, owner, delivery.auditId);
}

/** Whoever is to get it is settled when it goes, and not when it was made. */
async function send(parts: DeliveryParts, underway: Underway): Promise<void> {
  const { tenant, schedule } = underway;
  const recipients = recipientsOf(tenant.tenant, schedule);
  const delivery = await changeDelivery(underway, (current) =>
    current.state === 'sending' ? current : { ...current, state: 'sending', told: '', recipients },
  );
  if (!delivery) return;
  if (delivery.recipients.length === 0)
    return refuse(parts, underway, 'No contact of this tenant gets reports any more.');
  const report = delivery.reportId === null ? null : (await tenant.reports.get(delivery.reportId))?.value;
  if (!report?.isKept) return refuse(parts, underway, 'The report is no longer kept: newer ones took its place.');
  await sendReport(parts, { ...underway, delivery }, report);
}

/** Brings a delivery as far as it comes now. Who answers for it, and whether they may, is asked each time. */
async function advance(parts: DeliveryParts, claimed: ReportDeliveryRecord): Promise<void> {
  const tenant = await parts.tenants.open(everyTenant, claimed.tenantId);
  // It goes with its tenant.
  if (!tenant) return;
  const stored = await parts.reportSchedules.get(claimed.scheduleId);
  const gone = { state: 'not-sent', told: 'The schedule was deleted before it was sent.' } as const;
  if (!stored) return endDelivery(parts, { tenant, delivery: claimed, by: 'system' }, gone);
  const schedule = stored.value;
  const who = await answering(parts, schedule);
  const underway: Underway = { tenant, schedule, delivery: claimed, by: who.user?.username ?? 'system' };
  const because = notForTenant(who, claimed.tenantId);
  if (because !== null || !who.user) return refuse(parts, underway, because ?? 'Nobody answers for this schedule.');
  if (claimed.state === 'sending') return send(parts, underway);
  const released =
    claimed.state === 'held' ? await heldOutcome(parts, underway) : await makeAndRelease(parts, underway, who.user);
  if (released.outcome === 'refused') return refuse(parts, underway, released.because);
  const now = released.outcome === 'sending' && (await tenant.reportDeliveries.get(claimed.id))?.value;
  if (now) await send(parts, { ...underway, delivery: now });
}

const brokenAgain = 'It broke off again and again. The log of the function app says why.';

/** Gives up on those who have not got it. What others have is sent, and is ended as that. */
async function giveUp(parts: DeliveryParts, tenant: TenantRecords, delivery: ReportDeliveryRecord): Promise<void> {
  const schedule = (await parts.reportSchedules.get(delivery.scheduleId))?.value;
  if (delivery.state !== 'sending' || !schedule)
    return endDelivery(parts, { tenant, delivery, by: 'system' }, { state: 'not-sent', told: brokenAgain });
  const at = parts.clock.now().toISOString();
  await changeDelivery({ tenant, delivery }, (one) => ({
    ...one,
    recipients: one.recipients.map((each) =>
      each.state === 'waiting' ? { ...each, state: 'failed', told: brokenAgain, at } : each,
    ),
  }));
  await endSending(parts, { tenant, delivery, schedule, by: 'system' });
}

/** One that fails holds up no other. It is taken up again once its claim has run out, and given up where it broke off for a day. */
async function brokeOff(parts: DeliveryParts, tenant: TenantRecords, claimed: ReportDeliveryRecord, error: unknown) {
  parts.log('A scheduled report broke off', { tenantId: tenant.tenant.id, error });
  const now = parts.clock.now();
  const delivery = await changeDelivery({ tenant, delivery: claimed }, (one) => ({
    ...one,
    brokeSince: one.brokeSince ?? now.toISOString(),
  }));
  if (!delivery || now.getTime() - Date.parse(delivery.brokeSince ?? '') < givenUpMs) return;
  // What even that breaks off at is tried again too.
  await giveUp(parts, tenant, delivery).catch((again: unknown) =>
    parts.log('A scheduled report broke off', { tenantId: tenant.tenant.id, error: again }),
  );
}

/** A try that did not break off ends the count. */
async function wentOn(tenant: TenantRecords, delivery: ReportDeliveryRecord): Promise<void> {
  if (delivery.brokeSince) await changeDelivery({ tenant, delivery }, (one) => ({ ...one, brokeSince: null }));
}

/**
 * Takes up one delivery for which there is something to do. It is claimed by its etag, so that of several workers one has it.
 * @returns whether there was one
 */
export async function deliverDue(parts: DeliveryParts): Promise<boolean> {
  const now = parts.clock.now();
  const due = await parts.reportDeliveries.due(everyTenant, now, 20);
  for (const { id, tenantId } of due) {
    const tenant = await parts.tenants.open(everyTenant, tenantId);
    const stored = await tenant?.reportDeliveries.get(id);
    if (!tenant || !stored || stored.value.workAt === '' || stored.value.workAt > now.toISOString()) continue;
    const claimed = { ...stored.value, workAt: later(parts, claimMs) };
    if (!(await replaceIfUnchanged(tenant.reportDeliveries, claimed, stored.etag))) continue;
    await advance(parts, claimed).then(
      () => wentOn(tenant, claimed),
      (error: unknown) => brokeOff(parts, tenant, claimed, error),
    );
    return true;
  }
  return false;
}
