import type { DueDays } from '@tenantry/contract/baseline-list';
import type { FrameworkId } from '@tenantry/contract/framework-id';
import type { Priority } from '@tenantry/contract/verdicts';
import type { FrameworkControl } from '../../audit/findings/frameworks/framework.ts';
import { frameworkOf } from '../../audit/findings/frameworks/frameworks.ts';
import { checksThatNeedP1 } from './entra-p1-checks.ts';

/** What a baseline is, beside whom it is assigned to. */
export type BaselineContent = {
  id: string;
  name: string;
  description: string;
  checkIds: readonly string[];
  minimumGravity: Priority;
};

/** Within so many days, until somebody chooses others. */
export const defaultDueDays: DueDays = { critical: 7, high: 14, medium: 30, low: 90 };

/** What keeps out most of what small and middle companies meet, and costs no more than the licenses they have. */
const essentials: readonly string[] = [
  'ca.mfa.all',
  'ca.mfa.admins',
  'ca.mfa.guests',
  'ca.mfa.azure',
  'ca.legacy',
  'ca.devicecode',
  'ca.breakglass',
  'mfa.security.defaults',
  'mfa.registration',
  'mfa.admins.registration',
  'role.ga.count',
  'role.cloudonly',
  'role.guest.admin',
  'role.sp.secret',
  'app.consent',
  'app.register',
  'guest.invite',
  'guest.access',
  'dns.spf',
  'dns.dkim',
  'dns.dmarc.published',
  'exo.forward',
  'exo.forward.rules',
  'exo.spam.bypass',
  'exo.smtpauth',
  'exo.audit',
  'exo.antiphish',
  'mdo.malware.filter',
  'mdo.spam.actions',
  'mdo.spam.allowed',
  'spo.sharing',
  'spo.legacy',
  'purview.audit',
];

/** The checks that speak for these controls of a framework: its mapping alone says which. */
function checksOf(framework: FrameworkId, isMeant: (control: FrameworkControl) => boolean): string[] {
  return [
    ...new Set(
      frameworkOf(framework)
        .controls.filter(isMeant)
        .flatMap(({ checkIds }) => checkIds),
    ),
  ];
}

const isLevel1 = ({ level }: FrameworkControl): boolean => level?.endsWith('Level 1') === true;
const isShall = ({ level }: FrameworkControl): boolean => level === 'Shall';

/** The baselines that the product brings, in the order in which they are shown. */
export const builtInBaselines: readonly BaselineContent[] = [
  {
    id: 'essentials-without-p1',
    name: 'Essentials without P1',
    description: 'What every tenant can do without Microsoft Entra ID P1: security defaults, mail, sharing, roles.',
    checkIds: essentials.filter((id) => !checksThatNeedP1().has(id)),
    minimumGravity: 'low',
  },
  {
    id: 'essentials',
    name: 'Essentials',
    description: 'What keeps out most attacks on tenants with Microsoft Entra ID P1, as Business Premium brings it.',
    checkIds: essentials,
    minimumGravity: 'low',
  },
  {
    id: 'cis-level-1',
    name: 'CIS Level 1',
    description: `The checks that speak for Level 1 of ${frameworkOf('cis-m365').name}.`,
    checkIds: checksOf('cis-m365', isLevel1),
    minimumGravity: 'low',
  },
  {
    id: 'cis-level-2',
    name: 'CIS Level 2',
    description: `The checks that speak for Levels 1 and 2 of ${frameworkOf('cis-m365').name}.`,
    checkIds: checksOf('cis-m365', () => true),
    minimumGravity: 'low',
  },
  {
    id: 'scuba',
    name: 'SCuBA',
    description: `The checks that speak for the policies marked Shall of ${frameworkOf('cisa-scuba').name}.`,
    checkIds: checksOf('cisa-scuba', isShall),
    minimumGravity: 'low',
  },
  {
    id: 'essential-eight',
    name: 'Essential Eight',
    description: `The checks that support controls of the ${frameworkOf('essential-eight').name}, of all maturity levels.`,
    checkIds: checksOf('essential-eight', () => true),
    minimumGravity: 'low',
  },
];

export const isBuiltIn = (id: string): boolean => builtInBaselines.some((one) => one.id === id);
