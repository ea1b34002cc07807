import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { type GainBase, gainOfWork } from '../../domain/work/gain-of-work.ts';
import { licenseOfWork, severityOfWork, workItemsOf } from '../../domain/work/work-items.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { ReportRemedy } from './report-model.ts';

/** What closes the open findings, in the one order in which every page has it. `base`: the audit that points are counted in. */
export function reportRemedies(open: readonly FindingRecord[], base: GainBase): ReportRemedy[] {
  return workItemsOf(open).map((item) => ({
    id: remedyOf(item.id)?.id ?? null,
    title: item.title,
    severity: severityOfWork(item),
    needsLicense: licenseOfWork(item),
    isFreeSwitch: item.members.some(({ closedBy }) => closedBy != null),
    points: gainOfWork(item, base)?.points ?? null,
    checkIds: item.members.map(({ checkId }) => checkId),
  }));
}
