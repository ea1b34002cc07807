import type { FluentIcon } from '@fluentui/react-icons';
import { AlertRegular } from '@fluentui/react-icons/svg/alert';
import { BeakerRegular } from '@fluentui/react-icons/svg/beaker';
import { BranchCompareRegular } from '@fluentui/react-icons/svg/branch-compare';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { ClipboardTaskListLtrRegular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr';
import { ClipboardTextLtrRegular } from '@fluentui/react-icons/svg/clipboard-text-ltr';
import { DocumentBulletListRegular } from '@fluentui/react-icons/svg/document-bullet-list';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import { GaugeRegular } from '@fluentui/react-icons/svg/gauge';
import { HeartPulseRegular } from '@fluentui/react-icons/svg/heart-pulse';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { KeyRegular } from '@fluentui/react-icons/svg/key';
import { MailShieldRegular } from '@fluentui/react-icons/svg/mail-shield';
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team';
import { PersonKeyRegular } from '@fluentui/react-icons/svg/person-key';
import { QuestionCircleRegular } from '@fluentui/react-icons/svg/question-circle';
import { RibbonRegular } from '@fluentui/react-icons/svg/ribbon';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { ShieldErrorRegular } from '@fluentui/react-icons/svg/shield-error';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import { TableRegular } from '@fluentui/react-icons/svg/table';
import { TaskListSquareLtrRegular } from '@fluentui/react-icons/svg/task-list-square-ltr';
import { TimelineRegular } from '@fluentui/react-icons/svg/timeline';
import { TimerRegular } from '@fluentui/react-icons/svg/timer';
import type { Role } from '@tenantry/contract/auth';
import { paths } from '../lib/paths.ts';

export type NavigationEntry = {
  label: string;
  icon: FluentIcon;
  /** The least role that sees the entry. */
  role: Role;
  /** It concerns the whole installation: for users of all tenants. */
  forAllTenants?: true;
} & ({ path: string; comingSoon?: undefined } | { path?: undefined; comingSoon: true });

export type NavigationSection = {
  label: string;
  /** Its entries are disabled until a tenant is selected. */
  needsTenant: boolean;
  entries: readonly NavigationEntry[];
};

/** The sidebar (specification, section 2). Who may open a page is decided by its route and by the API, not here. */
export const navigation: readonly NavigationSection[] = [
  {
    label: 'Global',
    needsTenant: false,
    entries: [
      { label: 'Multi-Tenant Overview', path: paths.overview, icon: BuildingMultipleRegular, role: 'admin' },
      { label: 'My Work', path: paths.myWork, icon: TaskListSquareLtrRegular, role: 'technician' },
      { label: 'All Changes', path: paths.allChanges, icon: BranchCompareRegular, role: 'viewer' },
      { label: 'Admin Panel', path: paths.admin, icon: SettingsRegular, role: 'admin' },
      { label: 'System Health', path: paths.adminHealth, icon: HeartPulseRegular, role: 'admin', forAllTenants: true },
      { label: 'Audits', path: paths.adminAudits, icon: HistoryRegular, role: 'admin' },
      { label: 'Matrix', path: paths.adminMatrix, icon: TableRegular, role: 'admin' },
      { label: 'Baselines', path: paths.adminBaselines, icon: RibbonRegular, role: 'admin' },
      { label: 'Tasks', path: paths.adminTasks, icon: ClipboardTaskListLtrRegular, role: 'admin' },
      { label: 'Approvals', path: paths.adminApprovals, icon: ClipboardCheckmarkRegular, role: 'admin' },
      { label: 'My Requests', path: paths.requests, icon: ClipboardTextLtrRegular, role: 'technician' },
      { label: 'Scan Internal Policies', path: paths.scan, icon: DocumentSearchRegular, role: 'admin' },
      { label: 'Findings View', path: paths.findings, icon: ShieldErrorRegular, role: 'viewer' },
      { label: 'Credential Status', path: paths.credentials, icon: KeyRegular, role: 'admin' },
      { label: 'Client Portal', path: paths.clientRoom, icon: PeopleTeamRegular, role: 'admin' },
      { label: 'Time Tracking', comingSoon: true, icon: TimerRegular, role: 'technician' },
      { label: 'Notifications', path: paths.notifications, icon: AlertRegular, role: 'viewer' },
    ],
  },
  {
    label: 'Tenant Tools',
    needsTenant: true,
    entries: [
      { label: 'Dashboard', path: paths.dashboard, icon: GaugeRegular, role: 'viewer' },
      { label: 'M365 Audit', path: paths.audit, icon: ShieldTaskRegular, role: 'viewer' },
      { label: 'Changes', path: paths.changes, icon: BranchCompareRegular, role: 'viewer' },
      { label: 'Compliance', path: paths.compliance, icon: CertificateRegular, role: 'viewer' },
      { label: 'Questionnaires', path: paths.questionnaires, icon: QuestionCircleRegular, role: 'viewer' },
      { label: 'Task Center', path: paths.tasks, icon: TaskListSquareLtrRegular, role: 'viewer' },
      { label: 'Project Plan', path: paths.projectPlan, icon: TimelineRegular, role: 'viewer' },
      { label: 'Mail Flow', path: paths.mailFlow, icon: MailShieldRegular, role: 'technician' },
      { label: 'What-If', path: paths.whatIf, icon: BeakerRegular, role: 'technician' },
      { label: 'Break-glass accounts', path: paths.emergencyAccounts, icon: PersonKeyRegular, role: 'admin' },
      { label: 'Reports', path: paths.report, icon: DocumentBulletListRegular, role: 'viewer' },
    ],
  },
];

const labels: Record<string, string> = {
  '/': 'Dashboard',
  '/dashboard': 'Dashboard',
  '/admin': 'Admin Panel',
  '/admin/tenants': 'Tenants',
  '/admin/groups': 'Groups',
  '/admin/baselines': 'Baselines',
  '/admin/report-schedules': 'Scheduled Reports',
  '/admin/tickets': 'Tickets',
  '/admin/tenants/onboard': 'Connect Tenant',
  '/admin/scan-runs': 'Bulk Scans',
  '/admin/roles': 'Role Mapping',
  '/admin/settings': 'Settings',
  '/admin/logs': 'Audit Logs',
  '/admin/oauth-errors': 'OAuth error logs',
  '/admin/graph-explorer': 'Graph explorer',
  '/admin/test-m365': 'Graph API Test',
  '/admin/graph-settings': 'Graph API Settings',
  '/admin/health': 'System Health',
  '/admin/system': 'System Dashboard',
  '/admin/export': 'Database Export',
  '/admin/passwords': 'Password Management',
  '/admin/config-status': 'Configuration Status',
  '/admin/users': 'Users',
  '/admin/audits': 'Audits',
  '/admin/tasks': 'Tasks',
  '/admin/approvals': 'Approvals',
  '/admin/matrix': 'Matrix',
  '/requests': 'My Requests',
  '/audit': 'M365 Audit',
  '/changes': 'Changes',
  '/changes/all': 'All Changes',
  '/compliance': 'Compliance',
  '/questionnaires': 'Questionnaires',
  '/tasks': 'Task Center',
  '/task-center': 'Task Center',
  '/report': 'Reports',
  '/approval': 'Approval',
  '/overview': 'Multi-Tenant Overview',
  '/my-work': 'My Work',
  '/scan': 'Scan Internal Policies',
  '/findings': 'Findings View',
  '/m365/credentials': 'Credential Status',
  '/emergency-accounts': 'Break-glass accounts',
  '/mail-flow': 'Mail Flow',
  '/what-if': 'What-If',
  '/mail-flow/all': 'All Mail Domains',
  '/project-plan': 'Project Plan',
  '/client-room': 'Client Portal',
  '/help': 'Help & Documentation',
  '/profile': 'Profile',
};

/** Pages of one tenant below the list of them. */
const tenantPage = /^\/admin\/tenants\/[^/]+\/(users|configuration)$/;
const tenantPageLabels: Record<string, string> = { users: 'Users', configuration: 'Tenant configuration' };

/** The trail to a path: each part of it that is a page, with its label. */
export function breadcrumbsOf(pathname: string): { path: string; label: string }[] {
  const parts = pathname.toLowerCase().split('/').filter(Boolean);
  return parts.flatMap((_, index) => {
    const path = `/${parts.slice(0, index + 1).join('/')}`;
    const label = labels[path] ?? tenantPageLabels[tenantPage.exec(path)?.[1] ?? ''];
    return label === undefined ? [] : [{ path, label }];
  });
}
