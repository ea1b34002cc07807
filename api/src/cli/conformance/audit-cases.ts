import type { Verdict } from '@tenantry/contract/verdicts';
import {
  booleanAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '../../audit/facts/json-reader.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { type CaseResult, oneLine } from './case-result.ts';

/** Policy ids of CISA stand as they are in a check's references; names of Prowler's checks carry its name. */
function decides(verdict: Verdict, policyId: string): boolean {
  return verdict.references.includes(policyId) || verdict.references.includes(`prowler:${policyId}`);
}

function verdictsOf(snapshot: JsonObject, now: Date): Verdict[] {
  const { facts, exemptions } = factsFromSnapshot(snapshot, now);
  return evaluateFacts(facts, { now, exemptions }).verdicts;
}

/** A text is the status wanted; true means pass, false anything else. notApplicable agrees where the case says so. */
function agrees(status: Verdict['status'], expected: unknown, tags: readonly string[]): boolean {
  if (typeof expected === 'string') return status === expected;
  if (status === 'notApplicable') return tags.includes('not-applicable');
  return typeof expected === 'boolean' && (status === 'pass') === expected;
}

function judged(
  id: string,
  policy: string,
  expected: unknown,
  tags: readonly string[],
  verdicts: Verdict[],
): CaseResult {
  const verdict = verdicts.find((item) => decides(item, policy));
  if (verdict === undefined) return { id, policy, agreed: false, reason: 'no check decides this policy' };
  const agreed = agrees(verdict.status, expected, tags);
  const said = `${verdict.checkId} says ${verdict.status}: ${verdict.message}`;
  return { id, policy, agreed, reason: agreed ? '' : oneLine(`expected ${String(expected)}; ${said}`) };
}

/** Cases of the form `{id, policyId, expected, tags?, snapshot}`. */
export function runAuditCases(cases: readonly unknown[], now: Date): CaseResult[] {
  return cases.filter(isObject).map((item) => {
    const id = textAt(item, 'id') ?? '';
    const verdicts = verdictsOf(objectAt(item, 'snapshot'), now);
    return judged(id, textAt(item, 'policyId') ?? '', valueAt(item, 'expected'), textsAt(item, 'tags'), verdicts);
  });
}

/** Cases of the form `{id, checkId, expected, snapshot}`: the status, or those of which one is right. */
export function runCheckCases(cases: readonly unknown[], now: Date): CaseResult[] {
  return cases.filter(isObject).map((item) => {
    const id = textAt(item, 'id') ?? '';
    const checkId = textAt(item, 'checkId') ?? '';
    const verdict = verdictsOf(objectAt(item, 'snapshot'), now).find((one) => one.checkId === checkId);
    if (verdict === undefined) return { id, policy: checkId, agreed: false, reason: 'there is no such check' };
    const expected = valueAt(item, 'expected');
    const agreed = [expected].flat().includes(verdict.status);
    const reason = `expected ${[expected].flat().join(' or ')}; says ${verdict.status}: ${verdict.message}`;
    return { id, policy: checkId, agreed, reason: agreed ? '' : oneLine(reason) };
  });
}

/** One tenant of the form `{id, snapshot, expected: [{policyId, expected}]}`. */
export function runTenantCase(tenant: unknown, file: string, now: Date): CaseResult[] {
  const verdicts = verdictsOf(objectAt(tenant, 'snapshot'), now);
  const id = textAt(tenant, 'id') ?? file;
  return objectsAt(tenant, 'expected')
    .filter((entry) => booleanAt(entry, 'expected') !== null)
    .map((entry) => {
      const policy = textAt(entry, 'policyId') ?? '';
      return judged(`${id}:${policy}`, policy, valueAt(entry, 'expected'), textsAt(entry, 'tags'), verdicts);
    });
}
