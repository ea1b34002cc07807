import type { FrameworkControl } from './framework.ts';

/**
 * What Tenantry says of a control: what it asks for, what its checks do not see of it, and their ids with spaces between.
 * Without checks it is not assessed, and the second says why.
 */
export type Mapping = readonly [title: string, because: string, checkIds?: string];

/**
 * A control whose mapping stands in the framework's own file. These frameworks speak of all systems of an organization, and Tenantry
 * sees Microsoft 365: no check covers one of their controls whole.
 */
export const mappedControl = (
  place: Pick<FrameworkControl, 'id' | 'group' | 'level'>,
  [title, because, checkIds]: Mapping,
): FrameworkControl => ({
  ...place,
  title,
  checkIds: checkIds?.split(' ') ?? [],
  coverage: 'partial',
  because,
});

/** Why settings of Microsoft 365 do not tell of a control, whichever framework asks. */
export const notTold = {
  backups: 'Backups are no part of the settings that Tenantry reads.',
  devices: 'It is set on devices, whose configuration Tenantry does not read.',
  network: 'It is set on firewalls and networks, which Microsoft 365 does not know.',
  physical: 'It is about buildings and equipment, of which no setting tells.',
  procedure: 'It is a procedure, of which no setting tells.',
  updates: 'Which updates a device has, and since when, Tenantry does not read.',
} as const;

/** What a mapping by Tenantry never does, in the words of every framework that it maps by data. */
export const mappedByTenantry = (publisher: string): string =>
  `The mapping of checks to requirements is made by Tenantry, not by ${publisher}, and so are the titles. Settings of Microsoft 365 support a requirement and never prove it whole; where a check fails, another product may do what it asks for.`;
