import { endpoints } from '@tenantry/contract/endpoints';
import { exportDatabase } from '@tenantry/contract/exports';
import { catalog } from '../src/audit/checks/catalog.ts';
import { defaultPrices } from '../src/domain/price-list/default-prices.ts';
import { update } from '../src/ports/collection.ts';
import type { ApprovalRecord } from '../src/store/approvals.ts';
import { containers } from '../src/store/containers.ts';
import type { FindingRecord } from '../src/store/findings.ts';
import type { ReportRecord } from '../src/store/reports.ts';
import type { TenantRecord } from '../src/store/tenants.ts';
import { type Answer, type Call, firstAdmin, type TestApp } from './test-app.ts';

/** An installation in which a tenant was scanned and its accounts were read, for calls to be made on. */
export type RecordedStack = {
  app: TestApp;
  cookie: string;
  /** The tenant that was scanned, and its scan. */
  tenantId: string;
  scanLogId: string;
  other: string;
  /** Makes a call of a name as the first administrator. @throws Error where it is no success */
  done(name: string, call?: Call): Promise<Answer>;
};

/** What is handed to a call: made right before it, so that nothing else leaves an entry meanwhile. */
type Prepare = (stack: RecordedStack) => Promise<Call> | Call;

const password = 'Qu1et!harbor';
const soon = () => new Date(Date.now() + 24 * 3_600_000).toISOString();
const reason = 'The customer decided so';
const unique = () => crypto.randomUUID().slice(0, 8);

export const endpointOf = (name: string) => {
  const endpoint = endpoints.find((one) => one.name === name);
  if (!endpoint) throw new Error(`There is no call ${name}`);
  return endpoint;
};

async function newUser({ done }: RecordedStack): Promise<{ id: string; username: string; email: string }> {
  const username = `user-${unique()}`;
  const email = `${username}@msp.example`;
  const body = { username, email, displayName: username, role: 'technician', password };
  const { json } = await done('user-create', { body });
  return { id: String(json.id), username, email };
}

async function signedIn(stack: RecordedStack, username: string): Promise<string> {
  const { cookie } = await stack.done('auth-local', { body: { username, password }, cookie: '' });
  return cookie ?? '';
}

async function openFinding({ app, tenantId }: RecordedStack): Promise<string> {
  const findings = app.app.records.partition<FindingRecord>(containers.findings, tenantId);
  const { items } = await findings.query({ where: [{ field: 'status', op: 'eq', value: 'OPEN' }], limit: 1 });
  return items[0]?.id ?? '';
}

/** One of Conditional Access: it has a sign-in that Microsoft can be asked about. */
async function findingWithWitness({ app, tenantId }: RecordedStack): Promise<string> {
  const findings = app.app.records.partition<FindingRecord>(containers.findings, tenantId);
  const { items } = await findings.query({ where: [{ field: 'checkId', op: 'eq', value: 'ca.device' }], limit: 1 });
  return items[0]?.id ?? '';
}

async function pendingApproval({ app, tenantId }: RecordedStack): Promise<string> {
  const approvals = app.app.records.partition<ApprovalRecord>(containers.approvals, tenantId);
  const { items } = await approvals.query({ where: [{ field: 'status', op: 'eq', value: 'pending' }], limit: 1 });
  return items[0]?.id ?? '';
}

const message = 'Whoever guesses a password gets into your mail.';

/** By a contact of the client, who is there from then on. */
async function openRoom({ app, tenantId }: RecordedStack): Promise<void> {
  await app.signInAsClient(tenantId);
}

async function newContact({ app, tenantId }: RecordedStack): Promise<string> {
  await app.signInAsClient(tenantId);
  const stored = await app.app.stores.tenants.get(tenantId);
  return stored?.value.contacts?.at(-1)?.id ?? '';
}

async function askedApproval(stack: RecordedStack): Promise<{ id: string; askedAt: string }> {
  await openRoom(stack);
  const id = await pendingApproval(stack);
  const { json } = await stack.done('approval-ask-client', { params: { id }, body: { message } });
  return { id, askedAt: String(json.askedAt) };
}

