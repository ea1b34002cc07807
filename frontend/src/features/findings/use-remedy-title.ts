import { useQuery } from '@tanstack/react-query';
import type { Finding } from '@tenantry/contract/findings';
import { findingGroupsQuery } from '../../blocks/finding-groups-query.ts';

/** What a remedy is called, as far as what was loaded tells; else its id. */
export function useRemedyTitle(tenantId: string | null, remedyId: string | undefined, findings: readonly Finding[]) {
  const { data } = useQuery({ ...findingGroupsQuery(tenantId ?? ''), enabled: tenantId !== null });
  if (remedyId === undefined) return '';
  const grouped = data?.groups.find(({ remedy }) => remedy?.id === remedyId)?.remedy;
  const listed = findings.find(({ remedy }) => remedy?.id === remedyId)?.remedy;
  return (grouped ?? listed)?.title ?? remedyId;
}
