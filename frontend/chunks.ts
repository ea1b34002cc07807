/** Which modules of a build stand in one file (rolldown's `codeSplitting.groups`). */
type Chunk = {
  name: string;
  priority: number;
  test: RegExp;
  tags?: ['$initial'];
  includeDependenciesRecursively?: false;
};

// High contrast is loaded by those who chose it (app/high-contrast-theme.ts).
const packages = (names: string) => new RegExp(`/node_modules/(${names})/(?!.*[hH]ighContrast)`);
/** Modules of ours by their place without extension, Fluent's components by `fluent/`, its icons by `icon/`. */
const modules = (...places: string[]) => {
  const paths = places.map((place) => {
    if (place.startsWith('contract/')) return place.replace('contract/', 'contract/src/(').concat(')\\.ts$');
    if (place.startsWith('fluent/')) return place.replace('fluent/', 'node_modules/@fluentui/(').concat(')/');
    if (place === 'icons of several sizes') return 'react-icons/lib/(icons|sizedIcons)/';
    if (place.startsWith('icon/')) return place.replace('icon/', 'react-icons/lib/atoms/svg/(').concat(')\\.js$');
    return place.replace(/^([a-z]+)\//, 'frontend/src/$1/(').concat(')\\.tsx?$');
  });
  return new RegExp(`/(${paths.join('|')})`);
};

const either = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * A chunk takes the modules that match, and what they need and no chunk above has taken. Without them the bundler makes
 * a file of every small module that two pages share: some thirty requests for a page, which compress badly. A page makes at
 * most 15 requests for code and loads at most 300 KB: `node frontend/measure-bundle.mjs` tells what each page loads, and
 * fails where one is above. A chunk costs a request, and each page that needs a part of it the whole: put together what the
 * same pages need.
 */
const inOrder: Omit<Chunk, 'priority'>[] = [
  // Packages, which change rarely: a release of ours leaves them in the browser's cache.
  {
    name: 'packages',
    test: /rolldown\/runtime|\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|zod|@griffel|@tanstack\/(query-core|react-query)|stylis|rtl-css-js|keyborg|@fluentui\/(tokens|react-(provider|spinner|text|label|field|input)|react-button\/lib\/components\/Button))\/(?!.*[hH]ighContrast)/,
  },
  {
    name: 'popovers',
    test: /tabster\/dist\/esm\/(get\/get)?Modalizer|use(ModalAttributes|ActivateModal)\.js|react-motion-components-preview\/lib\/components\/(Scale|Fade)|@fluentui\/react-popover|frontend\/src\/ui\/confirm-popover/,
    includeDependenciesRecursively: false,
  },
  // Ours: what every page needs, what the sign-in pages need, and what nearly every signed-in page does.
  { name: 'base', tags: ['$initial'], test: /\/(frontend|contract)\/src\/|vite\/preload-helper/ },
  // What pages on both sides of signing in need: without it, what is signed in loads the forms of signing in.
  {
    name: 'kit',
    test: modules(
      'contract/return-problems',
      'lib/call-query|form-errors|use-field-errors|use-submit',
      'ui/muted|server-link-button',
      'icon/checkmark-circle|circle|eye|eye-off|info',
    ),
  },
  {
    name: 'sign-in',
    test: modules(
      'lib/use-form',
      'features/auth/(auth-layout|destination|registration-status-query|(form|password|sign-in)-[a-z-]+)',
      'blocks/password-checklist',
      'ui/password-field|text-field|link-button',
    ),
  },
  // And what of ours each signed-in page is made of, a client's too: a file of its own would be one request more for each.
  {
    name: 'page-packages',
    test: either(
      packages(
        'tabster|@floating-ui|@fluentui/react-(tabster|positioning|motion|motion-components-preview|context-selector|utilities|portal|menu(?!/lib/components/MenuItem(Link|Checkbox))|card|message-bar|badge/lib/components/(Badge|CounterBadge)|skeleton|tooltip|breadcrumb|link)',
      ),
      modules(
        'app/focus-management|identity-check',
        'contract/client-decisions|client-questions|framework-id|generated-reports|incidents|tenant-health|verdicts|work-status',
        'ui/page-shell|query-state|section-card|empty-state|status-badge|text-link|row|stack|plain-list|list-card|skip-link|forced-colors|visually-hidden',
        'blocks/severity-badge|verdict-badge',
        'lib/format|invalidate-tenant|use-opened|use-download',
        'icon/arrow-download|document-pdf|person|question-circle|sign-out',
      ),
    ),
  },
  // The choice of an organization, which stands outside the shell.
  { name: 'avatar', test: packages('@fluentui/react-(avatar|badge/lib/components/PresenceBadge)') },
  { name: 'quick-actions', test: modules('lib/quick-actions') },
  {
    name: 'shell',
    test: modules(
      'app/shell|tenant-guards|dismissible-notice',
      'contract/alignment|audits|field-words|last-friday|rechecks|tenant-health|verdicts|work-status',
      'fluent/react-progress',
      'ui/search-box|relative-time|coming-time|load-more|paged-rows|stat-card|fact-grid|facts|counters|paged-list',
      'blocks/admin-page|admin-tabs|alignment-state-badge|alignment-texts|coming-soon-badge|help-link|judgment-badge|latest-audit-query|needs-scan|priority-badge|request-approval|secret-expiry|secret-expiry-warning|severity-badge|trouble-badge|trouble-texts|verdict-badge',
      'lib/use-action|use-opened|use-return-notice|table-params|invalidate-tenant|calendar-day|download|use-addressed|use-download|use-shown-rows',
      'icons of several sizes',
      'icon/add|arrow-clockwise|arrow-download|arrow-right|arrow-sync|checkmark|chevron-down|chevron-right|chevron-up|clock|clock-alarm|copy|dismiss-circle|document-pdf|edit|people|play|plug-connected|prohibited|save|shield-checkmark',
    ),
  },
  { name: 'select', test: modules('fluent/react-select', 'ui/select-field', 'blocks/tenant-filter') },
  { name: 'changes', test: modules('contract/changes|notable-kinds') },
  {
    name: 'across-tenants',
    test: modules(
      'contract/baseline-list|mail-domains|tenant-groups',
      'blocks/baseline-filter|baselines-query|group-filter|mail-domains-query|tenant-groups-query',
    ),
  },
  {
    name: 'table',
    test: modules(
      'fluent/react-table/lib/components/(Table|TableBody|TableCell|TableHeader|TableHeaderCell|TableRow)',
      'ui/data-table',
    ),
  },
  // What a few pages share.
  {
    name: 'scans',
    test: modules(
      'contract/activities|checklist|connections|internal-scan|scan-outcome|scan-runs|scans|tenant-schedules|tenant-summaries',
      'blocks/recent-activity-card|reconnect-path|retry-scan|scan-all|scan-query|tenant-summary-query|trouble-actions|trouble-facts|use-retry-scan|use-start-scan-run',
      'icon/cloud|scan-dash',
    ),
  },
  {
    name: 'results',
    test: modules(
      'contract/dashboard|findings|generated-reports|report-settings',
      'blocks/category-bars|finding-groups-query|incidents-notice|findings-menu|no-audit|use-findings-download|use-no-audit-reason|use-report-download',
      'features/findings/(findings-queries|use-acceptance|use-set-status)',
      'features/reports/report-queries',
    ),
  },
  { name: 'dialogs', test: modules('fluent/react-dialog', 'ui/form-dialog') },
  { name: 'checkbox', test: modules('fluent/react-checkbox', 'ui/row-selection', 'icon/more-horizontal') },
  { name: 'switch', test: modules('fluent/react-switch', 'blocks/setting-switch') },
  { name: 'radio', test: modules('fluent/react-radio') },
  { name: 'tabs', test: modules('fluent/react-tabs', 'ui/tab-panels') },
  {
    name: 'graph',
    test: modules(
      'contract/graph-tools|tenant-permissions',
      'blocks/graph-settings-query|permission-groups|permission-use|required-list|required-permissions-query',
      'features/graph-tools/json-block',
    ),
  },
  {
    name: 'approvals',
    test: modules(
      'contract/approval-decisions|approval-rules|approvals',
      'blocks/approval-labels|approval-status-badge|waiting-work-query',
      'features/approvals/(approval-cells|approval-queries|use-decisions)',
    ),
  },
  { name: 'own-account', test: modules('features/profile/(own-account|step-up)', 'contract/(own-account|step-up)') },
  {
    name: 'users',
    test: modules('contract/role-mappings|users', 'blocks/role-labels'),
  },
  {
    name: 'connection-pages',
    test: modules('features/connections/(connection-badges|connection-queries|use-return-notice)', 'lib/plain-text'),
  },
  // And the figures that the dashboard draws beside it: a room draws them too, and loads nothing of the staff's shell by it.
  {
    name: 'mail-flow',
    test: modules(
      'contract/mailflow',
      'ui/score-ring|trend-line|trend-range',
      'blocks/mail-flow-check|mail-flow-check-query|use-mail-flow-check',
      'features/admin-panel/mail-flow-health',
    ),
  },
  { name: 'trail', test: modules('contract/audit-trail', 'blocks/trail-state-query|trail-status-badge') },
  { name: 'exports', test: modules('contract/exports', 'blocks/export-jobs|export-jobs-query|use-export') },
  {
    name: 'system',
    test: modules(
      'contract/admin-stats|health',
      'blocks/health-labels',
      'features/admin-panel/(admin-panel-queries|alerts|quick-action-buttons|system-alerts|use-quick-actions)',
    ),
  },
  {
    name: 'tasks',
    test: modules(
      'contract/tasks',
      'blocks/task-status-badge',
      'features/tasks/(recheck-watch|task-badges|task-columns|task-counters|task-labels|task-queries|use-task-changes)',
      'icon/calendar-error|pause-circle',
      'ui/column-choice',
    ),
  },
  { name: 'task-fields', test: modules('blocks/assignee-field', 'ui/day-field') },
];

/** The first has first choice. */
export const chunks: Chunk[] = inOrder.map((chunk, index) => ({ ...chunk, priority: inOrder.length - index }));