async function offeredRisk(stack: RecordedStack): Promise<{ id: string; offeredAt: string }> {
  await openRoom(stack);
  const id = await openFinding(stack);
  const offer = { params: { id }, body: { consequence: message, until: soon() } };
  const { json } = await stack.done('finding-offer-risk', offer);
  return { id, offeredAt: String(json.offeredAt) };
}

/** A report whose audit was released to the client. @param isReleased whether it was there then, or came later */
async function releasedReport(stack: RecordedStack, isReleased = true): Promise<string> {
  const { app, done, tenantId } = stack;
  const { json } = await done('report-generate', { body: { tenantId, form: 'summary' } });
  await app.drainQueue();
  const published = { at: new Date().toISOString(), by: 'Ada Lovelace' };
  const reports = app.app.records.partition<ReportRecord>(containers.reports, tenantId);
  await update(reports, String(json.reportId), (report) => ({ ...report, published, isReleased }));
  return String(json.reportId);
}

const newTask = async ({ done, tenantId }: RecordedStack) =>
  (
    await done('task-create', {
      body: { tenantId, title: `Task ${unique()}`, description: 'x', category: 'mail-flow' },
    })
  ).json as { id: string; version: number };
const newToken = () => ({ name: `Token ${unique()}`, role: 'viewer', expiresAt: soon() });
const madeToken = async ({ done }: RecordedStack, call: string) =>
  String(((await done(call, { body: newToken() })).json.token as { id: string }).id);
const newMapping = async ({ done }: RecordedStack) =>
  String((await done('role-mapping-create', { body: { m365Role: unique(), localRole: 'viewer' } })).json.id);
const newGroup = async ({ done }: RecordedStack) =>
  String((await done('tenant-group-create', { body: { name: unique(), rule: byTag('gold') } })).json.id);
const byTag = (value: string) => ({ match: 'all', conditions: [{ field: 'tag', value }] });
const newBaselineFields = (groupIds: string[] = []) => ({
  name: unique(),
  description: '',
  checkIds: catalog.flatMap(({ id, severity }) => (severity === 'info' ? [] : [id])),
  minimumGravity: 'low',
  dueDays: { critical: 7, high: 14, medium: 30, low: 90 },
  groupIds,
});
const newTicketSystemFields = () => ({
  ...{ kind: 'connectwise', name: unique(), address: 'https://api-na.myconnectwise.net' },
  account: { companyId: 'northwind', publicKey: 'public' },
  secrets: { privateKey: 'a private key', clientId: 'a client id' },
});
const newTicketSystem = async ({ done }: RecordedStack) =>
  String((await done('ticket-system-create', { body: newTicketSystemFields() })).json.id);
const newBaseline = async ({ done }: RecordedStack, groupIds: string[] = []) =>
  String((await done('baseline-create', { body: newBaselineFields(groupIds) })).json.id);

const newSchedule = async ({ done }: RecordedStack) =>
  String((await done('report-schedule-create', { body: newScheduleFields() })).json.id);
const scheduleFields = {
  ...{ name: 'Monthly', groupId: null, form: 'summary', day: { every: 'month', day: 1 }, hour: 8, timeZone: 'UTC' },
  ...{ toContacts: true, staff: [], release: 'hold', isOn: false },
};
const newScheduleFields = () => ({ ...scheduleFields, key: crypto.randomUUID() });

/** A baseline that holds for the tenant that was scanned. */
async function heldBaseline(stack: RecordedStack): Promise<string> {
  const rule = { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] };
  const { json } = await stack.done('tenant-group-create', { body: { name: unique(), rule } });
  return newBaseline(stack, [String(json.id)]);
}
const newAccount = async ({ app }: RecordedStack) => {
  const found: { id: string; account: string }[] = [];
  for (const id of await app.tenantIds()) {
    const tenant = (await app.app.stores.tenants.get(id))?.value as TenantRecord;
    for (const { userId } of tenant.emergencyAccounts) found.push({ id, account: userId });
  }
  const [first] = found;
  if (!first) throw new Error('No tenant has an emergency account');
  return first;
};

