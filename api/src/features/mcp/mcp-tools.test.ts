import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { listApprovals } from '@tenantry/contract/approvals';
import { getFinding, listFindings } from '@tenantry/contract/findings';
import { guardedEffects } from '@tenantry/contract/guarded-effects';
import { createTask } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { all } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { bytesOf, maxAnswerBytes } from './bounds.ts';
import { dataNotice } from './tenant-text.ts';
import { type McpOverHttp, startMcpOverHttp } from './testing/mcp-over-http.ts';
import { tools } from './tools/tools.ts';

/** What each tool stands on. A tool that stands on a call that is not here has to be thought about, and written down. */
const standsOn: Record<string, string[]> = {
  list_tenants: ['tenant-summaries'],
  find_findings: ['findings'],
  explain_finding: ['finding-get'],
  matrix: ['matrix', 'matrix-row'],
  changes: ['changes'],
  coverage: ['audit-latest'],
  compliance: ['compliance', 'compliance-framework'],
  my_work: ['tasks', 'approvals-own', 'approvals'],
  propose_approval: ['approval-request'],
  draft_report: ['report-generate'],
};

/** The only calls of a tool that change something: each makes something that waits for a person. */
const proposals = ['approval-request', 'report-generate'];

/** Names of calls that decide, or do what was decided. */
const deciding =
  /-(?:approve|deny|decide|accept|withdraw|change|set-status|save|delete|cancel|start|recheck|make|end)$/;

/** Events that tell of a decision. */
const decided = /approved|denied|decided|accepted|carried_out|status_changed|_changed$|deleted|published/;

describe('the tools', () => {
  it('are those that are written down, each on the calls that are', () => {
    const found = tools.map(({ name, endpoints }) => [name, endpoints.map((endpoint) => endpoint.name)]);
    expect(Object.fromEntries(found)).toEqual(standsOn);
  });

  it('read and propose, and never decide', () => {
    const guarded = guardedEffects.flatMap(({ calls }) => calls);
    for (const { endpoints } of tools) {
      for (const { name, changes, stepUp, download, access } of endpoints) {
        expect([name, changes]).toEqual([name, proposals.includes(name)]);
        expect(name).not.toMatch(deciding);
        expect(guarded).not.toContain(name);
        expect([stepUp, download, access === 'public']).toEqual([false, false, false]);
      }
    }
  });

  it('say of themselves what is true: who changes something says so, and nobody takes anything away', () => {
    for (const { name, annotations, endpoints } of tools) {
      const changes = endpoints.some((endpoint) => endpoint.changes);
      expect([name, annotations.readOnlyHint]).toEqual([name, !changes]);
      expect([name, annotations.idempotentHint]).toEqual([name, !changes]);
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false });
    }
  });

  it('have schemas that say what each field is, and take no field beside', () => {
    for (const { name, inputSchema, description } of tools) {
      expect(description.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [field, schema] of Object.entries(inputSchema.properties as Record<string, { description: string }>)) {
        expect([name, field, schema.description.length > 3]).toEqual([name, field, true]);
      }
    }
  });
});

