import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  textsAt,
  valueAt,
} from '../../audit/facts/json-reader.ts';
import { checkDomain } from '../../mailflow/check-domain.ts';
import { checkDmarc } from '../../mailflow/dmarc/check-dmarc.ts';
import { checkSpf } from '../../mailflow/spf/check-spf.ts';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import { type CaseResult, oneLine } from './case-result.ts';

/** Names of what was expected and is otherwise: `p: expected reject, is none`. */
type Difference = string;

function compare(name: string, expected: unknown, actual: unknown): Difference[] {
  if (expected === undefined || JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [`${name}: expected ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`];
}

async function run(
  item: JsonObject,
  kind: string,
  differences: (domain: string, zone: ReturnType<typeof zoneResolver>) => Promise<Difference[]>,
): Promise<CaseResult> {
  const name = textAt(item, 'name') ?? '';
  const found = await differences(textAt(item, 'domain') ?? '', zoneResolver(readZone(valueAt(item, 'zone'))));
  return { id: `${kind}:${name}`, policy: kind, agreed: found.length === 0, reason: oneLine(found.join('; ')) };
}

async function runAll(
  cases: readonly unknown[],
  one: (item: JsonObject) => Promise<CaseResult>,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const item of cases.filter(isObject)) results.push(await one(item));
  return results;
}

/** Cases of the form `{name, domain, zone, expect: class, lookups?, voids?}`. */
export function runSpfCases(cases: readonly unknown[]): Promise<CaseResult[]> {
  return runAll(cases, (item) =>
    run(item, 'spf', async (domain, dns) => {
      const result = await checkSpf(dns, domain);
      return [
        ...compare('class', valueAt(item, 'expect'), result.class),
        ...compare('lookups', valueAt(item, 'lookups'), result.lookups),
        ...compare('voids', valueAt(item, 'voids'), result.voids),
      ];
    }),
  );
}

const dmarcFields = ['found', 'location', 'valid', 'p', 'sp', 'np', 'policy', 'applied', 'orgDomain'] as const;

/** Cases of the form `{name, domain, zone, expect: {found, location, …, orgDomain?, dmarcQueries?}}`. */
export function runDmarcCases(cases: readonly unknown[]): Promise<CaseResult[]> {
  return runAll(cases, (item) =>
    run(item, 'dmarc', async (domain, dns) => {
      const result = await checkDmarc(dns, domain);
      const fields = dmarcFields.flatMap((name) => compare(name, valueAt(item, 'expect', name), result[name]));
      return [...fields, ...compare('queries', valueAt(item, 'expect', 'dmarcQueries'), result.queries)];
    }),
  );
}

/** Cases of the form `{name, domain, zone, expect: {provider?, mx?, spf?, dkim?, dmarc?, warnings?, errors?}}`. */
export function runMailCases(cases: readonly unknown[], now: Date): Promise<CaseResult[]> {
  return runAll(cases, (item) =>
    run(item, 'm365-mail', async (domain, dns) => {
      const text = textAt(item, 'expect', 'mtaStsPolicy');
      const fetchPolicy =
        text === null ? undefined : async () => ({ status: 'ok' as const, text, contentType: 'text/plain' });
      return mailDifferences(objectAt(item, 'expect'), await checkDomain(domain, { dns, fetchPolicy, now }));
    }),
  );
}

type MailFlow = Awaited<ReturnType<typeof checkDomain>>;

function mailDifferences(expect: JsonObject, result: MailFlow): Difference[] {
  const { spf, dmarc, dkim } = result;
  const selectors = ['selector1', 'selector2'].flatMap((name) =>
    compare(name, valueAt(expect, 'dkim', name), dkim.selectors.find(({ selector }) => selector === name)?.state),
  );
  return [
    ...compare('provider', expect.provider, result.provider),
    ...compare('mx', expect.mx, result.mx.state),
    ...compare('spf', valueAt(expect, 'spf', 'result'), spf.class),
    ...compare('spf reason', valueAt(expect, 'spf', 'reason'), spf.reason),
    ...compare('spf lookups', valueAt(expect, 'spf', 'lookups'), spf.lookups),
    ...compare('spf all', valueAt(expect, 'spf', 'all'), spf.all),
    ...compare('dmarc p', valueAt(expect, 'dmarc', 'p'), dmarc.p),
    ...compare('dmarc valid', valueAt(expect, 'dmarc', 'valid'), dmarc.valid),
    ...selectors,
    ...compare('dkim format', valueAt(expect, 'dkim', 'format'), dkim.selectors[0]?.format),
    ...compare('dkim key', numberAt(expect, 'dkim', 'keyBits') ?? undefined, dkim.keyBits),
    ...missingCodes(expect, result),
  ];
}

/** An error has to be told as an error; a warning may be told more gently, but has to be told. */
function missingCodes(expect: JsonObject, { issues }: MailFlow): Difference[] {
  const told = new Set(issues.map(({ code }) => code));
  const errors = new Set(issues.filter(({ severity }) => severity === 'error').map(({ code }) => code));
  return [
    ...textsAt(expect, 'errors')
      .filter((code) => !errors.has(code))
      .map((code) => `the error ${code} is not told`),
    ...textsAt(expect, 'warnings')
      .filter((code) => !told.has(code))
      .map((code) => `${code} is not told`),
  ];
}