const newRuleFields = () => ({
  name: unique(),
  isEnabled: true,
  events: [{ kind: 'change', gravity: 'critical' }],
  groupIds: null,
  timeZone: 'UTC',
  quiet: null,
  delivery: { when: 'at-once' },
  targets: { inApp: true, ownMail: false, channelIds: [] },
});
const newRule = async ({ done }: RecordedStack) => ({
  ruleId: String((await done('notice-rule-create', { body: newRuleFields() })).json.id),
});
const newChannelFields = () => ({
  name: unique(),
  settings: { kind: 'webhook', url: 'https://127.0.0.1/never-called' },
});
async function newChannel({ done }: RecordedStack) {
  const { json } = await done('notice-channel-create', { body: newChannelFields() });
  return { channelId: String((json.channel as { id: string }).id) };
}

/** What people are told of, and where. */
const notifications: Record<string, Prepare> = {
  'notice-rule-create': () => ({ body: newRuleFields() }),
  'notice-rule-change': async (stack) => ({ params: await newRule(stack), body: { ...newRuleFields(), revision: 1 } }),
  'notice-rule-delete': async (stack) => ({ params: await newRule(stack) }),
  'notice-channel-create': () => ({ body: newChannelFields() }),
  'notice-channel-change': async (stack) => ({
    params: await newChannel(stack),
    body: { name: unique(), revision: 1 },
  }),
  'notice-channel-delete': async (stack) => ({ params: await newChannel(stack) }),
  'notice-channel-rotate-secret': async (stack) => ({ params: await newChannel(stack) }),
  'notice-channel-test': async (stack) => ({ params: await newChannel(stack) }),
};

const finding: Record<string, Prepare> = {
  'finding-set-status': async (stack) => ({
    params: { findingId: await openFinding(stack) },
    body: { status: 'in-progress' },
  }),
  'findings-set-status': async (stack) => ({
    body: {
      tenantId: stack.tenantId,
      findingIds: [await openFinding(stack)],
      status: 'resolved',
      reason,
    },
  }),
  'finding-ask-microsoft': async (stack) => ({ params: { findingId: await findingWithWitness(stack) } }),
  'finding-recheck': async (stack) => ({ params: { findingId: await openFinding(stack) } }),
  'finding-accept': async (stack) => ({
    params: { findingId: await openFinding(stack) },
    body: { reason, expiresAt: soon() },
  }),
  'finding-acceptance-withdraw': async (stack) => {
    const findingId = await openFinding(stack);
    await stack.done('finding-accept', { params: { findingId }, body: { reason, expiresAt: soon() } });
    return { params: { findingId } };
  },
  'findings-export': () => ({}),
  'matrix-export': () => ({}),
  'baseline-create': () => ({ body: newBaselineFields() }),
  'baseline-change': async (stack) => ({
    params: { baselineId: await newBaseline(stack) },
    body: { name: unique(), revision: 1 },
  }),
  'baseline-delete': async (stack) => ({ params: { baselineId: await newBaseline(stack) } }),
  'baseline-alignment-export': () => ({}),
  'baseline-exception-make': async (stack) => ({
    params: { id: stack.tenantId },
    body: { baselineId: await heldBaseline(stack), checkIds: null, reason, expiresAt: soon() },
  }),
  'baseline-exception-end': async (stack) => {
    const [params, baselineId] = [{ id: stack.tenantId }, await heldBaseline(stack)];
    const body = { baselineId, checkIds: null, reason, expiresAt: soon() };
    await stack.done('baseline-exception-make', { params, body });
    return { params, query: { baselineId } };
  },
  'findings-download': ({ tenantId }) => ({ params: { id: tenantId } }),
  'compliance-download': ({ tenantId }) => ({ params: { id: tenantId }, query: { framework: 'nist-csf' } }),
  'questionnaire-answer': ({ tenantId }) => ({
    params: { id: tenantId, questionnaire: 'cyber-insurance', question: 'edr' },
    body: { answer: 'yes', text: 'On every computer', revision: 0 },
  }),
  'questionnaire-download': ({ tenantId }) => ({
    params: { id: tenantId, questionnaire: 'cyber-insurance' },
    query: { format: 'csv' },
  }),
  'client-questionnaire-answer': async ({ app, tenantId }) => ({
    tenantId,
    cookie: await app.signInAsClient(tenantId),
    params: { questionnaire: 'cyber-insurance', question: 'training' },
    body: { answer: 'other', text: 'Each spring', revision: 0 },
  }),
  'client-questionnaire-download': async ({ app, tenantId }) => ({
    tenantId,
    cookie: await app.signInAsClient(tenantId),
    params: { questionnaire: 'cyber-insurance' },
    query: { format: 'csv' },
  }),
  'mail-use-answer': async ({ app }) => {
    const ids = await app.tenantIds();
    const tenants = await Promise.all(ids.map(async (id) => (await app.app.stores.tenants.get(id))?.value));
    const tenant = tenants.find((one) => one?.domain === 'brackenfreight.example');
    return { params: { id: tenant?.id ?? '' }, body: { domain: 'bracken-logistics.example', sends: 'none' } };
  },
  'checklist-change': ({ scanLogId }) => ({
    params: { scanId: scanLogId },
    body: { items: [{ itemId: 'legacy_auth', checked: true, comment: unique() }] },
  }),
};

