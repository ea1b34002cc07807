import { catalog } from '../../audit/checks/catalog.ts';
import { changeAndSeal } from '../../domain/audit-trail/outbox.ts';
import { createAsking } from '../../domain/microsoft-answers/ask-microsoft.ts';
import { withAnswer } from '../../domain/microsoft-answers/keep-answer.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { noSuchFinding } from './finding-status.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock'> & { microsoft365: Pick<Microsoft365, 'graph'> };

/** A person waits for the answer: so long for the limit of calls, and so long in all. */
const maxWaitMs = 10_000;
const withinMs = 30_000;

/**
 * Asks Microsoft about the sign-in of a finding that gets past, and keeps what it says with the finding.
 * @throws AppError NOT_FOUND, and CONFLICT where the finding has no such sign-in
 */
export async function askAboutFinding(
  { microsoft365, trail, clock }: Dependencies,
  { tenant, findings }: TenantRecords,
  findingId: string,
  caller: Caller,
): Promise<FindingRecord> {
  const finding = (await findings.get(findingId))?.value;
  if (!finding) throw new AppError('NOT_FOUND', noSuchFinding);
  const check = catalog.find(({ id }) => id === finding.checkId);
  const signIn = finding.witness ?? null;
  if (signIn === null || check === undefined || check.protects === undefined)
    throw new AppError('CONFLICT', 'This finding has no sign-in that Microsoft could be asked about.');
  if (finding.isSimulated !== tenant.isMock)
    throw new AppError(
      'CONFLICT',
      'This tenant has switched between simulated and live data since. Wait for its next scan.',
    );
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  const open = (signal: AbortSignal) => microsoft365.graph(target, { maxWaitMs, signal });
  const asking = createAsking(open, { by: caller.name, now: () => clock.now(), atMost: 1, withinMs });
  const told = await asking.ask({ check, signIn, isSaidToPass: true });
  if (told === null) throw new Error('One question is one call');
  const user = caller.user.username;
  const kept = await changeAndSeal(trail, findings, findingId, (current) =>
    withAnswer(current, { signIn, told, user }, clock.now()),
  );
  if (!kept) throw new AppError('NOT_FOUND', noSuchFinding);
  return kept;
}
