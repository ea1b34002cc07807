import { join } from 'node:path';
import type { AppTokens } from '../../adapters/graph/app-tokens.ts';
import { createGraphClient } from '../../adapters/graph/graph-client.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import { isObject, objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { exemptionsOf } from '../../audit/snapshot/snapshot-declarations.ts';
import { isUnread } from '../../features/scans/scan-failure.ts';
import { GraphError } from '../../ports/graph.ts';
import { UsageError } from '../command.ts';
import type { FarEnd } from '../microsoft.ts';
import type { Environment } from '../sign-in/settings.ts';
import type { AuditArguments } from './audit-arguments.ts';
import type { AuditFile, AuditResult } from './audit-result.ts';
import { auditedTenant } from './audited-tenant.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { collectTenant } from './collect.ts';
import { formats } from './formats/formats.ts';
import { graphWords } from './graph-words.ts';
import { baselineView, heldFindings } from './hold-findings.ts';
import type { Progress } from './progress.ts';
import { redacted, refuseLeaks } from './redact.ts';
import { scriptsOf } from './scripts-of-audit.ts';
import { type ExitCode, exitCodeOf, summaryOf } from './summary.ts';
import { toolOf } from './tool.ts';
import { prepareFolder, writeFiles } from './write-files.ts';

/** Who reads: an application or somebody who signed in. */
type SignedIn = { tokens: AppTokens; kind: AuditResult['signedInAs'] };

type Audited = { result: AuditResult; files: AuditFile[] };

export type AuditRun = {
  asked: AuditArguments;
  farEnd: FarEnd;
  signIn(): Promise<SignedIn>;
  progress: Progress;
  /** Read for the proxy that errors name. */
  env: Environment;
  /** Standard output: the summary. */
  say(text: string): void;
  now: Date;
  signal: AbortSignal;
};

function wordsOf({ failure }: GraphError, { asked, farEnd, env }: AuditRun, { kind }: SignedIn): string {
  return graphWords(failure, { tenant: asked.tenant, cloud: farEnd.cloud, kind, env });
}

/** Nothing that is asked of Graph came: a network that went away, a consent that was taken back meanwhile. */
function refuseNothing(facts: Facts, run: AuditRun, signedIn: SignedIn): void {
  if (!isUnread(facts)) return;
  const [first] = Object.values(facts).flatMap((result) => (result.state === 'failed' ? [result] : []));
  const failure = first ?? { status: 0, code: 'NoData', message: 'nothing was collected' };
  throw new UsageError(`Nothing could be read.\n${wordsOf(new GraphError(failure), run, signedIn)}`);
}

/**
 * Asks for the organization before all else: whether the sign-in is good for anything, and whose directory it is, is known
 * within a second and not after half an hour.
 * @returns its directory id
 * @throws UsageError where it is not good, or the baseline is another organization's
 */
async function expectTenant(run: AuditRun, signedIn: SignedIn, baseline: Baseline): Promise<string> {
  const { farEnd, signal, progress } = run;
  const { upstream, cloud } = farEnd;
  const { watch } = progress;
  const graph = createGraphClient({ tokens: signedIn.tokens, upstream, cloud, watch, signal });
  const answer = await graph.get('/v1.0/organization?$select=id').catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof GraphError ? new UsageError(wordsOf(error, run, signedIn)) : error;
  });
  const [organization] = isObject(answer) ? objectsAt(answer, 'value') : [];
  const id = textAt(organization, 'id')?.toLowerCase() ?? null;
  // Fingerprints are made of it, and a baseline is held against it: nothing else may stand in its place.
  if (id === null)
    throw new UsageError(
      'Microsoft Graph answered without the organization’s directory id, so nothing can be told of it.\nRun the command again later.',
    );
  if (baseline.tenantId !== null && baseline.tenantId !== id)
    throw new UsageError(
      `--baseline ${baseline.file} is of the directory ${baseline.tenantId}, and this is ${id}. Nothing can be compared between two organizations.`,
    );
  return id;
}

function judged(
  { asked, farEnd, now }: AuditRun,
  facts: Facts,
  { kind, tenantId: id }: { kind: SignedIn['kind']; tenantId: string },
  baseline: Baseline,
): AuditResult {
  const { declarations } = baseline;
  const tenant = auditedTenant(facts, { id, asked: asked.tenant }, farEnd.isSimulated);
  const outcome = evaluateFacts(facts, { now, exemptions: exemptionsOf(declarations, facts, now) });
  return {
    tenant,
    cloud: farEnd.cloud.name,
    takenAt: now.toISOString(),
    tool: toolOf(),
    isRedacted: false,
    signedInAs: kind,
    facts,
    declarations,
    outcome,
    findings: heldFindings(outcome, tenant.id, baseline, now),
    baseline: baselineView(outcome, baseline),
  };
}

/** Every file that was asked for, redacted where that was. */
async function filesOf({ asked, progress, signal, now }: AuditRun, audited: AuditResult): Promise<Audited> {
  const hidden = asked.redact ? redacted(audited, now) : null;
  const result = hidden?.result ?? audited;
  const files: AuditFile[] = [];
  for (const name of asked.formats) {
    signal.throwIfAborted();
    progress.passing(`  writing ${name}`);
    const file = await formats[name](result);
    if (hidden) await refuseLeaks(name, file, hidden, now);
    files.push(file);
  }
  return { result, files };
}

const scriptFolder = ({ out }: AuditArguments): string => join(out, 'scripts');

/**
 * One audit of one tenant, from its sign-in to its files.
 * @returns the exit code
 * @throws UsageError where it could not run, in words; the signal's reason when aborted: nothing was written then
 */
export async function runAudit(run: AuditRun): Promise<ExitCode> {
  const { asked, farEnd, progress, signal, now } = run;
  const baseline = readBaseline(asked.baseline, now);
  prepareFolder(asked.out);
  if (asked.withScripts) prepareFolder(scriptFolder(asked));
  const signedIn = await run.signIn();
  const tenantId = await expectTenant(run, signedIn, baseline);
  progress.line(`Reading ${asked.tenant}`);
  const { tokens, kind } = signedIn;
  const { declarations } = baseline;
  const { tenant, withTenantConfiguration } = asked;
  const facts = await collectTenant({ ...run, tokens, kind, tenant, declarations, withTenantConfiguration });
  signal.throwIfAborted();
  refuseNothing(facts, run, signedIn);
  const { result, files } = await filesOf(run, judged(run, facts, { kind: signedIn.kind, tenantId }, baseline));
  const scripts = asked.withScripts ? scriptsOf(result, farEnd, now) : [];
  const paths = [
    ...(await writeFiles(asked.out, files, signal)),
    ...(await writeFiles(scriptFolder(asked), scripts, signal)),
  ];
  progress.end();
  run.say(summaryOf(result, paths, asked));
  return exitCodeOf(result, asked);
}
