import * as activities from './activities.ts';
import * as approvals from './approvals.ts';
import * as audits from './audits.ts';
import * as auth from './auth.ts';
import * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import * as findings from './findings.ts';
import * as scans from './scans.ts';
import * as system from './system.ts';
import * as tenants from './tenants.ts';

function endpointsOf(module: Record<string, unknown>): Endpoint[] {
  return Object.values(module).filter(
    (member): member is Endpoint =>
      typeof member === 'object' && member !== null && 'method' in member && 'path' in member,
  );
}

/** Every call of the API. The browser imports the area it needs instead, so that a page loads no other area's schemas. */
export const endpoints: readonly Endpoint[] = [
  auth,
  tenants,
  activities,
  scans,
  findings,
  audits,
  dashboard,
  approvals,
  system,
].flatMap(endpointsOf);
