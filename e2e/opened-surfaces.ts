import { demonstration } from './signed-in-test.ts';
import { staff } from './staff.ts';

const { weak } = demonstration;
const tenant = (path: string) => `${path}?tenantId=${weak.id}`;
const vera = staff.viewer.displayName;

/** A task of this name is there. */
export const openedTask = 'Turn on sign-in logs';

/** What opens something over a page, by address: the names of the buttons, each of which is there for an administrator. */
export const surfaces: readonly (readonly [address: string, tag: string, openers: readonly RegExp[]])[] = [
  [tenant('/dashboard'), '@dashboard', [/^Download Findings$/, /^Start Assessment$/]],
  [tenant('/audit'), '@audits', [/^Administrators without an MFA method$/]],
  [tenant('/findings'), '@findings', [/^Export Report/, /^View Details: /, /^More actions: /, /^Accept risk…: /]],
  [tenant('/mail-flow'), '@mailflow', [/^Details of /]],
  [
    tenant('/what-if'),
    '@what-if',
    [/^Add a template$/, /^Paste JSON$/, /^Save as new draft$/, /^Edit MFA for all users/],
  ],
  [tenant('/emergency-accounts'), '@emergency-accounts', [/^Declare account$/]],
  [tenant('/compliance'), '@compliance', [/^Evidence pack$/]],
  [tenant('/report'), '@reports', [/^Generate report$/, /^Change time zone$/]],
  [tenant('/tasks'), '@tasks', [/^New Task$/, /^Columns$/, new RegExp(`^${openedTask}`)]],
  ['/overview', '@overview', [/^Run Global Audit$/]],
  [
    '/admin/tenants',
    '@connections',
    [/^Create New Organization$/, /^Scan all$/, /^Schedule: /, /^Edit /, /^Offboard /],
  ],
  [
    '/admin/users',
    '@users',
    [
      /^Add Local User$/,
      new RegExp(`^Edit ${vera}`),
      new RegExp(`^Reset password of ${vera}`),
      new RegExp(`^Delete ${vera}`),
    ],
  ],
  ['/admin/tasks', '@tasks', [/^Columns$/, / more pages$/]],
  ['/admin/roles', '@role-mappings', [/^Add Mapping$/]],
  [
    '/admin/settings',
    '@settings',
    [/^Edit rates$/, /^Edit hours: Require MFA/, /^Edit report settings$/, /^New service token$/],
  ],
  ['/admin/audits', '@audits', [/^View details: /, /^Delete audit: /]],
  ['/admin/logs', '@audit-trail', [/^Export$/]],
  [
    '/admin/approvals',
    '@approvals',
    [/^Request approval$/, /^Approval rules$/, /^Approve .*requests?: /, /^Deny .*requests?: /, /^Rules for /],
  ],
  ['/admin/approvals?view=list', '@approvals', [/^Approve (?!selected)/, /^Deny (?!selected)/, /^Review /]],
  ['/admin/system', '@admin-panel', [/^Configure$/]],
  ['/requests', '@approvals', [/^Request approval$/]],
  ['/profile', '@profile', [/^Change password$/, /^Set up$/, /^Sign out /, /^New token$/]],
  ['/admin/oauth-errors', '@graph-tools', [/^Clear All$/]],
  ['/m365/credentials', '@connections', [/^Credentials of /]],
];

/** In the header of every page. */
export const headerOpeners = [/^Tenant: /, /^Account: /] as const;
