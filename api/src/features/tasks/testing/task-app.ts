import { listFindings } from '@tenantry/contract/findings';
import { changeTask, createTask, getTask, type TaskDetails } from '@tenantry/contract/tasks';
import { openSimulatedApp } from '../../../../testing/simulated-app.ts';
import { everyTenant } from '../../../store/scope.ts';

/** Bracken Freight Group: open sharing, MFA in report-only mode. */
export const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
/** Alderwick Clinic. */
export const good = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';

/** A check of the weak tenant that fails by one setting, and the change of the tenant that mends it, or breaks it. */
export const sharingCheck = 'spo.reshare';
const resharing = (isResharingByExternalUsersEnabled: boolean) =>
  ({ kind: 'setting', setting: 'sharepoint', set: { isResharingByExternalUsersEnabled } }) as const;

/** The whole API with a simulator of its own, and what tests of tasks do again and again. */
export async function openTaskApp(settings: Record<string, string> = {}) {
  const opened = await openSimulatedApp(settings);
  const { app, cloud, cookie } = opened;
  return {
    ...opened,
    async tenant(tenantId = weak) {
      const tenant = await app.app.stores.tenants.open(everyTenant, tenantId);
      if (!tenant) throw new Error('There is no such tenant');
      return tenant;
    },
    async findingOf(checkId: string, tenantId = weak) {
      const answer = await app.call(listFindings, { tenantId, cookie, query: { limit: '200' } });
      const found = listFindings.response.parse(answer.json).items.find((one) => one.checkId === checkId);
      if (!found) throw new Error(`There is no finding of ${checkId}`);
      return found;
    },
    /** Makes a task, of a check of the latest audit where one is named. */
    async made(more: Record<string, unknown> = {}, by = cookie): Promise<TaskDetails> {
      const body = {
        tenantId: weak,
        title: 'Mend it',
        description: 'What to do',
        category: 'external-sharing',
        ...more,
      };
      return createTask.response.parse((await app.call(createTask, { body, cookie: by })).json);
    },
    change: (taskId: string, body: Record<string, unknown>, by = cookie) =>
      app.call(changeTask, { params: { taskId }, body, cookie: by }),
    async task(taskId: string): Promise<TaskDetails> {
      return getTask.response.parse((await app.call(getTask, { params: { taskId }, cookie })).json);
    },
    /** Graph refuses the settings of SharePoint from now on. */
    refuse: () =>
      cloud.faults.set({ tenantId: weak, pathPrefix: '/admin/sharepoint/settings', kind: 'status', status: 403 }),
    mend: () => cloud.changeTenant(weak, resharing(false)),
    break: () => cloud.changeTenant(weak, resharing(true)),
  };
}

export type TaskApp = Awaited<ReturnType<typeof openTaskApp>>;
