import { maxAffectedListed } from '@tenantry/contract/verdicts';
import type { DatasetName, FactValues } from '../../facts/datasets.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AppPermissionFacts, AssetApprovalFacts, ExposedCredentialFacts } from '../../facts/hunting-facts.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { type HuntingTable, huntingProducts, tableOfCode } from '../../microsoft/hunting-tables.ts';
import {
  affectedFrom,
  type Check,
  type CheckContext,
  type CheckVerdict,
  evidenceFrom,
  verdict,
} from '../shared/check.ts';
import { missingEvidence, withData } from '../shared/missing-data.ts';

const turnOn: Readonly<Record<HuntingTable, string>> = {
  OAuthAppInfo:
    'Turn on app governance (Microsoft Defender portal > Settings > Cloud apps > App governance), which comes with Microsoft Defender for Cloud Apps (part of Microsoft 365 E5), or accept that this stays unknown.',
  ExposureGraphNodes:
    'Deploy a product of Microsoft Defender XDR, which brings Exposure Management along (part of Microsoft 365 E5), or accept that this stays unknown.',
  ExposureGraphEdges:
    'Deploy a product of Microsoft Defender XDR, which brings Exposure Management along (part of Microsoft 365 E5), or accept that this stays unknown.',
  DeviceInfo:
    'Onboard the computers to Microsoft Defender for Endpoint (Plan 2 is part of Microsoft 365 E5), or accept that this stays unknown.',
};

/** Without the product there is no table to ask: that nothing was found would say nothing. */
function onHunted<K extends DatasetName>(
  name: K,
  first: HuntingTable,
  judge: (value: FactValues[K]) => CheckVerdict,
): Check['evaluate'] {
  const judged = withData([name], (values) => judge((values as unknown as [FactValues[K]])[0]));
  return (facts: Facts, context: CheckContext): CheckVerdict => {
    const result = facts[name];
    if (result?.state !== 'failed' || result.reason !== 'notLicensed') return judged(facts, context);
    const table = tableOfCode(result.code) ?? first;
    const product = huntingProducts[table];
    return {
      ...verdict(
        'notLicensed',
        `This needs ${product}, and the tenant does not have it.`,
        missingEvidence(facts, [name]),
      ),
      recommendation: turnOn[table],
    };
  };
}

function unusedPermissions(facts: AppPermissionFacts): CheckVerdict {
  const { applications, unused, unusedCount, untold, whole } = facts;
  const evidence = [
    evidenceFrom('appPermissions', `${countOf(applications, 'application')} in app governance`),
    ...unused
      .slice(0, 20)
      .map(({ id, name, permissions }) =>
        evidenceFrom('appPermissions', `${name}: not used: ${named(permissions)}`, id),
      ),
  ];
  if (unusedCount > 0) {
    const affected = unused.map(({ id, name }) => ({ type: 'application' as const, id, name }));
    const names = named(unused.map(({ name }) => name));
    return {
      ...verdict(
        'fail',
        `${countOf(unusedCount, 'application has', 'applications have')} privileged permissions and no use for them: ${names}.`,
        evidence,
        affected.slice(0, maxAffectedListed),
      ),
      affectedCount: unusedCount,
    };
  }
  if (applications === 0)
    return verdict('notApplicable', 'App governance lists no application that can sign in.', evidence);
  if (!whole)
    return verdict(
      'couldNotCheck',
      'There are more applications than are read, and none of those read has unused permissions.',
      evidence,
    );
  if (untold.count > 0)
    return {
      ...verdict(
        'couldNotCheck',
        `App governance does not say whether ${countOf(untold.count, 'application uses', 'applications use')} all privileged permissions: ${named(untold.listed.map(({ name }) => name))}.`,
        evidence,
      ),
      ...affectedFrom(untold, 'application'),
    };
  return verdict('pass', 'Every application uses the privileged permissions that it has.', evidence);
}

function pendingAssets({ assets, pending }: AssetApprovalFacts): CheckVerdict {
  const count = pending.reduce((sum, one) => sum + one.count, 0);
  const evidence = [
    evidenceFrom('assetApprovals', `${countOf(assets, 'asset')} in Exposure Management`),
    ...pending
      .slice(0, 20)
      .map(({ classification, count: waiting, names }) =>
        evidenceFrom(
          'assetApprovals',
          `${classification}: ${waiting} to be reviewed${names.length === 0 ? '' : `: ${named(names)}`}`,
        ),
      ),
  ];
  if (count > 0)
    return {
      ...verdict(
        'fail',
        `${countOf(count, 'asset waits', 'assets wait')} for a decision: critical or not. ${named(pending.map((one) => `${one.classification} (${one.count})`))}.`,
        evidence,
        pending.map(({ id, classification, count: waiting }) => ({
          type: 'setting' as const,
          id,
          name: `${classification} (${waiting})`,
        })),
      ),
    };
  return assets === 0
    ? verdict('notApplicable', 'Exposure Management knows no asset of this tenant.', evidence)
    : verdict('pass', 'No asset waits for somebody to say whether it is critical.', evidence);
}

