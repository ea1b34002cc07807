import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startScan } from '@tenantry/contract/scans';
import { Verdict } from '@tenantry/contract/verdicts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { openAudits } from './testing/audited.ts';

const Judged = z.object({ verdicts: z.array(Verdict), score: z.nullable(z.number()), coverage: z.looseObject({}) });
const evaluate = join(import.meta.dirname, '../evaluate.ts');

let installation: SimulatedApp;
let audits: Awaited<ReturnType<typeof openAudits>>;
beforeAll(async () => {
  installation = await openSimulatedApp();
  audits = await openAudits(installation.cloud);
});
afterAll(async () => {
  await audits.close();
  await installation.close();
});

/** What the installation's own scan stored. */
async function scanned(tenantId: string) {
  const { app, cookie } = installation;
  await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
  await app.drainQueue();
  const records = await app.app.stores.tenants.open(everyTenant, tenantId);
  const audit = records && (await latestAudit(records));
  if (!audit) throw new Error('The scan stored no audit');
  const { verdicts } = audit.data;
  const stored = {
    verdicts: asStored(verdicts, verdicts),
    score: audit.overallScore,
    coverage: audit.data.coverage,
  };
  return { stored, emergencyAccounts: records.tenant.emergencyAccounts };
}

/** As an audit is stored: the details of accounts, all but the first, and why policies do not cover are left to the findings. */
const asStored = (verdicts: readonly Verdict[], stored: readonly Verdict[]): Verdict[] =>
  verdicts.map(({ notCovered: _why, ...verdict }, index) => ({
    ...verdict,
    affected: verdict.affected
      .slice(0, stored[index]?.affected.length)
      .map(({ account: _details, alert: _alert, ...affected }) => affected),
  }));

async function evaluated(snapshot: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [evaluate, '--snapshot', snapshot], {
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout);
}

test.each(['brackenfreight.example', 'alderwickclinic.example', 'tidewellmotors.example'])(
  'the scan of an installation, npm run audit, and npm run evaluate on the snapshot that it wrote say the same of %s',
  async (domain) => {
    const { id } = installation.cloud.tenants.find((tenant) => tenant.domain === domain) ?? { id: '' };
    const { stored, emergencyAccounts } = await scanned(id);
    // Who is kept for emergencies stands with the tenant in an installation, and in a file for the command.
    const declared = emergencyAccounts.map(({ userPrincipalName: account, reason }) => ({ account, reason }));
    writeFileSync(audits.path('declared.json'), JSON.stringify({ emergencyAccounts: declared }));
    await audits.audit(
      `--tenant ${domain} --out ${domain} --format json,snapshot --with-tenant-configuration --baseline ${audits.path('declared.json')}`,
    );
    const audited = Judged.parse(audits.json(`${domain}/audit.json`));
    expect(audited.verdicts.length).toBeGreaterThan(100);
    expect({ ...audited, verdicts: asStored(audited.verdicts, stored.verdicts) }).toEqual(stored);
    expect(Judged.parse(await evaluated(audits.path(`${domain}/snapshot.json`)))).toEqual(audited);
  },
);
