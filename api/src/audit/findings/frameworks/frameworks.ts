import type { FrameworkId } from '@tenantry/contract/compliance';
import { cisMicrosoft365 } from './cis-m365.ts';
import { cisaScuba } from './cisa-scuba.ts';
import { cmmcLevel1, cmmcLevel2 } from './cmmc.ts';
import { cyberEssentials } from './cyber-essentials.ts';
import { essentialEight } from './essential-eight.ts';
import type { Framework } from './framework.ts';
import { iso27001 } from './iso-27001.ts';
import { nistCsf } from './nist-csf.ts';

const byId: Record<FrameworkId, Framework> = {
  'cis-m365': cisMicrosoft365,
  'cisa-scuba': cisaScuba,
  'nist-csf': nistCsf,
  'iso-27001': iso27001,
  'essential-eight': essentialEight,
  'cmmc-level-1': cmmcLevel1,
  'cmmc-level-2': cmmcLevel2,
  'cyber-essentials': cyberEssentials,
};

export const frameworkOf = (id: FrameworkId): Framework => byId[id];

/** In the order in which pages and reports show them: the publishers' own ids first, then what we mapped. */
export const frameworks: readonly Framework[] = Object.values(byId);
