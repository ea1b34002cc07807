import {
  enrollmentPlatforms,
  isDefaultRestriction,
  isPlatformRestriction,
} from '../../facts/enrollment-restrictions.ts';
import { booleanAt, objectAt } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';
import { unlicensed } from './intune-license.ts';

const secureByDefault = withData(['deviceManagementSettings'], ([settings], _context, facts) => {
  const state = booleanAt(settings, 'secureByDefault') ?? booleanAt(settings, 'settings', 'secureByDefault');
  const evidence = [evidenceFrom('deviceManagementSettings', `secureByDefault = ${state ?? 'not reported'}`)];
  if (state === true) return verdict('pass', 'Devices without a compliance policy are not compliant.', evidence);
  const gap = unlicensed(facts);
  if (gap !== null) return { ...gap, evidence };
  return state === false
    ? verdict('fail', 'Devices without a compliance policy count as compliant.', evidence)
    : verdict('couldNotCheck', 'Intune does not say how devices without a compliance policy count.', evidence);
});

const personalDevices = withData(['deviceEnrollmentConfigurations'], ([list], _context, facts) => {
  const gap = unlicensed(facts);
  if (gap !== null) return gap;
  const restrictions = list.filter(isDefaultRestriction);
  const [main] = restrictions;
  if (main === undefined) return verdict('couldNotCheck', 'Intune does not show its default enrollment restriction.');
  const states = Object.entries(enrollmentPlatforms).flatMap(([property, label]) => {
    // Some tenants have no restriction for the newer kind of Android.
    if ((main[property] ?? null) === null && property === 'androidForWorkRestriction') return [];
    const restriction = objectAt(main, property);
    const [all, personal] = [
      booleanAt(restriction, 'platformBlocked'),
      booleanAt(restriction, 'personalDeviceEnrollmentBlocked'),
    ];
    // Either blocks; where one does not say, the other alone does not let them in.
    const isBlocked = all === true || personal === true ? true : all === null ? null : personal;
    return [{ label, isBlocked, property }];
  });
  const evidence = states.map(({ property, isBlocked }) =>
    evidenceFrom(
      'deviceEnrollmentConfigurations',
      `${property}: personal devices blocked = ${isBlocked ?? 'not reported'}`,
    ),
  );
  const open = states.filter(({ isBlocked }) => isBlocked === false);
  if (open.length > 0)
    return verdict('fail', `Personal devices can be enrolled: ${named(open.map(({ label }) => label))}.`, evidence);
  if (states.length === 0 || states.some(({ isBlocked }) => isBlocked === null))
    return verdict('couldNotCheck', 'Intune does not say whether personal devices can be enrolled.', evidence);
  const others = list.filter((one) => isPlatformRestriction(one) && !isDefaultRestriction(one)).length;
  return others === 0
    ? verdict('pass', 'Personal devices cannot be enrolled.', evidence)
    : verdict(
        'warning',
        'Personal devices cannot be enrolled by default; other restrictions are for the groups that have them.',
        evidence,
      );
});

const webStorage = withData(['webStoragePrincipals'], ([principals]) => {
  const states = principals.map((one) => booleanAt(one, 'accountEnabled'));
  const evidence = states.map((state) =>
    evidenceFrom('webStoragePrincipals', `accountEnabled = ${state ?? 'not reported'}`),
  );
  if (states.length > 0 && states.every((state) => state === false))
    return verdict('pass', 'Third-party storage is off in Microsoft 365 on the web.', evidence);
  if (states.includes(null))
    return verdict('couldNotCheck', 'Microsoft does not say whether third-party storage is on.', evidence);
  return verdict('fail', 'Third-party storage can be used in Microsoft 365 on the web.', evidence);
});

const compliance = 'Intune admin center > Devices > Compliance > Compliance settings';

export const intuneChecks: readonly Check[] = [
  {
    id: 'intune.compliance.default',
    title: 'Devices without a compliance policy are not compliant',
    findingTitle: 'Devices without a compliance policy count as compliant',
    category: 'conditional-access',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      cis: ['4.1'],
      prowler: ['intune_device_compliance_policy_unassigned_devices_not_compliant_by_default'],
      nist: ['PR.AA-05'],
      iso: ['A.8.1'],
    },
    datasets: ['deviceManagementSettings'],
    helpful: ['subscribedSkus'],
    recommendation: `${compliance}: set "Mark devices with no compliance policy assigned as" to Not compliant.`,
    impact: 'A device that nobody has looked at passes every policy that asks for a compliant one.',
    evaluate: secureByDefault,
  },
  {
    id: 'intune.enrollment.personal',
    title: 'Personal devices cannot be enrolled',
    findingTitle: 'Personal devices can be enrolled in Intune',
    category: 'conditional-access',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['4.2'] },
    datasets: ['deviceEnrollmentConfigurations'],
    helpful: ['subscribedSkus'],
    recommendation:
      'Intune admin center > Devices > Enrollment > Device platform restriction > All users: block personally owned devices on every platform.',
    impact: 'A private computer becomes a managed one, with the access that goes with it, and its owner keeps control.',
    evaluate: personalDevices,
  },
  {
    id: 'office.web.storage',
    title: 'No third-party storage in Microsoft 365 on the web',
    findingTitle: 'Third-party storage can be used in Microsoft 365 on the web',
    category: 'external-sharing',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['1.3.7'] },
    datasets: ['webStoragePrincipals'],
    recommendation:
      'Microsoft 365 admin center > Settings > Org settings > Microsoft 365 on the web: clear "Let users open files stored in third-party storage services".',
    impact: 'Files of the organization are opened from and saved to services that nobody has looked at.',
    evaluate: webStorage,
  },
];
