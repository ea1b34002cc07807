import {
  ControlStatus,
  type FrameworkCompliance,
  type FrameworkControl,
  FrameworkId,
  getCompliance,
  getFrameworkCompliance,
} from '@tenantry/contract/compliance';
import * as z from 'zod/mini';
import type { McpObject } from '../../../ports/mcp.ts';
import { rowsWithin, type Slice } from '../bounds.ts';
import { aboutSliced, aboutTenant, aTenant, sliced } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const controlOf = ({ checks, ...control }: FrameworkControl): McpObject => ({
  ...control,
  checks: checks.map(({ finding, ...check }) => ({
    ...check,
    findingId: finding?.id ?? null,
    isAccepted: finding?.acceptance != null,
  })),
});

function controlsOf(compliance: FrameworkCompliance, status: ControlStatus | undefined, slice: Slice): McpObject {
  const { controls, groups: _order, ...beside } = compliance;
  const wanted = (controls ?? []).filter((control) => status === undefined || control.status === status);
  return { ...beside, total: wanted.length, ...rowsWithin('compliance', wanted, slice, controlOf, beside) };
}

export const complianceTool = defineTool({
  name: 'compliance',
  title: 'Compliance with frameworks',
  description:
    'What the latest audit of a tenant says of CIS, SCuBA, NIST CSF, ISO 27001, the Essential Eight, CMMC and Cyber Essentials: how many controls are met. With a framework its controls, each with its checks and what they saw.',
  endpoints: [getCompliance, getFrameworkCompliance],
  input: {
    tenantId: aTenant,
    framework: z.optional(FrameworkId),
    status: z.optional(ControlStatus),
    ...sliced,
  },
  about: {
    tenantId: aboutTenant,
    framework: 'The framework whose controls are wanted; leave it out for a summary of all',
    status: 'Controls of this status alone',
    ...aboutSliced,
  },
  run: async ({ tenantId, framework, status, ...slice }, { calls }) => {
    const query = { tenantId };
    if (framework === undefined) {
      const answer = await calls(getCompliance, { query });
      return answer.ok ? { ok: true, data: answer.value } : answer;
    }
    const answer = await calls(getFrameworkCompliance, { params: { framework }, query });
    return answer.ok ? { ok: true, data: controlsOf(answer.value, status, slice) } : answer;
  },
});
