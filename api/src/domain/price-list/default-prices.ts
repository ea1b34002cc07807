import { type HourlyRate, WorkKind, type WorkPrice } from '@tenantry/contract/price-list';
import type { Category } from '@tenantry/contract/verdicts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { collaborationWork } from './default-work/collaboration-work.ts';
import type { DefaultWork, DefaultWorkOf } from './default-work/default-work.ts';
import { directoryWork } from './default-work/directory-work.ts';
import { mailWork } from './default-work/mail-work.ts';
import { signInWork } from './default-work/sign-in-work.ts';

/** Under which the work of adding a license stands, whichever it is. */
export const licenseWorkId = 'license';

/** What an hour costs until somebody says otherwise, in US dollars. */
const defaultHourlyRate = 150;

export const defaultRates: readonly HourlyRate[] = WorkKind.options.map((kind) => ({
  kind,
  hourlyRate: defaultHourlyRate,
}));

/** By id: of each remedy, and of adding a license. */
export const defaultWork: DefaultWorkOf = { ...signInWork, ...directoryWork, ...mailWork, ...collaborationWork };

function defaultOf(id: string, title: string): WorkPrice {
  const work: DefaultWork | undefined = defaultWork[id];
  if (!work) throw new Error(`The remedy ${id} has no hours`);
  return { id, title, size: null, ...work };
}

/** The hours of the price list before anybody edits it. */
export const defaultPrices: readonly WorkPrice[] = [
  ...remedies.map(({ id, title }) => defaultOf(id, title)),
  defaultOf(licenseWorkId, 'Add a license that is missing'),
];

/** Of work on a check that the catalog no longer has: its category says what kind it is, and the hours are these. */
export const hoursOfUnknownWork = 2;

/** What kind of work a category mostly is. */
export const kindByCategory: Readonly<Record<Category, WorkKind>> = {
  mfa: 'authentication-methods',
  'conditional-access': 'conditional-access',
  'secure-score': 'tenant-settings',
  'mail-flow': 'mail-dns',
  'external-sharing': 'sharing',
  'login-anomalies': 'incident-response',
};