function credentials({ devices, edges, count, users }: ExposedCredentialFacts): CheckVerdict {
  const evidence = [
    evidenceFrom(
      'exposedCredentials',
      `${countOf(devices, 'onboarded device')}, ${countOf(edges, 'relation')} in Exposure Management`,
    ),
    ...users
      .slice(0, 20)
      .map(({ id, name, devices: where, kinds }) =>
        evidenceFrom(
          'exposedCredentials',
          `${name}: ${kinds.length === 0 ? 'credentials' : named(kinds)} on ${named(where)}`,
          id,
        ),
      ),
  ];
  if (count > 0)
    return {
      ...verdict(
        'fail',
        `Credentials of ${countOf(count, 'privileged user lie', 'privileged users lie')} on devices: ${named(users.map(({ name }) => name))}.`,
        evidence,
        users.map(({ id, name }) => ({ type: 'user' as const, id, name })),
      ),
      affectedCount: count,
    };
  if (devices === 0)
    return verdict(
      'notApplicable',
      'No device is onboarded to Microsoft Defender for Endpoint, so that none can be looked at.',
      evidence,
    );
  return edges === 0
    ? verdict('couldNotCheck', 'Exposure Management does not know yet what is on the devices.', evidence)
    : verdict('pass', 'No credentials of privileged users were found on devices.', evidence);
}

export const huntingChecks: readonly Check[] = [
  {
    id: 'app.permissions.unused',
    title: 'Applications use the privileged permissions that they have',
    findingTitle: 'Applications have privileged permissions that they do not use',
    category: 'secure-score',
    severity: 'medium',
    endangers: 'data',
    frameworks: {
      prowler: ['entra_app_registration_no_unused_privileged_permissions'],
      nist: ['PR.AA-05'],
      iso: ['A.5.18'],
    },
    datasets: ['appPermissions'],
    recommendation:
      'Microsoft Defender portal > Cloud apps > App governance: open the named applications and remove the permissions that they do not use, in Microsoft Entra admin center > Entra ID > Enterprise apps > the application > Permissions.',
    impact:
      'An attacker who takes over an application, or a secret of it, gets permissions that nobody would miss and that reach all mail, files or accounts.',
    evaluate: onHunted('appPermissions', 'OAuthAppInfo', unusedPermissions),
  },
  {
    id: 'xdr.assets.pending',
    title: 'Critical assets are reviewed',
    findingTitle: 'Assets wait for a decision whether they are critical',
    category: 'secure-score',
    severity: 'low',
    endangers: 'some',
    frameworks: { prowler: ['defenderxdr_critical_asset_management_pending_approvals'], nist: ['ID.AM-05'] },
    datasets: ['assetApprovals'],
    recommendation:
      'Microsoft Defender portal > Settings > Microsoft Defender XDR > Critical asset management: open the named classifications and approve or reject the assets under review.',
    impact:
      'A server that holds the keys to the rest is treated like any other: its alerts and weaknesses are not put first.',
    evaluate: onHunted('assetApprovals', 'ExposureGraphNodes', pendingAssets),
  },
  {
    id: 'xdr.credentials.exposed',
    title: 'No credentials of privileged users lie on devices',
    findingTitle: 'Credentials of privileged users lie on devices',
    category: 'login-anomalies',
    severity: 'high',
    endangers: 'tenant',
    frameworks: {
      prowler: ['defenderxdr_endpoint_privileged_user_exposed_credentials'],
      nist: ['PR.AA-01'],
      iso: ['A.8.2'],
    },
    datasets: ['exposedCredentials'],
    recommendation:
      'Sign the named administrators out everywhere and change their passwords, clean the named devices, and have administrators work on devices of their own, with accounts that are used for nothing else.',
    impact:
      'Malware on such a device takes the cookies and tokens of an administrator and is signed in as one, without a password and without MFA.',
    evaluate: onHunted('exposedCredentials', 'DeviceInfo', credentials),
  },
];