const work: Record<string, Prepare> = {
  'approval-approve': async (stack) => ({ params: { id: await pendingApproval(stack) }, body: {} }),
  'approval-deny': async (stack) => ({ params: { id: await pendingApproval(stack) }, body: {} }),
  'approval-change': async (stack) => ({ params: { id: await pendingApproval(stack) }, body: { status: 'denied' } }),
  'approvals-decide': async (stack) => ({
    body: { ids: [await pendingApproval(stack)], status: 'denied', comment: 'Not now' },
  }),
  'approval-rules-change': () => ({ body: { revision: 0, askFrom: 'high', rules: [] } }),
  'approval-request': ({ tenantId }) => ({
    body: { type: 'system_change', tenantId, title: 'Move the mailboxes', reason },
  }),
  'task-create': ({ tenantId }) => ({ body: { tenantId, title: 'Renew', description: 'x', category: 'mail-flow' } }),
  'task-change': async (stack) => ({ params: { taskId: (await newTask(stack)).id }, body: { status: 'in_progress' } }),
  'tasks-change': async (stack) => {
    const { id, version } = await newTask(stack);
    return { body: { tasks: [{ id, version }], status: 'on_hold' } };
  },
  'tasks-save': async (stack) => {
    const { id, version } = await newTask(stack);
    return { tenantId: stack.tenantId, body: { tasks: [{ id, version, status: 'blocked' }] } };
  },
  'microsoft-questions-change': () => ({ body: { atEachScan: true } }),
  'price-list-change': () => ({
    body: { revision: 0, work: [{ id: defaultPrices[0]?.id ?? '', hours: 99 }] },
  }),
  'project-plan-make': ({ tenantId }) => ({ body: { tenantId } }),
  'report-generate': ({ tenantId }) => ({ body: { tenantId } }),
  'report-pdf': ({ tenantId }) => ({ params: { id: tenantId } }),
  'report-schedule-create': () => ({ body: newScheduleFields() }),
  'report-schedule-change': async (stack) => ({
    params: { scheduleId: await newSchedule(stack) },
    body: { ...scheduleFields, name: unique(), revision: 1 },
  }),
  'report-schedule-delete': async (stack) => ({ params: { scheduleId: await newSchedule(stack) } }),
  'report-schedule-run': async (stack) => ({ params: { scheduleId: await newSchedule(stack) } }),
  'tenant-contacts-change': ({ tenantId }) => ({
    params: { id: tenantId },
    body: {
      revision: 0,
      contacts: [{ id: crypto.randomUUID(), name: 'Jane Doe', address: 'jane@client.example', gets: ['reports'] }],
    },
  }),
  'client-room-change': async ({ app, tenantId }) => {
    const room = (await app.app.stores.tenants.get(tenantId))?.value.clientRoom;
    const body = { isOpen: true, showsPrices: false, color: null, welcome: unique(), revision: room?.revision ?? 0 };
    return { params: { id: tenantId }, body };
  },
  'client-invite': async (stack) => ({ params: { id: stack.tenantId }, body: { contactId: await newContact(stack) } }),
  'client-access-end': async (stack) => {
    const contactId = await newContact(stack);
    await stack.done('client-invite', { params: { id: stack.tenantId }, body: { contactId } });
    return { params: { id: stack.tenantId, contactId } };
  },
  'client-summary': async ({ app, tenantId }) => ({ tenantId, cookie: await app.signInAsClient(tenantId) }),
  'client-report-file': async (stack) => ({
    params: { id: await releasedReport(stack) },
    cookie: await stack.app.signInAsClient(stack.tenantId),
  }),
  'approval-ask-client': async (stack) => {
    await openRoom(stack);
    return { params: { id: await pendingApproval(stack) }, body: { message } };
  },
  'approval-ask-client-end': async (stack) => ({ params: { id: (await askedApproval(stack)).id } }),
  'client-approval-answer': async (stack) => {
    const { id, askedAt } = await askedApproval(stack);
    const cookie = await stack.app.signInAsClient(stack.tenantId);
    return { params: { id }, body: { answer: 'declined', askedAt }, cookie };
  },
  'finding-offer-risk': async (stack) => {
    await openRoom(stack);
    return { params: { id: await openFinding(stack) }, body: { consequence: message, until: soon() } };
  },
  'finding-offer-risk-end': async (stack) => ({ params: { id: (await offeredRisk(stack)).id } }),
  'client-risk-answer': async (stack) => {
    const { id, offeredAt } = await offeredRisk(stack);
    const cookie = await stack.app.signInAsClient(stack.tenantId);
    return { params: { id }, body: { answer: 'accepted', offeredAt }, cookie };
  },
  'client-question-ask': async ({ app, tenantId }) => ({
    tenantId,
    body: { text: message, key: crypto.randomUUID() },
    cookie: await app.signInAsClient(tenantId),
  }),
  'task-client-reply': async (stack) => {
    const { app, tenantId } = stack;
    const cookie = await app.signInAsClient(tenantId);
    const asked = { tenantId, body: { text: message, key: crypto.randomUUID() }, cookie };
    const { json } = await stack.done('client-question-ask', asked);
    return { params: { id: String(json.id) }, body: { text: 'Three people, all of them administrators.' } };
  },
  'mail-settings-change': () => ({
    body: {
      ...{ revision: 0, way: 'smtp', fromAddress: 'reports@msp.example', fromName: '', host: '127.0.0.1', port: 9 },
      ...{ security: 'tls', signIn: 'none', user: '' },
    },
  }),
  'mail-test': () => ({}),
  'report-settings-change': () => ({
    body: { revision: 0, organizationName: 'Northwind Services', timeZone: 'Europe/Berlin' },
  }),
  'report-time-zone-choose': ({ tenantId }) => ({ params: { id: tenantId }, body: { timeZone: 'Asia/Tokyo' } }),
  'report-release': async (stack) => ({ params: { reportId: await releasedReport(stack, false) } }),
  'report-file': async ({ app, done, tenantId }) => {
    const { reportId } = (await done('report-generate', { body: { tenantId } })).json;
    await app.drainQueue();
    return { params: { reportId: String(reportId) } };
  },
};

