import { WorkKind, type WorkPrice } from '@tenantry/contract/price-list';

/** What an hour costs until somebody says otherwise, in US dollars. */
const defaultHourlyRate = 150;

/** Working hours for one finding, with testing and the talk with the customer (docs/project-plan.md). */
const defaultHours: Readonly<Record<WorkKind, number>> = {
  'conditional-access': 3,
  'authentication-methods': 2,
  'user-rollout': 8,
  'privileged-access': 4,
  applications: 3,
  'tenant-settings': 1,
  'devices-and-sync': 3,
  'mail-dns': 2,
  exchange: 2,
  teams: 1,
  'data-protection': 6,
  sharing: 2,
  'account-review': 3,
  'incident-response': 4,
};

/** The price list before anybody edits it. */
export const defaultPrices: readonly WorkPrice[] = WorkKind.options.map((kind) => ({
  kind,
  hours: defaultHours[kind],
  hourlyRate: defaultHourlyRate,
}));
