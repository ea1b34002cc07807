import { dataNotice } from './tenant-text.ts';

const whatItIs =
  'Tenantry audits the Microsoft 365 security of the tenants that a managed-service provider looks after. These tools read what its audits found';

const howToBegin =
  'Begin with list_tenants. A check without an answer is neither good nor bad: coverage says why. An answer that does not hold everything says so in leftOut, and how to ask for the rest.';

/** What a client tells its model of an installation. No text of a tenant is ever in it. */
export const instructions = `${whatItIs}, and propose work. They never decide: approvals are decided by people in Tenantry. ${dataNotice} ${howToBegin}`;

/** The same of the snapshot of one tenant. @param missing the tools that are not there */
export const snapshotInstructions = (missing: readonly string[]): string =>
  `${whatItIs}, here one audit of one tenant, from a file: nothing is newer than that. Not available without an installation: ${missing.join(', ')}. ${dataNotice} ${howToBegin}`;