const newPack = () => ({ requestId: crypto.randomUUID(), frameworkId: 'cmmc-level-1' });
const madePack = async ({ app, done, tenantId }: RecordedStack) => {
  const { packId } = (await done('evidence-pack-make', { tenantId, body: newPack() })).json;
  await app.drainQueue();
  return { packId: String(packId) };
};

const evidence: Record<string, Prepare> = {
  'evidence-pack-make': ({ tenantId }) => ({ tenantId, body: newPack() }),
  'evidence-pack-download': async (stack) => ({ params: await madePack(stack) }),
  'evidence-pack-share': async (stack) => ({ params: await madePack(stack), body: { shared: true } }),
  'evidence-time-stamp-change': () => ({ body: { url: `https://${unique()}.example/tsr` } }),
};

const scans: Record<string, Prepare> = {
  'scan-start': ({ other }) => ({ body: { tenant_id: other } }),
  'scan-internal': async ({ app, other }) => {
    await app.drainQueue();
    return { body: { tenantId: other } };
  },
  'internal-scan': async ({ app, other }) => {
    await app.drainQueue();
    return { params: { tenantId: other } };
  },
  'scan-cancel': async ({ app, done, other }) => {
    await app.drainQueue();
    const { scanLogId } = (await done('scan-start', { body: { tenant_id: other } })).json;
    return { params: { scanLogId: String(scanLogId) } };
  },
  'scan-retry': async ({ app, done, other }) => {
    await app.drainQueue();
    const scanLogId = String((await done('scan-start', { body: { tenant_id: other } })).json.scanLogId);
    await done('scan-cancel', { params: { scanLogId } });
    return { params: { scanLogId } };
  },
  'scan-run': async ({ app }) => {
    await app.drainQueue();
    return { body: { tenantIds: 'all' } };
  },
  'scan-run-cancel': async ({ app, done }) => {
    await app.drainQueue();
    const { runId } = (await done('scan-run', { body: { tenantIds: 'all' } })).json;
    return { params: { runId: String(runId) } };
  },
  'tenant-schedule-set': ({ tenantId }) => ({
    params: { id: tenantId },
    body: { schedule: { frequency: 'off' } },
  }),
  'tenant-schedules-set': ({ other }) => ({ body: { tenantIds: [other], schedule: { frequency: 'off' } } }),
  'tenant-users-sync': ({ other }) => ({ params: { id: other } }),
  'sign-in-log-read': ({ other }) => ({ params: { id: other }, body: { days: 7 } }),
  'sign-in-log-replay': async ({ app, done, tenantId }) => {
    await done('sign-in-log-read', { params: { id: tenantId }, body: { days: 7 } });
    await app.drainQueue();
    return { params: { id: tenantId }, body: { policies: [] } };
  },
};

