import { Severity, type Verdict } from '@tenantry/contract/verdicts';
import type { Witness } from '@tenantry/contract/witness';
import { catalog } from '../../audit/checks/catalog.ts';
import type { Check, Exemptions } from '../../audit/checks/shared/check.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import { exemptionFor } from '../../audit/findings/evaluate.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { every, update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { readSetting } from '../settings/system-settings.ts';
import { type Asking, createAsking } from './ask-microsoft.ts';
import { withAnswer, withoutOldDispute } from './keep-answer.ts';
import { type AskedPass, keptSample, noSample, withSample } from './keep-sample.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'systemConfig' | 'tenants' | 'trail' | 'clock' | 'log'>;

type Scanned = { facts: Facts; verdicts: readonly Verdict[]; exemptions: Exemptions; now: Date };

/** Microsoft counts them with the reading of policies, one a second: a scan takes so much longer. */
const questionsOfScan = 12;
const sampleSize = 10;
/** Of the calls so many are kept for passes: a tenant with many findings has some as well, and Microsoft may contradict these. */
const questionsOfPasses = 3;
/** Where Graph is slow, the scan's worker is not kept for longer than this. */
const withinMs = 60_000;

const checkOf = (id: string): Check | undefined => catalog.find((check) => check.id === id);

/** The gravest first, so that these are asked about where the calls do not reach for all. */
const inOrder = (verdicts: readonly Verdict[]): Verdict[] =>
  verdicts.toSorted((a, b) => Severity.options.indexOf(a.severity) - Severity.options.indexOf(b.severity));

/** @returns the ids of the findings that were asked about */
async function askAboutFindings(
  { trail, clock }: Dependencies,
  { findings }: TenantRecords,
  { ask }: Asking,
  verdicts: readonly Verdict[],
): Promise<Set<string>> {
  const asked = new Set<string>();
  const stored = new Map((await every(findings)).map((finding) => [finding.checkId, finding]));
  for (const { checkId, witness: signIn } of inOrder(verdicts.filter(isFinding))) {
    const [check, finding] = [checkOf(checkId), stored.get(checkId)];
    if (signIn === undefined || check === undefined || finding === undefined) continue;
    const told = await ask({ check, signIn, isSaidToPass: true });
    if (told === null) continue;
    asked.add(finding.id);
    await changeAndSeal(
      trail,
      findings,
      finding.id,
      (current): FindingRecord => withAnswer(current, { signIn, told, user: 'system' }, clock.now()),
    );
  }
  return asked;
}

/** The sign-in of a finding may be the same while the policies are others: what nobody asks about again is contradicted no more. */
async function forgetDisputes({ findings }: TenantRecords, asked: ReadonlySet<string>, readAt: string): Promise<void> {
  const disputed = await every(findings, { where: [{ field: 'microsoftSays', op: 'eq', value: 'disagrees' }] });
  for (const { id } of disputed) {
    if (!asked.has(id)) await update(findings, id, (current) => withoutOldDispute(current, readAt));
  }
}

/** The worker of a scan may have died before it asked: what was contradicted before the scan read the policies is no more. */
export const forgetDisputesOfScan = (tenant: TenantRecords, { timestamp }: { timestamp: string }): Promise<void> =>
  forgetDisputes(tenant, new Set(), timestamp);

type Pass = { check: Check; signIn: Witness };

/** One sign-in of each passing check, then a second of each, and so on. */
function passesOf({ facts, verdicts, exemptions, now }: Scanned): Pass[] {
  const lists = verdicts
    .filter(({ status }) => status === 'pass')
    .flatMap(({ checkId }) => {
      const check = checkOf(checkId);
      if (check?.sample === undefined || check.protects === undefined) return [];
      const context = { now, exemption: exemptionFor(check, exemptions, facts) };
      return [check.sample(facts, context).map((signIn) => ({ check, signIn }))];
    });
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

async function askAboutPasses(asking: Asking, passes: readonly Pass[]): Promise<AskedPass[]> {
  const asked: AskedPass[] = [];
  for (const { check, signIn } of passes) {
    if (asked.length >= sampleSize) break;
    const told = await asking.ask({ check, signIn, isSaidToPass: false });
    if (told !== null) asked.push({ check, signIn, told });
  }
  return asked;
}

async function forgetSample({ tenants }: Dependencies, { tenant }: TenantRecords): Promise<void> {
  if (!tenant.sampledPasses) return;
  await update(tenants, tenant.id, (current) => ({ ...current, ...noSample }));
}

async function askAtScan(
  dependencies: Dependencies,
  tenant: TenantRecords,
  scanned: Scanned,
  signal: AbortSignal,
): Promise<void> {
  const { microsoft365, systemConfig, tenants, clock } = dependencies;
  if (!(await readSetting(systemConfig, 'ask_microsoft_at_scans')).value) {
    await forgetSample(dependencies, tenant);
    await forgetDisputes(tenant, new Set(), scanned.now.toISOString());
    return;
  }
  const { id, m365TenantId: entraTenantId, isMock: isSimulated } = tenant.tenant;
  const open = (deadline: AbortSignal) =>
    microsoft365.graph({ entraTenantId, isSimulated }, { signal: AbortSignal.any([signal, deadline]) });
  const asking = createAsking(open, { by: 'scanner', now: () => clock.now(), atMost: questionsOfScan, withinMs });
  const toAsk = passesOf(scanned);
  const leaving = Math.min(questionsOfPasses, toAsk.length);
  const ofFindings: Asking = { ask: (question) => asking.ask(question, leaving) };
  const asked = await askAboutFindings(dependencies, tenant, ofFindings, scanned.verdicts);
  await forgetDisputes(tenant, asked, scanned.now.toISOString());
  const passes = await askAboutPasses(asking, toAsk);
  signal.throwIfAborted();
  const askedAt = clock.now().toISOString();
  const withoutCall = Math.min(sampleSize, toAsk.length) - passes.length;
  await update(tenants, id, (current) => {
    if (current.isMock !== isSimulated) return current;
    const { verdicts } = scanned;
    return { ...current, ...withSample(keptSample(current.sampledPasses, passes, { askedAt, verdicts, withoutCall })) };
  });
}

/**
 * Where the installation says so: holds what a scan found in Conditional Access against Microsoft's own evaluation, in at most twelve
 * calls and a minute. First the sign-ins that get past, the gravest first; then, with three calls or more, up to ten that passing checks have to
 * cover. What Microsoft says is kept with the findings, and of passes with the tenant.
 * The scan has ended by then: what goes wrong here takes nothing of it back.
 */
export async function askAfterScan(
  dependencies: Dependencies,
  tenant: TenantRecords,
  scanned: Scanned,
  signal: AbortSignal,
): Promise<void> {
  try {
    await askAtScan(dependencies, tenant, scanned, signal);
  } catch (error) {
    signal.throwIfAborted();
    dependencies.log('Microsoft could not be asked about the sign-ins of a scan', {
      tenantId: tenant.tenant.id,
      error,
    });
  }
}
