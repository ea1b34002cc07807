import type { FreeSwitch } from '@tenantry/contract/verdicts';
import { entraP1 } from '../../checks/shared/entra-p1.ts';
import { remedies, remedyOfFinding } from './remedies.ts';

type Mended = { checkId: string; needsLicense: string | null; closedBy?: FreeSwitch | null | undefined };

/**
 * One piece of work: what a technician is asked for once, whatever number of findings it closes (decision 056).
 * Its id is that of a remedy, or of the license without which the remedies of several findings cannot be had.
 */
export type Work = { id: string; title: string };

/** A license as part of an id: 'Microsoft Entra ID P1' is `license-microsoft-entra-id-p1`. */
const licenseId = (license: string): string => `license-${license.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

const workOfLicense = (license: string): Work => ({ id: licenseId(license), title: `Get ${license}` });

/** The license that a piece of work is to add; null where it is other work. */
export const licenseOfWorkId = (id: string): string | null => (id === licenseId(entraP1) ? entraP1 : null);

/** Every piece of work that the catalog of today can ask for, in its order. */
export const knownWork: readonly Work[] = [...remedies.map(({ id, title }) => ({ id, title })), workOfLicense(entraP1)];

/**
 * The work that mends a finding: its remedy; where that asks for a license that the tenant does not have, the license (decision
 * 020); where a free switch closes it, that switch (decision 063). A check that the catalog no longer has is work of its own, since nobody knows what would be mended with it.
 */
export function workOf({ checkId, needsLicense, closedBy }: Mended): Work {
  if (needsLicense !== null) return workOfLicense(needsLicense);
  const remedy = remedyOfFinding({ checkId, closedBy });
  return remedy ? { id: remedy.id, title: remedy.title } : { id: `check-${checkId}`, title: checkId };
}
