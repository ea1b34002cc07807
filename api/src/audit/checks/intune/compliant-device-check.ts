import { type Facts, factOf } from '../../facts/facts.ts';
import { booleanAt, enumAt, type JsonObject, numberAt, objectAt, objectsAt, valueAt } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { caCheck } from '../conditional-access/ca-check.ts';
import { blocks, needsCompliantDevice } from '../conditional-access/grant.ts';
import type { Target } from '../conditional-access/requirement.ts';
import { everyClient } from '../conditional-access/targets.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { unlicensed } from './intune-license.ts';

/** Every client, from devices that are not compliant, hybrid-joined or not. */
const notCompliant: readonly Target[] = everyClient().map((target) => ({ ...target, not: ['devicestate:compliant'] }));

/** Whether somebody has the policy: an assignment that only excludes gives it to nobody. Null: the answer does not say. */
function isAssigned(policy: JsonObject): boolean | null {
  if (!Array.isArray(valueAt(policy, 'assignments'))) return null;
  return objectsAt(policy, 'assignments').some(
    (assignment) => !(enumAt(assignment, 'target', '@odata.type') ?? '').includes('exclusion'),
  );
}

/** Graph's reference shows the figures under `value`. */
const compliantDevices = (summary: JsonObject): number | null =>
  numberAt(summary, 'compliantDeviceCount') ?? numberAt(objectAt(summary, 'value'), 'compliantDeviceCount');

const intuneDatasets = ['deviceCompliancePolicies', 'deviceManagementSettings', 'deviceComplianceSummary'] as const;
const policiesPage = 'Intune admin center > Devices > Compliance';

/** A compliant device is worth what Intune makes of the word: that it looks at devices at all, and lets none pass unseen. */
function meansSomething(judged: CheckVerdict, facts: Facts): CheckVerdict {
  const policies = factOf(facts, 'deviceCompliancePolicies');
  const settings = factOf(facts, 'deviceManagementSettings');
  const summary = factOf(facts, 'deviceComplianceSummary');
  if (policies === undefined || settings === undefined || summary === undefined)
    return unlicensed(facts) ?? missingData(facts, intuneDatasets);
  const states = policies.map(isAssigned);
  const assigned = states.filter((state) => state === true).length;
  const secure = booleanAt(settings, 'secureByDefault') ?? booleanAt(settings, 'settings', 'secureByDefault');
  const devices = compliantDevices(summary);
  const evidence = [
    ...judged.evidence,
    evidenceFrom(
      'deviceCompliancePolicies',
      `${countOf(policies.length, 'compliance policy', 'compliance policies')}, ${assigned} assigned`,
    ),
    evidenceFrom('deviceManagementSettings', `secureByDefault = ${secure ?? 'not reported'}`),
    evidenceFrom('deviceComplianceSummary', `compliantDeviceCount = ${devices ?? 'not reported'}`),
  ];
  const required = 'Policies require a compliant device';
  const lacks = (lack: string, recommendation: string): CheckVerdict => ({
    ...verdict('fail', `${required}, but ${lack}.`, evidence),
    recommendation,
  });
  if (policies.length === 0)
    return lacks(
      'Intune has no compliance policy that says what one is',
      `${policiesPage} > Policies: create a compliance policy for each platform and assign it to all users.`,
    );
  if (assigned === 0 && !states.includes(null))
    return lacks(
      'no compliance policy of Intune is assigned to anybody',
      `${policiesPage} > Policies: assign a compliance policy for each platform to all users.`,
    );
  if (secure === false)
    return lacks(
      'devices without a compliance policy count as compliant',
      `${policiesPage} > Compliance settings: set "Mark devices with no compliance policy assigned as" to Not compliant.`,
    );
  if (devices === 0)
    return lacks(
      'no device in Intune is compliant',
      `${policiesPage} > Monitor: find out why no device is compliant, and enroll the devices of the organization.`,
    );
  if (assigned === 0 || secure === null || devices === null)
    return verdict(
      'couldNotCheck',
      `${required}, but Intune does not say all of what makes a device compliant.`,
      evidence,
    );
  return {
    ...judged,
    message: `${judged.message} Intune has ${countOf(assigned, 'assigned compliance policy', 'assigned compliance policies')} and ${countOf(devices, 'compliant device')}.`,
    evidence,
  };
}

export const compliantDeviceCheck: Check = caCheck({
  id: 'ca.device.compliant',
  title: 'Compliant devices are required, and Intune decides which they are',
  findingTitle: 'Sign-in is not reliably limited to devices that Intune found compliant',
  severity: 'medium',
  endangers: 'everyone',
  frameworks: {
    prowler: ['entra_conditional_access_policy_mdm_compliant_device_required'],
    nist: ['PR.IR-01'],
    iso: ['A.8.1'],
  },
  goal: 'only compliant devices can sign in',
  policy: 'all users, all resources, grant "Require device to be marked as compliant"',
  note: 'Assign compliance policies in Intune and enroll the devices first.',
  impact:
    'A device that nobody checks for updates, encryption or malware opens mail and files, even where it is joined to the domain.',
  requirement: {
    targets: notCompliant,
    satisfies: ({ grant }) => needsCompliantDevice(grant) || blocks(grant),
    alternative: ({ grant }) => blocks(grant),
  },
  datasets: intuneDatasets,
  refine(judged, _policies, facts) {
    // Whether it fails or is not licensed at all is a matter of the licenses.
    if (judged.status === 'fail' || judged.status === 'warning') return unlicensed(facts) ?? judged;
    return judged.status === 'pass' ? meansSomething(judged, facts) : judged;
  },
});