const access: Record<string, Prepare> = {
  'auth-local': () => ({ body: { username: firstAdmin.username, password: firstAdmin.password }, cookie: '' }),
  'auth-logout': async (stack) => ({ cookie: await signedIn(stack, (await newUser(stack)).username) }),
  'auth-step-up': async (stack) => {
    const { username } = await newUser(stack);
    return { body: { password }, cookie: await signedIn(stack, username) };
  },
  'profile-password': async (stack) => {
    const { username } = await newUser(stack);
    const body = { currentPassword: password, newPassword: 'L4ntern&river' };
    return { body, cookie: await signedIn(stack, username) };
  },
  'profile-time-zone': () => ({ body: { timeZone: 'Europe/Berlin' } }),
  'profile-theme': () => ({ body: { theme: 'dark' } }),
  'profile-sessions-end': async (stack) => {
    const { username } = await newUser(stack);
    await signedIn(stack, username);
    return { cookie: await signedIn(stack, username) };
  },
  'profile-session-end': async (stack) => {
    const { username } = await newUser(stack);
    await signedIn(stack, username);
    const cookie = await signedIn(stack, username);
    const { json } = await stack.done('profile-sessions', { cookie });
    const sessions = json as unknown as { id: string; isCurrent: boolean }[];
    return { params: { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' }, cookie };
  },
  'user-create': () => {
    const username = `user-${unique()}`;
    return { body: { username, email: `${username}@msp.example`, displayName: username, role: 'viewer', password } };
  },
  'user-change': async (stack) => ({ params: { id: (await newUser(stack)).id }, body: { role: 'viewer' } }),
  'user-delete': async (stack) => ({ params: { id: (await newUser(stack)).id } }),
  'user-password-reset': async (stack) => ({
    body: { userId: (await newUser(stack)).id, newPassword: 'L4ntern&river' },
  }),
  'user-reset-link': async (stack) => ({ body: { email: (await newUser(stack)).email } }),
  'reset-link-use': async (stack) => {
    const { json } = await stack.done('user-reset-link', { body: { email: (await newUser(stack)).email } });
    const token = new URL(String(json.link ?? json.url)).hash.replace(/^#(?:token=)?/, '');
    return { body: { token, newPassword: 'L4ntern&river' }, cookie: '' };
  },
  'role-mapping-create': () => ({ body: { m365Role: unique(), localRole: 'viewer' } }),
  'role-mapping-change': async (stack) => ({
    params: { id: await newMapping(stack) },
    body: { m365Role: unique(), localRole: 'technician' },
  }),
  'role-mapping-delete': async (stack) => ({ params: { id: await newMapping(stack) } }),
  'settings-change': () => ({ body: { role_sync_enabled: true } }),
  'profile-token-make': () => ({ body: newToken() }),
  'profile-token-revoke': async (stack) => ({ params: { tokenId: await madeToken(stack, 'profile-token-make') } }),
  'service-token-make': () => ({ body: newToken() }),
  'service-token-revoke': async (stack) => ({ params: { tokenId: await madeToken(stack, 'service-token-make') } }),
  'service-token-sponsor': async (stack) => ({
    params: { tokenId: await madeToken(stack, 'service-token-make') },
    cookie: await stack.app.signInAs('admin', { kind: 'all' }),
  }),
};

const connections: Record<string, Prepare> = {
  'ticket-system-create': () => ({ body: newTicketSystemFields() }),
  'ticket-system-change': async (stack) => ({
    params: { systemId: await newTicketSystem(stack) },
    body: { name: unique(), secrets: { privateKey: 'another key' }, revision: 1 },
  }),
  'ticket-system-delete': async (stack) => ({ params: { systemId: await newTicketSystem(stack) } }),
  'tenant-group-create': () => ({ body: { name: unique(), rule: byTag('gold') } }),
  'tenant-group-change': async (stack) => ({
    params: { groupId: await newGroup(stack) },
    body: { name: unique(), rule: byTag('silver'), revision: 1 },
  }),
  'tenant-group-delete': async (stack) => ({ params: { groupId: await newGroup(stack) } }),
  'tenant-labels-change': ({ tenantId }) => ({
    tenantId,
    params: { id: tenantId },
    body: { tags: [unique()], ownerId: null },
  }),
  'credentials-save': async ({ app, other }) => {
    const tenantId = (await app.app.stores.tenants.get(other))?.value.m365TenantId ?? '';
    return {
      tenantId: other,
      body: { clientId: crypto.randomUUID(), clientSecret: 'a secret', tenantId, useMock: true },
    };
  },
  'credential-test': ({ tenantId }) => ({ params: { tenantId } }),
  'oauth-debug': ({ tenantId }) => ({ params: { tenantId } }),
  'graph-query': ({ tenantId }) => ({ params: { tenantId }, body: { endpoint: '/v1.0/organization' } }),
  'graph-settings-save': () => ({ body: { clientId: crypto.randomUUID(), tenantId: crypto.randomUUID() } }),
  'oauth-errors-clear': () => ({}),
  'oauth-errors-export': () => ({}),
  'tenant-create': () => ({ body: { name: `New ${unique()}`, m365TenantId: crypto.randomUUID() } }),
  'tenant-change': ({ other }) => ({ params: { id: other }, body: { domain: `${unique()}.example` } }),
  'tenant-offboard': async ({ done }) => {
    const name = `New ${unique()}`;
    const { json } = await done('tenant-create', { body: { name, m365TenantId: crypto.randomUUID() } });
    const id = String((json.tenant as { id?: string } | undefined)?.id ?? json.id);
    return { params: { id }, body: { name } };
  },
  'emergency-account-declare': async (stack) => {
    const { id, account } = await newAccount(stack);
    await stack.done('emergency-account-remove', { params: { id, userId: account } });
    return { params: { id }, body: { account, reason, expiresAt: soon() } };
  },
  'emergency-account-change': async (stack) => {
    const { id, account } = await newAccount(stack);
    return { params: { id, userId: account }, body: { reason: `${reason} again`, expiresAt: soon() } };
  },
  'emergency-account-remove': async (stack) => {
    const { id, account } = await newAccount(stack);
    return { params: { id, userId: account } };
  },
};

const exported: Record<string, Prepare> = {
  'export-database': () => ({}),
  'export-sql': () => ({}),
  'audit-trail-export': () => ({}),
  'export-download': async ({ app, done }) => {
    const { jobId } = (await done(exportDatabase.name)).json;
    await app.drainQueue();
    return { params: { jobId: String(jobId) } };
  },
};

/** How a successful call of each endpoint is made: those that change something, and those that read what is sensitive. */
export const recordedCalls: Record<string, Prepare> = {
  ...access,
  ...connections,
  ...evidence,
  ...scans,
  ...finding,
  ...notifications,
  ...work,
  ...exported,
};
