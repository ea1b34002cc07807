import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { catalog } from '../checks/catalog.ts';
import type { Check } from '../checks/shared/check.ts';
import { entraP1 } from '../checks/shared/entra-p1.ts';
import { type AuditOutcome, outcomeOf } from '../findings/evaluate.ts';

/** What differs between tenants in how an audit of them turns out, whatever their settings are. */
type MadeTenant = {
  /** By check, in the order of the catalog. */
  statuses: readonly VerdictStatus[];
  lacksP1: boolean;
  /** Without P1: these checks are closed by turning on security defaults. */
  hasFreeSwitch: boolean;
  isSetUp: boolean;
};

const mostlyFound: fc.WeightedArbitrary<VerdictStatus>[] = [
  { weight: 5, arbitrary: fc.constant('pass') },
  { weight: 5, arbitrary: fc.constant('fail') },
  { weight: 2, arbitrary: fc.constant('warning') },
  { weight: 2, arbitrary: fc.constantFrom('notLicensed', 'notPermitted', 'couldNotCheck', 'notOffered') },
  { weight: 1, arbitrary: fc.constant('notApplicable') },
];

const tenants: fc.Arbitrary<MadeTenant> = fc.record({
  statuses: fc.array(fc.oneof(...mostlyFound), { minLength: catalog.length, maxLength: catalog.length }),
  lacksP1: fc.boolean(),
  hasFreeSwitch: fc.boolean(),
  isSetUp: fc.boolean(),
});

const closedByDefaults: ReadonlySet<string> = new Set([
  'mfa.security.defaults',
  'ca.mfa.admins',
  'ca.mfa.azure',
  'ca.legacy',
]);

/** What waits for a license, a free switch or tenant configuration, as checks would say it. */
function waitsFor(check: Check, status: VerdictStatus, made: MadeTenant): Partial<Verdict> {
  const isFound = status === 'fail' || status === 'warning';
  if (isFound && made.lacksP1 && made.hasFreeSwitch && closedByDefaults.has(check.id)) {
    return { closedBy: 'securityDefaults' };
  }
  if (isFound && made.lacksP1 && check.id.startsWith('ca.')) return { needsLicense: entraP1 };
  if (status === 'couldNotCheck' && !made.isSetUp) return { needsFeature: 'tenantConfiguration' };
  return {};
}

function verdictOf(check: Check, status: VerdictStatus, made: MadeTenant): Verdict {
  const { id: checkId, title, category, severity, recommendation } = check;
  const message = `${checkId} came to ${status}.`;
  const nothing = { evidence: [], affected: [], affectedCount: 0, references: [] };
  return {
    ...{ checkId, title, category, severity, status, message, recommendation },
    ...nothing,
    ...waitsFor(check, status, made),
  };
}

/** Audits of tenants with every mixture of licenses, refusals, and what was not set up. */
export const madeOutcomes: fc.Arbitrary<AuditOutcome> = tenants.map((made) =>
  outcomeOf(catalog.map((check, index) => verdictOf(check, made.statuses[index] ?? 'pass', made))),
);
