import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from './paths.ts';

/** The parameter that names the tenant in the address of each of its pages. */
export const tenantParam = 'tenantId';

const tenantPages: readonly string[] = [
  paths.dashboard,
  paths.audit,
  '/m365-audit',
  paths.changes,
  paths.scan,
  paths.findings,
  paths.report,
  '/reports',
  paths.compliance,
  paths.questionnaires,
  paths.tasks,
  '/task-center',
  paths.emergencyAccounts,
  paths.mailFlow,
  paths.whatIf,
  paths.projectPlan,
  paths.clientRoom,
];

/**
 * A link within the application as it stands on a page of this tenant: to another of its pages it names the
 * tenant too, so that it leads to the same one in whichever tab it is opened. Other links stay as they are.
 */
export function inTenant(to: string, tenantId: string | null): string {
  if (tenantId === null) return to;
  const { pathname, search, hash } = new URL(to, 'http://here');
  const page = pathname.toLowerCase();
  if (!tenantPages.includes(page) && !page.startsWith(paths.clientPreview)) return to;
  const params = new URLSearchParams(search);
  if (params.has(tenantParam)) return to;
  return `${pathname}?${namingTenant(params, tenantId)}${hash}`;
}

/** What an address asks for, with the tenant in front. */
export function namingTenant(search: URLSearchParams, tenantId: string): URLSearchParams {
  const others = [...search].filter(([name]) => name !== tenantParam);
  return new URLSearchParams([[tenantParam, tenantId], ...others]);
}

/** `inTenant` for the tenant that the address names. */
export function useInTenant(): (to: string) => string {
  const [search] = useSearchParams();
  const tenantId = search.get(tenantParam);
  return useCallback((to: string) => inTenant(to, tenantId), [tenantId]);
}
