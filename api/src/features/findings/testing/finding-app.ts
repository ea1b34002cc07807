import {
  type FindingDetails,
  getFinding,
  listFindings,
  setFindingStatus,
  setFindingStatuses,
} from '@tenantry/contract/findings';
import { openSimulatedApp } from '../../../../testing/simulated-app.ts';
import { every } from '../../../ports/collection.ts';
import { containers } from '../../../store/containers.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import { everyTenant } from '../../../store/scope.ts';

/** Bracken Freight Group: open sharing, MFA in report-only mode. */
export const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
/** Tidewell Motors: no Entra ID P1. */
export const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';

/** What resolves a finding by hand. */
export const handled = { status: 'resolved', reason: 'The customer turned it off' } as const;

type Entry = { id: string; eventType: string; user: string; tenantId: string; details: Record<string, unknown> };

const resharing = (isResharingByExternalUsersEnabled: boolean) =>
  ({ kind: 'setting', setting: 'sharepoint', set: { isResharingByExternalUsersEnabled } }) as const;

/** The whole API with a simulator of its own, and what tests of findings do again and again. */
export async function openFindingApp() {
  const opened = await openSimulatedApp();
  const { app, cloud, cookie } = opened;
  return {
    ...opened,
    async tenant(tenantId = weak) {
      const tenant = await app.app.stores.tenants.open(everyTenant, tenantId);
      if (!tenant) throw new Error('There is no such tenant');
      return tenant;
    },
    async list(query: Record<string, string> = {}, more: { tenantId?: string; cookie?: string } = {}) {
      const answer = await app.call(listFindings, { query: { limit: '200', ...query }, cookie, ...more });
      return listFindings.response.parse(answer.json);
    },
    async details(findingId: string): Promise<FindingDetails> {
      return getFinding.response.parse((await app.call(getFinding, { params: { findingId }, cookie })).json);
    },
    set: (findingId: string, body: Record<string, unknown>, by = cookie) =>
      app.call(setFindingStatus, { params: { findingId }, body, cookie: by }),
    setAll: (findingIds: readonly string[], body: Record<string, unknown>, by = cookie) =>
      app.call(setFindingStatuses, { body: { tenantId: weak, findingIds, ...body }, cookie: by }),
    stored: (tenantId = weak) => app.app.records.partition<FindingRecord>(containers.findings, tenantId),
    /** What the trail has of one kind. */
    entries: (eventType: string) =>
      every(app.app.records.across<Entry>(containers.auditLogs), {
        where: [{ field: 'eventType', op: 'eq', value: eventType }],
      }),
    /** Graph refuses the settings of SharePoint from now on. */
    refuse: () =>
      cloud.faults.set({ tenantId: weak, pathPrefix: '/admin/sharepoint/settings', kind: 'status', status: 403 }),
    /** What `spo.reshare` finds, mended and broken again. */
    mend: () => cloud.changeTenant(weak, resharing(false)),
    break: () => cloud.changeTenant(weak, resharing(true)),
  };
}

export type FindingApp = Awaited<ReturnType<typeof openFindingApp>>;
