import { demonstration } from './signed-in-test.ts';

type Role = 'viewer' | 'technician' | 'admin';

export type Journey = {
  /** The least role that opens the page; all others read 'Access Denied'. */
  role: Role;
  /** Text that shows that its data is there. */
  shows: RegExp;
  /** What stands there when there is nothing to show; null where the page is never without something. */
  empty: RegExp | null;
  /** Whether it asks for something of its own that can fail. */
  asks: boolean;
  /** Buttons and links by which something is changed, with the least role that is offered them. */
  offers?: readonly (readonly [name: RegExp, role: Role])[];
};

const page = (role: Role, shows: RegExp, empty: RegExp | null, more: Partial<Journey> = {}): Journey => ({
  role,
  shows,
  empty,
  asks: true,
  ...more,
});
const still: Partial<Journey> = { asks: false };

/** A journey for each row of walked-pages.ts, by its address. */
export const journeys: Readonly<Record<string, Journey>> = {
  '/dashboard': page('viewer', /Bracken Freight Group/, /has no audit yet/, {
    offers: [
      [/^Start Assessment$/, 'technician'],
      [/^Scan Internal Policies$/, 'admin'],
    ],
  }),
  '/audit': page('viewer', /Overall score/, /never been scanned/),
  '/compliance': page('viewer', /Export CSV|Not met/, /No audit yet/),
  '/questionnaires': page('viewer', /Cyber insurance: ransomware supplement/, /has never been scanned/, {
    offers: [[/^(Answer|Comment)$/, 'technician']],
  }),
  '/changes': page('viewer', /Only one scan so far/, /No scan yet/),
  '/findings': page('viewer', /Administrators without an MFA method/, /No security findings detected yet/, {
    offers: [
      [/^Check again: /, 'technician'],
      [/^Accept risk…: /, 'admin'],
    ],
  }),
  '/scan': page('admin', /Last Scan/, /Not scanned yet/),
  '/mail-flow': page('technician', /brackenfreight\.example/, /No domain was checked/),
  '/what-if': page('technician', /MFA for all users \(pilot\)/, /No policies to begin with/),
  '/emergency-accounts': page('admin', /break-glass|Emergency access/i, /No break-glass accounts declared/),
  '/project-plan': page('viewer', /No remediation items yet/, /No remediation items yet/),
  '/report': page('viewer', /Last audit/, /No reports yet/, { offers: [[/^Generate/, 'technician']] }),
  '/client-room': page('technician', /Guests/, /No contacts yet/, {
    offers: [
      [/^Edit contacts$/, 'technician'],
      [/^Edit color and welcome$/, 'admin'],
    ],
  }),
  '/tasks': page('viewer', /Refresh Tasks/, /No tasks found/, { offers: [[/^New Task$/, 'technician']] }),
  '/overview': page('viewer', /Bracken Freight Group/, /No tenants|No tenants|yet/, {
    offers: [[/^Run Global Audit$/, 'admin']],
  }),
  '/changes/all': page('viewer', /No changes/, /No changes/),
  '/my-work': page('technician', /No task is assigned to you/, /No task is assigned to you/),
  '/mail-flow/all': page('technician', /brackenfreight\.example/, /No mail domain is known yet/),
  '/select-tenant': page('viewer', /Continue to Dashboard/, null, still),
  '/help': page('viewer', /Roles and access/, null, still),
  '/help?search=powershell': page('viewer', /search results/, null, still),
  '/help?article=dmarc-record': page('viewer', /Before you begin/, null, still),
  '/help?article=none': page('viewer', /could not be loaded/, null, still),
  '/admin': page('admin', /Total Tenants/, null),
  '/admin/system': page('admin', /Response times/, null),
  '/admin/passwords': page('admin', /Best practices for admins/, /No users found/),
  '/admin/config-status': page('admin', /SQLite on this machine/, null),
  '/admin/tenants': page('admin', /Bracken Freight Group/, /No Tenants Found/),
  '/admin/tenants/onboard': page('admin', /grants consent at Microsoft/, null, still),
  [`/admin/tenants/${demonstration.weak.id}/users`]: page(
    'admin',
    /Tenant Users/,
    /No users (found for this tenant|are known yet)/,
  ),
  [`/admin/tenants/${demonstration.weak.id}/configuration`]: page('admin', /What is needed|Snapshots/, null),
  '/admin/groups': page('admin', /No groups yet/, /No groups yet/, { offers: [[/^New group$/, 'admin']] }),
  '/admin/baselines': page('admin', /Essentials without P1/, /No tenant has a baseline/, {
    offers: [[/^New baseline$/, 'admin']],
  }),
  '/admin/report-schedules': page('admin', /No report goes out by itself yet/, /No report goes out by itself yet/, {
    offers: [[/^New schedule$/, 'admin']],
  }),
  '/admin/tickets': page('admin', /No ticket system is connected/, /No ticket system is connected/, {
    offers: [[/^Connect ticket system$/, 'admin']],
  }),
  '/admin/users': page('admin', /Ada Lovelace/, /No users found/),
  '/admin/scan-runs': page('admin', /No bulk scans yet/, /No bulk scans yet/),
  '/admin/roles': page('admin', /How roles are mapped/, /No role mappings yet/),
  '/admin/settings': page('admin', /Role re-sync/, null),
  '/admin/audits': page('admin', /Bracken Freight Group/, /No audits found/),
  '/admin/tasks': page('admin', /No tasks yet/, /No tasks yet/),
  '/admin/matrix': page('admin', /checks by \d+ tenants/, /Nothing to compare/),
  '/admin/logs': page('admin', /Ada Lovelace/, /No entries yet/),
  '/admin/export': page('admin', /JSON export/, null),
  '/admin/approvals': page('admin', /Pending Review/, /Nothing waits for a decision/),
  '/admin/approvals?view=list': page('admin', /Pending Review/, /No approvals yet|No approvals match these filters/),
  '/notifications': page('viewer', /Nothing concerned you yet/, /Nothing concerned you yet/),
  '/notifications?tab=rules': page('viewer', /No rules yet/, /No rules yet/, { offers: [[/^New rule$/, 'viewer']] }),
  '/notifications?tab=channels': page(
    'viewer',
    /No channels yet|Nothing concerned you yet/,
    /No channels yet|Nothing concerned you yet/,
    {
      offers: [[/^New channel$/, 'admin']],
    },
  ),
  '/requests': page('technician', /No requests yet/, /No requests yet/),
  '/profile': page('viewer', /Time zone/, null),
  '/admin/oauth-errors': page('admin', /About these logs/, /No OAuth logs yet/),
  '/admin/graph-explorer': page('admin', /Execute Query/, null),
  '/admin/test-m365': page('admin', /Credentials/, null),
  '/admin/graph-settings': page('admin', /App registration/, null),
  '/admin/health': page('admin', /Audit trail/, null),
  '/m365/credentials': page('admin', /Bracken Freight Group/, /No credentials configured yet/),
  [`/client-room/preview?tenantId=${demonstration.weak.id}`]: page('technician', /Where you stand/, null),
  [`/client-room/preview/decisions?tenantId=${demonstration.weak.id}`]: page('technician', /Nothing waits/, null),
  [`/client-room/preview/questions?tenantId=${demonstration.weak.id}`]: page('technician', /No questions yet/, null),
  [`/client-room/preview/reports?tenantId=${demonstration.weak.id}`]: page('technician', /No reports yet/, null),
  [`/client-room/preview/help?tenantId=${demonstration.weak.id}`]: page('technician', /How to decide/, null, still),
  '/nothing-here': page('viewer', /This page does not exist/, null, still),
};
