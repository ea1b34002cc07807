import { workOf } from '../../../audit/findings/remedies/work.ts';
import type { NoticeEvent } from '../../../ports/notifier.ts';
import { type FindingRecord, lastOpening } from '../../../store/findings.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import {
  daysLater,
  endingDays,
  eventsOf,
  gravityOf,
  type NoticeSource,
  named,
  plainEvent,
  recordPath,
} from './source.ts';

/** Of a finding that an event is about, whatever happened to it. */
const aboutFinding = ({ id, severity, checkId, needsLicense, closedBy }: FindingRecord, tenant: TenantRecord) => ({
  ...plainEvent,
  tenant: named(tenant),
  gravity: gravityOf(severity),
  remedyId: workOf({ checkId, needsLicense, closedBy }).id,
  path: recordPath('/findings', 'finding', id),
});

/** A finding that was opened: new, or back again, also where what somebody accepted has grown. */
export function openedEvent(finding: FindingRecord, tenant: TenantRecord): NoticeEvent {
  const { id, title, description, occurrence, firstDetected } = finding;
  const opening = lastOpening(finding);
  const isBack = occurrence > 1;
  const why = opening?.what === 'acceptance-ended' && opening.note !== '' ? `It was accepted. ${opening.note}` : '';
  return {
    ...aboutFinding(finding, tenant),
    key: `finding:${id}:${occurrence}`,
    kind: isBack ? 'finding-back' : 'finding-new',
    title: isBack ? `Back again: ${title}` : title,
    detail: [why, description].filter((line) => line !== '').join('\n'),
    at: opening?.at ?? firstDetected,
  };
}

/** Findings that something else than a scan opened: a look at one check, or the last day of an acceptance. */
export const openedFindings: NoticeSource = {
  name: 'opened-findings',
  everyMinutes: 1,
  async collect(parts, period) {
    const findings = await parts.noticeSources.findingsOpened(everyTenant, period);
    return eventsOf(parts, findings, (finding, tenant) => [openedEvent(finding, tenant)]);
  },
};

const day = (instant: string) => instant.slice(0, 10);

/** Accepted risks whose last day is near. One that was accepted for less than that is told of by ending. */
export const endingAcceptances: NoticeSource = {
  name: 'ending-acceptances',
  everyMinutes: 1,
  async collect(parts, period) {
    const findings = await parts.noticeSources.acceptancesEnding(everyTenant, daysLater(period, endingDays));
    return eventsOf(parts, findings, (finding, tenant) => [
      {
        ...aboutFinding(finding, tenant),
        key: `acceptance:${finding.id}:${finding.acceptedUntil}`,
        kind: 'acceptance-ending',
        title: `The acceptance of a risk ends on ${day(finding.acceptedUntil)}: ${finding.title}`,
        detail: finding.acceptance === null ? '' : `It was accepted because: ${finding.acceptance.reason}`,
        at: parts.clock.now().toISOString(),
      },
    ]);
  },
};

/** The same of exceptions from baselines. A finding may have several, of which the store looks for the last one. */
export const endingExceptions: NoticeSource = {
  name: 'ending-exceptions',
  everyMinutes: 60,
  async collect(parts, period) {
    const { from, to } = daysLater(period, endingDays);
    const findings = await parts.noticeSources.exceptedBeyond(everyTenant, from);
    return eventsOf(parts, findings, (finding, tenant) =>
      (finding.exceptions ?? [])
        .filter(({ expiresAt }) => expiresAt >= from && expiresAt < to)
        .map(({ baselineId, expiresAt, reason }) => ({
          ...aboutFinding(finding, tenant),
          key: `exception:${finding.id}:${baselineId}:${expiresAt}`,
          kind: 'exception-ending',
          title: `An exception from a baseline ends on ${day(expiresAt)}: ${finding.title}`,
          detail: `It was made because: ${reason}`,
          at: parts.clock.now().toISOString(),
        })),
    );
  },
};
