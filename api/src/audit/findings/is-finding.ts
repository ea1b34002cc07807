import type { Verdict } from '@tenantry/contract/verdicts';

/** A verdict that becomes a finding. */
export type FindingVerdict = Verdict & { status: 'warning' | 'fail' };

/** Checks of severity `info` inform: they stand in the audit and ask for no work. */
export const isFinding = (verdict: Verdict): verdict is FindingVerdict =>
  verdict.severity !== 'info' && (verdict.status === 'fail' || verdict.status === 'warning');

const unknownStatuses: ReadonlySet<Verdict['status']> = new Set([
  'couldNotCheck',
  'notLicensed',
  'notPermitted',
  'notOffered',
]);

/** A verdict that says that the answer is not known. */
export const isUnknown = ({ status }: Pick<Verdict, 'status'>): boolean => unknownStatuses.has(status);
