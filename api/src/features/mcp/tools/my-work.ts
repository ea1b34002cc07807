import { type Approval, listApprovals, listOwnRequests } from '@tenantry/contract/approvals';
import { listTasks, type Task } from '@tenantry/contract/tasks';
import * as z from 'zod/mini';
import type { McpObject } from '../../../ports/mcp.ts';
import { firstOf, pageWithin } from '../bounds.ts';
import { aboutGroup, aboutPaged, maybeGroup, paged } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const taskOf = (task: Task): McpObject => ({
  id: task.id,
  tenantId: task.tenantId,
  tenantName: task.tenantName,
  title: task.title,
  description: task.description,
  priority: task.priority,
  status: task.status,
  dueDate: task.dueDate,
  isOverdue: task.isOverdue,
  remedyId: task.remedyId,
  findingIds: task.findingIds,
  lastScan: task.lastScan,
});

const approvalOf = (approval: Approval): McpObject => ({
  id: approval.id,
  tenantId: approval.tenantId,
  tenantName: approval.tenantName,
  title: approval.title,
  reason: approval.description,
  type: approval.type,
  priority: approval.priority,
  status: approval.status,
  requestedBy: approval.requestedBy,
  requestedAt: approval.requestedAt,
  remedyId: approval.remedyId,
  findings: firstOf(approval.findings, 10).items.map(({ id, title, severity }) => ({ id, title, severity })),
  moreFindings: firstOf(approval.findings, 10).more,
  reviewNotes: approval.reviewNotes,
  taskId: approval.taskId,
});

export const myWorkTool = defineTool({
  name: 'my_work',
  title: 'My work',
  description:
    'What is yours to do: tasks that are assigned to you and not completed, by due day; what you asked for and what became of it; or, for administrators, the requests that wait for a decision. Decisions are made in Tenantry by a person.',
  endpoints: [listTasks, listOwnRequests, listApprovals],
  input: { what: z._default(z.enum(['tasks', 'requests', 'waiting']), 'tasks'), groupId: maybeGroup, ...paged },
  about: {
    what: 'tasks: assigned to you; requests: asked for by you; waiting: requests that wait for a decision, for administrators',
    groupId: `${aboutGroup}; for tasks and waiting`,
    ...aboutPaged,
  },
  run: ({ what, groupId, limit, cursor }, { calls }) => {
    const page = { tool: 'my_work', limit, cursor };
    if (what === 'tasks') {
      const query = { assignee: 'me', status: 'unfinished', order: 'due', groupId };
      const call = (most: number, after?: string) =>
        calls(listTasks, { query: { ...query, limit: most, cursor: after } });
      return pageWithin({ ...page, call, row: taskOf, beside: ({ due }) => ({ due }) });
    }
    const call = (most: number, after?: string) =>
      what === 'requests'
        ? calls(listOwnRequests, { query: { limit: most, cursor: after } })
        : calls(listApprovals, { query: { status: 'pending', groupId, limit: most, cursor: after } });
    return pageWithin({ ...page, call, row: approvalOf });
  },
});
