import type { Tool } from '../tool.ts';
import { changesTool } from './changes.ts';
import { complianceTool } from './compliance.ts';
import { coverageTool } from './coverage.ts';
import { draftReportTool } from './draft-report.ts';
import { explainFindingTool } from './explain-finding.ts';
import { findFindingsTool } from './find-findings.ts';
import { listTenantsTool } from './list-tenants.ts';
import { matrixTool } from './matrix.ts';
import { myWorkTool } from './my-work.ts';
import { proposeApprovalTool } from './propose-approval.ts';

/** What reads an audit: an installation and the snapshot of one tenant have it. */
export const auditTools: readonly Tool[] = [
  listTenantsTool,
  findFindingsTool,
  explainFindingTool,
  matrixTool,
  coverageTool,
  complianceTool,
];

/** What needs an installation: its history, its people and its approvals. */
export const installationTools: readonly Tool[] = [changesTool, myWorkTool, proposeApprovalTool, draftReportTool];

/** Every tool. None of them decides anything. */
export const tools: readonly Tool[] = [...auditTools, ...installationTools];
