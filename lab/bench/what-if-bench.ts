import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { type Facts, factOf } from '../../api/src/audit/facts/facts.ts';
import { enumAt } from '../../api/src/audit/facts/json-reader.ts';
import { evaluateFacts } from '../../api/src/audit/findings/evaluate.ts';
import { forecastOf } from '../../api/src/domain/what-if/forecast.ts';
import type { Judged } from '../../api/src/domain/what-if/judged.ts';
import { factsOfPolicies } from '../../api/src/domain/what-if/policy-checks.ts';
import type { Size } from './bench-arguments.ts';
import { figure, median, type Section } from './table.ts';
import { factsOfTenant } from './verdict-bench.ts';

const sizes = {
  usual: { users: [850, 10_000], rounds: 9 },
  smallest: { users: [100], rounds: 1 },
} as const;

/** As many members as the directory has, a tenth of them guests: nobody whom a policy names, as most are. */
const accountsOf = (count: number): Judged['accounts'] =>
  Array.from({ length: count }, (_, index) => {
    const isGuest = index % 10 === 0;
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const upn = isGuest ? `guest${index}_partner.example#EXT#@tenant.example` : `person${index}@tenant.example`;
    return { id, name: `Person ${index}`, upn, userType: isGuest ? 'Guest' : 'Member', external: isGuest };
  });

/** Facts are read anew for each look, so that nothing of an earlier one is found again. */
async function timed(text: string, run: (facts: Facts) => unknown): Promise<number> {
  const facts = JSON.parse(text) as Facts;
  const started = performance.now();
  await run(facts);
  return performance.now() - started;
}

async function benchSize(users: number, rounds: number) {
  const now = new Date();
  const facts = await factsOfTenant(users, now);
  const text = JSON.stringify(facts);
  const { verdicts } = evaluateFacts(facts, { now });
  const accounts = accountsOf(users);
  const runs: { evaluateMs: number; forecastMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const evaluateMs = await timed(text, (one) => evaluateFacts(one, { now }));
    const forecastMs = await timed(text, (one) => {
      const kept = {
        scanLogId: `${weakProfile.id}_scan`,
        scannedAt: now.toISOString(),
        isSimulated: true,
        facts: factsOfPolicies(one),
      };
      const draft = (factOf(one, 'conditionalAccessPolicies') ?? []).map((policy) =>
        enumAt(policy, 'state') === 'enabledforreportingbutnotenforced' ? { ...policy, state: 'enabled' } : policy,
      );
      const directory = { accounts, isWholeDirectory: true, disabled: new Set<string>() };
      return forecastOf({ kept, verdicts, tenant: { emergencyAccounts: [] }, ...directory }, draft);
    });
    runs.push({ evaluateMs, forecastMs });
  }
  return { users, runs };
}

/** A forecast of a draft, beside one evaluation of the whole catalog over the same facts. Aim: two seconds for 850 users. */
export async function benchWhatIf({ size }: { size: Size }): Promise<Section> {
  const { users, rounds } = sizes[size];
  const measured: Awaited<ReturnType<typeof benchSize>>[] = [];
  for (const count of users) measured.push(await benchSize(count, rounds));
  const rows = measured.map(({ users: count, runs }) => {
    const forecastMs = median(runs.map((run) => run.forecastMs));
    const evaluateMs = median(runs.map((run) => run.evaluateMs));
    return [figure(count), figure(forecastMs), figure(evaluateMs), `${figure(forecastMs / evaluateMs, 1)} ×`];
  });
  return {
    title: 'What-if: the forecast of a draft with each report-only policy turned on',
    tables: [{ columns: ['accounts', 'forecast ms', 'one evaluation ms', 'ratio of times'], rows }],
    notes: [`Floor: one evaluation of the same facts. Medians of ${rounds}, taking turns, over facts not seen before.`],
    data: { measured },
  };
}
