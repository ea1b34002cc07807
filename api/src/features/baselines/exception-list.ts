import type { HeldException, listExceptions } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { catalog } from '../../audit/checks/catalog.ts';
import { type AssignedBaseline, readAssigned, severityOfCheck } from '../../domain/baselines/baselines.ts';
import { exceptionNow } from '../../domain/baselines/fleet-alignment.ts';
import type { Caller } from '../../http/caller.ts';
import type { Exempted } from '../../store/findings.ts';
import { pageOfRows } from './alignment-lists.ts';
import type { BaselineDependencies } from './baseline-service.ts';

const titles = new Map(catalog.map(({ id, title }) => [id, title]));

/** The exceptions of one finding that count for a baseline: of one that holds for the tenant and requires the check. */
function heldOf(
  { tenantId, checkId, exceptions }: Exempted,
  { tenantName, baselines, now }: { tenantName: string; baselines: readonly AssignedBaseline[]; now: string },
): HeldException[] {
  return baselines.flatMap(({ id: baselineId, name: baselineName, tenantIds, required }) => {
    if (!tenantIds.has(tenantId) || !required.includes(checkId)) return [];
    const held = exceptionNow({ exceptions }, baselineId, now);
    if (held === null) return [];
    const { reason, by, expiresAt } = held;
    const check = { checkId, title: titles.get(checkId) ?? checkId, severity: severityOfCheck(checkId) };
    return [{ tenantId, tenantName, baselineId, baselineName, ...check, reason, by, expiresAt }];
  });
}

/**
 * A page of the exceptions in scope that hold now, those that end first first: four reads, however many there are. What is accepted
 * as a risk is no exception: it stands with the accepted risks.
 */
export async function exceptionPage(
  dependencies: BaselineDependencies,
  { scope }: Caller,
  { limit, cursor, baselineId, search }: Parsed<typeof listExceptions.query>,
): Promise<Parsed<typeof listExceptions.response>> {
  const [tenants, assigned, excepted] = await Promise.all([
    dependencies.tenants.ofScope(scope),
    readAssigned(dependencies),
    dependencies.findings.excepted(scope),
  ]);
  const words = search?.toLowerCase() ?? '';
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  const baselines = assigned.filter(({ id }) => baselineId === undefined || id === baselineId);
  const now = dependencies.clock.now().toISOString();
  const rows = excepted.flatMap((finding) => {
    const tenantName = names.get(finding.tenantId);
    if (tenantName === undefined || !tenantName.toLowerCase().includes(words)) return [];
    return heldOf(finding, { tenantName, baselines, now });
  });
  const place = ({ expiresAt, tenantName, checkId }: HeldException) => `${expiresAt} ${tenantName} ${checkId}`;
  return pageOfRows(
    rows.sort((a, b) => (place(a) < place(b) ? -1 : 1)),
    { limit, cursor },
  );
}
