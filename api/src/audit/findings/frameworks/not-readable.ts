import type { FrameworkId } from '@tenantry/contract/compliance';

const sharePoint =
  'Graph’s SharePoint settings do not have it, and Tenant Configuration Management does not read SharePoint or OneDrive.';
const entraPortal = 'Only the Entra admin center’s own, undocumented interface has it.';
const fabric = 'Power BI and Fabric have an administration interface of their own, which is not part of Graph.';
const powerPlatform = 'Power Platform has an administration interface of its own, which is not part of Graph.';
const noType = 'Graph has no property or configuration type for it.';
const betaOnly = 'Graph tells it in beta only, which Tenantry does not build on.';

/** Ids, and the one reason why no call of Graph v1.0 tells them. */
const byReason: readonly (readonly [ids: string, reason: string])[] = [
  ['1.3.4 1.3.5 5.2.3.6 5.2.3.10', betaOnly],
  ['5.1.2.1', `${betaOnly} It takes a call for each user.`],
  ['1.3.8', 'Sway has no administration interface in Graph.'],
  ['2.2.1', 'Which product watches the emergency accounts, and by which rule, Graph does not tell.'],
  ['2.4.1 2.4.2 2.4.4 6.5.5 8.5.8', noType],
  ['2.4.3 2.4.5', 'The setting is in the Defender portal alone.'],
  ['3.2.3', 'Graph does not tell whether a data loss prevention policy covers Copilot.'],
  ['5.1.2.5 5.1.2.6 5.1.3.2 5.1.3.3 5.2.4.2 5.2.4.3 5.2.4.4 5.2.4.5', entraPortal],
  ['6.1.2', 'Which actions a mailbox logs is a setting of each mailbox, which snapshots do not hold.'],
  ['6.1.3', 'Which accounts bypass auditing, Graph does not tell.'],
  ['7.2.2 7.2.4 7.2.7 7.2.8 7.2.9 7.2.10 7.2.11 7.3.1', sharePoint],
  ['9.1.1 9.1.2 9.1.3 9.1.4 9.1.5 9.1.6 9.1.7 9.1.8 9.1.9 9.1.10 9.1.11 9.1.12', fabric],
  ['MS.AAD.2.2v1', 'To whom Microsoft sends its mails on users at risk, Graph does not tell.'],
  ['MS.AAD.4.1v1', 'Where logs are sent is a setting of Azure Monitor, in Azure Resource Manager.'],
  ['MS.AAD.9.1v1', betaOnly],
  ['MS.SECURITYSUITE.3.5v1', 'Graph does not tell the restrictions of endpoint data loss prevention.'],
  ['MS.SECURITYSUITE.5.2v1', 'Graph does not tell how long audit logs are kept.'],
  [
    'MS.SHAREPOINT.1.2v1 MS.SHAREPOINT.2.1v1 MS.SHAREPOINT.2.2v1 MS.SHAREPOINT.3.1v1 MS.SHAREPOINT.3.2v1 MS.SHAREPOINT.3.3v2',
    sharePoint,
  ],
  [
    'MS.POWERPLATFORM.1.1v1 MS.POWERPLATFORM.1.2v1 MS.POWERPLATFORM.2.1v1 MS.POWERPLATFORM.2.2v1 MS.POWERPLATFORM.3.1v1 MS.POWERPLATFORM.3.2v1 MS.POWERPLATFORM.4.1v1 MS.POWERPLATFORM.5.1v1 MS.POWERPLATFORM.6.1v1',
    powerPlatform,
  ],
  [
    'MS.POWERBI.1.1v1 MS.POWERBI.2.1v1 MS.POWERBI.3.1v1 MS.POWERBI.4.1v1 MS.POWERBI.4.2v1 MS.POWERBI.5.1v1 MS.POWERBI.6.1v1 MS.POWERBI.7.1v1',
    fabric,
  ],
];

const reasons = new Map(byReason.flatMap(([ids, reason]) => ids.split(' ').map((id) => [id, reason] as const)));

/**
 * Why no check decides a control of CIS or SCuBA: no documented call of Microsoft Graph v1.0 tells it. Null for all others: NIST and ISO
 * are about more than settings, and what is mapped by data says why itself.
 */
export const whyNotReadable = (framework: FrameworkId, controlId: string): string | null =>
  framework === 'cis-m365' || framework === 'cisa-scuba' ? (reasons.get(controlId) ?? null) : null;

/** Whether Graph tells it in beta. */
export const isInBeta = (reason: string): boolean => reason.startsWith(betaOnly);
