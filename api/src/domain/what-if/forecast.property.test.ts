import { expect, test } from 'vitest';
import { randomDraft } from '../../audit/checks/conditional-access/testing/random-drafts.ts';
import { tenantWith } from '../../audit/checks/conditional-access/testing/random-tenant.ts';
import { escapes, questions } from '../../audit/checks/conditional-access/testing/sign-in-model.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { forecastOf } from './forecast.ts';

/** More of them, and others: `FORECASTS=5000 FORECASTS_FROM=1 vitest run forecast.property`. */
const drafts = Number(process.env.FORECASTS ?? 200);
const from = Number(process.env.FORECASTS_FROM ?? 1);

const tally = { opened: 0, closed: 0, same: 0 };

/** Where the forecast of a draft and the independent model do not agree on which gap is new, and which is closed. */
async function differences(seed: number): Promise<string[]> {
  const { before, after } = randomDraft(seed);
  const seesRisks = seed % 5 !== 0;
  const { facts } = factsFromSnapshot(tenantWith(before, seesRisks), testNow);
  const kept = { scanLogId: 's', scannedAt: testNow.toISOString(), isSimulated: true, facts };
  const judged = {
    kept,
    verdicts: [],
    tenant: { emergencyAccounts: [] },
    accounts: [],
    isWholeDirectory: true,
    disabled: new Set<string>(),
  };
  const { verdicts } = await forecastOf(judged, after);
  return Object.entries(questions).flatMap(([checkId, question]) => {
    const [was, is] = [escapes(before, question, seesRisks), escapes(after, question, seesRisks)];
    const told = verdicts.find((one) => one.checkId === checkId);
    tally[was === is ? 'same' : is ? 'opened' : 'closed'] += 1;
    if (told?.after.status === 'notLicensed' || (!seesRisks && checkId.startsWith('ca.risk'))) return [];
    // All is blocked then, and only the explicit policy is missing.
    const covered = (one: { status: string; message: string }) =>
      one.status === 'pass' || one.message.startsWith('No policy speaks of');
    const agrees = told === undefined ? was === is : covered(told.before) === !was && covered(told.after) === !is;
    return agrees ? [] : [`seed ${seed}, ${checkId}: was ${was}, is ${is}, told ${JSON.stringify(told)}`];
  });
}

test(`in ${drafts} drafts every gap that opens or closes is told, and no other`, {
  timeout: drafts * 900,
}, async () => {
  const wrong: string[] = [];
  for (let seed = from; seed < from + drafts && wrong.length < 10; seed += 1) wrong.push(...(await differences(seed)));
  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(drafts / 4);
});