describe('a tool that is called', () => {
  let opened: SimulatedApp;
  let mcp: McpOverHttp;
  let client: Client;
  let tenantId: string;

  beforeAll(async () => {
    opened = await openSimulatedApp();
    [tenantId = ''] = await opened.app.tenantIds();
    await opened.scan(tenantId);
    mcp = await startMcpOverHttp(opened.app);
    client = await mcp.connect(opened.cookie);
  });
  afterAll(async () => {
    await mcp.close();
    await opened.close();
  });

  type Told = { isError: boolean; data: Record<string, unknown> };

  async function call(name: string, input: object = {}, by: Client = client): Promise<Told> {
    const result = await by.callTool({ name, arguments: { ...input } });
    const [text] = z.parse(z.array(z.object({ text: z.string() })), result.content);
    const data = result.structuredContent as Record<string, unknown>;
    expect(JSON.parse(text?.text ?? '')).toEqual(data);
    expect(bytesOf(data)).toBeLessThanOrEqual(maxAnswerBytes);
    return { isError: result.isError === true, data };
  }
  async function told(name: string, input: object = {}): Promise<Record<string, unknown>> {
    const { isError, data } = await call(name, input);
    expect([name, isError, data.about]).toEqual([name, false, dataNotice]);
    return data;
  }
  type Row = Record<string, unknown> & { id: string };
  const rowsOf = (data: Record<string, unknown>) => data.items as Row[];

  async function entriesOf(eventType: string): Promise<EntryRecord[]> {
    const found: EntryRecord[] = [];
    const trail = opened.app.app.records.across<EntryRecord>(containers.auditLogs);
    for await (const entry of all(trail, { where: [{ field: 'eventType', op: 'eq', value: eventType }] }))
      found.push(entry);
    return found;
  }

  it('list_tenants tells each tenant in scope, and why somebody is needed', async () => {
    const data = await told('list_tenants');
    expect(data).toMatchObject({ total: 4, leftOut: null });
    expect(rowsOf(data)[0]).toMatchObject({
      id: tenantId,
      name: '<tenant-data>Bracken Freight Group</tenant-data>',
      status: 'Critical',
      needsSomebodyBecause: { kind: 'finding', severity: 'critical' },
    });
    const searched = await told('list_tenants', { search: 'Tidewell' });
    expect(rowsOf(searched)).toHaveLength(1);
  });

  it('goes through every list a row at a time, and tells each once', async () => {
    const lists: [name: string, input: object, most: number][] = [
      ['list_tenants', {}, 10],
      ['list_tenants', { search: 'e' }, 10],
      ['find_findings', { severity: 'critical' }, 10],
      ['my_work', { what: 'waiting' }, 5],
      ['coverage', { tenantId }, 5],
      ['matrix', { severity: 'critical' }, 50],
      ['compliance', { tenantId, framework: 'cisa-scuba' }, 5],
    ];
    for (const [name, input, most] of lists) {
      const seen: string[] = [];
      let next: object | undefined = {};
      for (let calls = 0; next !== undefined && calls < most; calls += 1) {
        const data: Record<string, unknown> = await told(name, { ...input, ...next, limit: 1 });
        const [row] = rowsOf(data);
        expect([name, rowsOf(data).length]).toEqual([name, 1]);
        seen.push(String(row?.id ?? row?.checkId));
        next = (data.leftOut as { next: object } | null)?.next;
      }
      expect([name, new Set(seen).size]).toEqual([name, seen.length]);
      expect([name, seen.length > 1]).toEqual([name, true]);
    }
  });

  it('find_findings tells the same as the call, page by page, each once', async () => {
    const wanted = await opened.app.call(listFindings, {
      cookie: opened.cookie,
      tenantId,
      query: { status: 'open', limit: '200' },
    });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const data = await told('find_findings', { tenantId, limit: 60, ...(cursor ? { cursor } : {}) });
      ids.push(...rowsOf(data).map(({ id }) => id));
      const leftOut = data.leftOut as { rows: number; next: { cursor: string } } | null;
      expect(leftOut?.rows ?? 0).toBe(Number(data.total) - ids.length);
      cursor = leftOut?.next.cursor;
    } while (cursor !== undefined);
    expect(ids).toEqual((wanted.json.items as Row[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('explain_finding tells evidence, whom it concerns, and the help article of its remedy', async () => {
    const [first] = rowsOf(await told('find_findings', { tenantId, limit: 1 }));
    const data = await told('explain_finding', { findingId: first?.id });
    const details = await opened.app.call(getFinding, {
      cookie: opened.cookie,
      params: { findingId: String(first?.id) },
    });
    expect(data.finding).toMatchObject({
      id: first?.id,
      impact: details.json.impact,
      recommendation: expect.any(String),
    });
    const { evidence } = data.finding as { evidence: unknown[] };
    expect(evidence).toHaveLength((details.json.evidence as unknown[]).length);
    const remedy = details.json.remedy as { id: string };
    expect(data.article).toMatchObject({ id: remedy.id, uri: `tenantry://help/${remedy.id}` });
    expect((data.article as { text: string }).text).toMatch(/^# /);
  });

  it('matrix tells rows with their tenants, and a check by cause', async () => {
    const data = await told('matrix', { limit: 3 });
    expect(data).toMatchObject({ tenants: 4, leftOut: { next: { from: 3 } } });
    expect(rowsOf(data)[0]).toMatchObject({
      counts: { fail: 1, notScanned: 3 },
      tenantsByStatus: { fail: [tenantId] },
    });
    const row = await told('matrix', { checkId: 'dns.dmarc' });
    expect(row.row).toMatchObject({ id: 'dns.dmarc', failing: 1 });
    expect(await call('matrix', { checkId: 'no.such' })).toMatchObject({
      isError: true,
      data: { error: { code: 'NOT_FOUND' } },
    });
  });

  it('changes, coverage and compliance tell what the pages of the same names do', async () => {
    expect(await told('changes')).toMatchObject({ total: 0, countsByGravity: { critical: 0 } });
    const coverage = await told('coverage', { tenantId });
    expect(coverage).toMatchObject({ coverage: { percent: expect.any(Number) }, sources: { all: expect.any(Number) } });
    const { evaluated, applicable } = coverage.coverage as { evaluated: number; applicable: number };
    expect(coverage.uncheckedTotal).toBe(applicable - evaluated);
    expect((await told('compliance', { tenantId })).frameworks).toHaveLength(8);
    const framework = await told('compliance', { tenantId, framework: 'cis-m365', status: 'notMet', limit: 2 });
    expect(rowsOf(framework).map(({ status }) => status)).toEqual(['notMet', 'notMet']);
  });

  it('propose_approval makes a pending request in the name of the caller, with its entry in the trail', async () => {
    const reason = 'The client agreed on the phone';
    const input = { type: 'system_change', tenantId, title: 'Move the mailboxes', reason };
    const before = await entriesOf('approval_created');
    const data = await told('propose_approval', input);
    expect(data.request).toMatchObject({ tenantId, status: 'pending', type: 'system_change' });
    const { id } = data.request as { id: string };
    const left = (await entriesOf('approval_created')).filter((one) => !before.some((known) => known.id === one.id));
    expect(left).toMatchObject([
      { user: 'ada', tenantId, details: { approvalId: id, after: { status: 'pending', reason } } },
    ]);
    const requests = await told('my_work', { what: 'requests' });
    expect(rowsOf(requests)).toMatchObject([{ id, status: 'pending', reason: `<tenant-data>${reason}</tenant-data>` }]);
    const waiting = await opened.app.call(listApprovals, { cookie: opened.cookie, query: { status: 'pending' } });
    expect((waiting.json.items as Row[]).map((one) => one.id)).toContain(id);
  });

  it('propose_approval that is sent twice at once with one key asks once', async () => {
    const input = { type: 'system_change', tenantId, title: 'Retire the old server', reason: 'It is out of support' };
    const key = crypto.randomUUID();
    const before = (await entriesOf('approval_created')).length;
    const both = await Promise.all([
      told('propose_approval', { ...input, key }),
      told('propose_approval', { ...input, key }),
    ]);
    const ids = both.map(({ request }) => (request as { id: string }).id);
    expect(ids[0]).toBe(ids[1]);
    expect((await entriesOf('approval_created')).length).toBe(before + 1);
  });

  it('propose_approval of what is asked for already says so, and changes nothing', async () => {
    const [first] = rowsOf(await told('find_findings', { tenantId, limit: 1 }));
    const input = { type: 'task_assignment', tenantId, findingId: first?.id, reason: 'The client wants it done' };
    const { isError, data } = await call('propose_approval', input);
    expect([isError, data.error]).toMatchObject([
      true,
      { code: 'CONFLICT', whatToDo: expect.stringContaining('settled') },
    ]);
  });

  it('propose_approval proposes no permission of a user', async () => {
    const input = {
      type: 'user_permission',
      tenantId,
      reason: 'They need to see more',
      permission: { user: 'ada', role: 'admin' },
    };
    const { isError, data } = await call('propose_approval', input);
    expect([isError, (data.error as { code: string }).code]).toEqual([true, 'INVALID_INPUT']);
  });

  it('draft_report makes a report that is published to nobody, once where it is asked for twice at once', async () => {
    const both = await Promise.all([
      told('draft_report', { tenantId, form: 'summary' }),
      told('draft_report', { tenantId, form: 'summary' }),
    ]);
    expect(both[0]?.report).toMatchObject({ tenantId, form: 'summary', published: null });
    const ids = both.map(({ report }) => (report as { reportId: string }).reportId);
    expect(ids[0]).toBe(ids[1]);
    const entries = (await entriesOf('report_requested')).filter(({ details }) => details.reportId === ids[0]);
    expect(entries).toHaveLength(1);
    expect(await entriesOf('approval_approved')).toEqual([]);
  });

  it('my_work tells the tasks of the caller, by due day, and none of others', async () => {
    const task = { tenantId, title: 'Renew the certificate', description: 'Before May', category: 'mail-flow' };
    const mine = await opened.app.call(createTask, {
      cookie: opened.cookie,
      body: { ...task, assigneeId: 'first-admin' },
    });
    await opened.app.call(createTask, { cookie: opened.cookie, body: { ...task, title: 'Of somebody else' } });
    expect(mine.status).toBe(201);
    const data = await told('my_work');
    expect(rowsOf(data).map(({ id }) => id)).toEqual([mine.json.id]);
    expect(rowsOf(await told('my_work', { what: 'waiting', limit: 5 }))).toHaveLength(5);
  });

  it('tells a viewer what their role does not allow, as an answer of the tool', async () => {
    const viewer = await mcp.connect(await opened.app.signInAs('viewer', { kind: 'all' }));
    const inputs: Record<string, object> = {
      my_work: {},
      propose_approval: { type: 'system_change', tenantId, title: 'Move on', reason: 'The client wants it' },
      draft_report: { tenantId },
    };
    const before = (await entriesOf('approval_created')).length;
    for (const [name, input] of Object.entries(inputs)) {
      const { isError, data } = await call(name, input, viewer);
      expect([name, isError, data.error]).toMatchObject([name, true, { code: 'FORBIDDEN', message: /technician/ }]);
    }
    expect((await entriesOf('approval_created')).length).toBe(before);
    const technician = await mcp.connect(await opened.app.signInAs('technician', { kind: 'all' }));
    expect(await call('my_work', { what: 'waiting' }, technician)).toMatchObject({ isError: true });
  });

  it('has decided nothing, whatever was called: the trail has proposals alone', async () => {
    const events: string[] = [];
    const trail = opened.app.app.records.across<EntryRecord>(containers.auditLogs);
    const isEntry = { field: 'kind', op: 'eq', value: 'entry' } as const;
    for await (const { eventType } of all(trail, { where: [isEntry] })) events.push(eventType);
    expect(events).toEqual(expect.arrayContaining(['approval_created', 'report_requested']));
    expect(events.filter((event) => decided.test(event))).toEqual([]);
  });

  it('tells what is wrong with its input, field by field', async () => {
    const { isError, data } = await call('find_findings', { tenantId: 'contoso', severity: 'worst', colour: 'red' });
    expect(isError).toBe(true);
    const { fields } = data.error as { fields: { path: string }[] };
    expect(fields.map(({ path }) => path).toSorted()).toEqual(['', 'severity', 'tenantId']);
    for (const limit of [0, 101, -1, 1.5, 'many', null]) {
      expect([limit, (await call('find_findings', { limit })).isError]).toEqual([limit, true]);
    }
    const lines = { type: 'system_change', tenantId, title: 'Move on', reason: 'First line\nsecond line' };
    expect((await call('propose_approval', lines)).data.error).toMatchObject({
      code: 'INVALID_INPUT',
      message: /one line/,
    });
    expect((await call('find_findings', { cursor: '5.nonsense' })).data.error).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('the resources', () => {
  let opened: SimulatedApp;
  let mcp: McpOverHttp;
  let client: Client;
  let tenantId: string;
  beforeAll(async () => {
    opened = await openSimulatedApp();
    [tenantId = ''] = await opened.app.tenantIds();
    await opened.scan(tenantId);
    mcp = await startMcpOverHttp(opened.app);
    client = await mcp.connect(opened.cookie);
  });
  afterAll(async () => {
    await mcp.close();
    await opened.close();
  });

  const read = async (uri: string): Promise<string> => {
    const { contents } = await client.readResource({ uri });
    const [only] = contents;
    if (!only || !('text' in only)) throw new Error(`${uri} has no text`);
    return only.text;
  };

  it('are the help articles and a snapshot of each tenant in scope, each of which can be read', async () => {
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const snapshots = uris.filter((uri) => uri.endsWith('/snapshot'));
    const ids = await opened.app.tenantIds();
    expect(snapshots.toSorted()).toEqual(ids.map((id) => `tenantry://tenants/${id}/snapshot`).toSorted());
    expect(uris.length - snapshots.length).toBeGreaterThan(80);
    for (const uri of uris) expect((await read(uri)).length).toBeGreaterThan(100);
  });

  it('have in a snapshot the verdicts of the latest audit, within bounds, by area where it is asked for', async () => {
    const whole = await read(`tenantry://tenants/${tenantId}/snapshot`);
    expect(Buffer.byteLength(whole)).toBeLessThan(201_000);
    const { verdicts } = JSON.parse(await read(`tenantry://tenants/${tenantId}/snapshot?category=mfa`));
    expect(new Set((verdicts as { category: string }[]).map(({ category }) => category))).toEqual(new Set(['mfa']));
  });

  it('say in a redacted snapshot nothing of whose it is', async () => {
    const plain = await read(`tenantry://tenants/${tenantId}/snapshot?category=mfa`);
    expect(plain).toContain('brackenfreight');
    for (const category of [
      'mfa',
      'conditional-access',
      'secure-score',
      'mail-flow',
      'external-sharing',
      'login-anomalies',
    ]) {
      const text = await read(`tenantry://tenants/${tenantId}/snapshot?redacted=true&category=${category}`);
      expect(text).not.toMatch(/bracken|tenant-data|[\w.]+@[\w.]+/i);
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      for (const { displayName, userPrincipalName } of opened.cloud.usersOf(tenantId)) {
        expect(text).not.toContain(displayName);
        expect(text).not.toContain(userPrincipalName);
      }
      const { verdicts } = JSON.parse(text) as { verdicts: { checkId: string; status: string }[] };
      expect(verdicts.length).toBeGreaterThan(3);
      expect(verdicts.every(({ checkId, status }) => checkId !== '[redacted]' && status !== '[redacted]')).toBe(true);
    }
  });
});
