import { describe, expect, it } from 'vitest';
import { answerLimitBytes } from '../../mailflow/bounded-answer.ts';
import { askedDns } from '../../mailflow/testing/asked-dns.ts';
import { contosoZone, policyText } from '../../mailflow/testing/contoso.ts';
import { hostileDomains, hostileName } from '../../mailflow/testing/hostile-records.ts';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import type { DnsResolver } from '../../ports/dns.ts';
import { GraphError, type ResumableGraph } from '../../ports/graph.ts';
import type { MailSources, Microsoft365 } from '../../ports/microsoft365.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { createGate } from './gate.ts';
import { createMailFlowService, type MailFlowLimits, mailFlowLimits } from './mailflow-service.ts';

const tenantId = '11111111-1111-4111-8111-111111111111';
const now = new Date('2026-11-20T12:00:00Z');

/** What the service reads of a tenant, and no more. */
function tenantWith(lastScanned: readonly string[] | null): TenantRecords {
  const evidence = lastScanned?.map((objectId) => ({ dataset: 'dns', observed: '', objectId }));
  const audit = { createdAt: '2026-11-01T00:00:00.000Z', data: { verdicts: [{ checkId: 'dns.spf', evidence }] } };
  const tenant = {
    id: tenantId,
    m365TenantId: tenantId,
    isMock: false,
    mailUses: [],
    tasksHeldAt: null,
    audit: lastScanned && { scanLogId: 'x' },
  };
  const audits = { get: () => Promise.resolve({ value: audit as unknown as AuditRecord, etag: '1' }) };
  return { tenant: tenant as unknown as TenantRecord, audits } as unknown as TenantRecords;
}

const refusing = new GraphError({ status: 503, code: 'serviceNotAvailable', message: '' });

function service(dns: DnsResolver, domains: readonly string[] | null, limits: Partial<MailFlowLimits> = {}) {
  const sources: MailSources = {
    dns,
    fetchPolicy: () => Promise.resolve({ status: 'ok', text: policyText, contentType: 'text/plain' }),
  };
  const graph = {
    async *pages() {
      if (domains === null) throw refusing;
      yield domains.map((id) => ({ id, isVerified: true }));
    },
  } as unknown as ResumableGraph;
  const microsoft365: Microsoft365 = {
    graph: () => graph,
    account: () => Promise.resolve(graph),
    configurationSnapshots: () => {
      throw new Error('mail flow takes no snapshots');
    },
    applicationPermissions: async () => [],
    clientId: async () => null,
    forget: () => undefined,
    mail: () => sources,
  };
  return createMailFlowService({
    microsoft365,
    publicMail: sources,
    clock: { now: () => now },
    limits: { ...mailFlowLimits, ...limits },
  });
}

/** Answers nothing at all about names that end so. */
function hangingAt(suffix: string, dns: DnsResolver): DnsResolver {
  return {
    resolve: (name, type) => (name.endsWith(suffix) ? new Promise(() => undefined) : dns.resolve(name, type)),
  };
}

describe('what the DNS does not answer', () => {
  it.each(['timeout', 'servfail'] as const)('%s of everything is neither pass nor fail', async (status) => {
    const dead: DnsResolver = { resolve: () => Promise.resolve({ status }) };
    const report = await service(dead, null).checkDomain('contoso.com', null);
    expect(report).toMatchObject({
      status: 'unknown',
      unknownBecause: expect.stringContaining('The DNS did not answer for contoso.com'),
      security: { score: null },
      spf: null,
      spfLookupCount: null,
      details: { spf: { class: 'temperror' }, dmarc: { found: null }, mx: { state: 'couldNotCheck' } },
    });
    expect(report.details.issues.every(({ severity }) => severity !== 'error')).toBe(true);
  });

  it('an include without an answer leaves SPF open, and the rest is told', async () => {
    const zone = contosoZone({ 'spf.protection.outlook.com': { TIMEOUT: ['*'] } });
    const report = await service(askedDns(zone), null).checkDomain('contoso.com', null);
    expect(report).toMatchObject({ status: 'warn', spfLookupCount: null, warnings: ['spf_could_not_check'] });
    expect(report.spfWarning).toContain('spf.protection.outlook.com did not answer in time');
  });
});

describe('all domains of a tenant', () => {
  it('those that do not answer in time are left out, and said to be', async () => {
    const dns = hangingAt('slow.example', askedDns(contosoZone()));
    const checks = service(dns, ['slow.example', 'contoso.com'], { answerMs: 200 });
    const answer = await checks.checkTenant(tenantWith(null), undefined);
    expect(answer.domains.map(({ domain, status }) => [domain, status])).toEqual([['contoso.com', 'pass']]);
    expect(answer).toMatchObject({
      leftOut: ['slow.example'],
      leftOutBecause: 'The DNS did not answer for all domains in time.',
    });
  });

  it('beyond the number for one call the rest is left out, and can be asked for by name', async () => {
    const names = ['a.example', 'b.example', 'c.example'];
    const checks = service(askedDns({}), names, { domainsPerCall: 2 });
    const first = await checks.checkTenant(tenantWith(null), undefined);
    expect(first).toMatchObject({ leftOut: ['c.example'], leftOutBecause: 'One call checks 2 domains at most.' });
    const second = await checks.checkTenant(tenantWith(null), first.leftOut.join(','));
    expect(second.domains.map(({ domain }) => domain)).toEqual(['c.example']);
    expect(second).toMatchObject({ leftOut: [], leftOutBecause: null });
  });

  it('one memory serves all: no question is asked twice', async () => {
    const dns = askedDns(contosoZone());
    await service(dns, ['contoso.com', 'a.contoso.com', 'b.contoso.com']).checkTenant(tenantWith(null), undefined);
    expect(new Set(dns.asked).size).toBe(dns.asked.length);
  });

  it('where Microsoft cannot be asked, the domains are those of the last scan, and that is said', async () => {
    const answer = await service(askedDns(contosoZone()), null).checkTenant(tenantWith(['contoso.com']), undefined);
    expect(answer.domains.map(({ domain }) => domain)).toEqual(['contoso.com']);
    expect(answer).toMatchObject({
      domainsFrom: 'lastScan',
      domainsNote: expect.stringMatching(/the scan of November 1, 2026, \d\d:\d\d UTC\.$/),
    });
  });

  it('where nobody knows the domains, that is an error and no empty list', async () => {
    const checks = service(askedDns({}), null);
    for (const scanned of [null, []])
      await expect(checks.checkTenant(tenantWith(scanned), undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('records that are made to be hard to read', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  // The summary of a report says again what stands in its details.
  const reportLimitBytes = 2 * answerLimitBytes;

  it('as many checks as the process takes at once leave answers of bounded size', async () => {
    const atOnce = mailFlowLimits.atOnce + mailFlowLimits.waiting;
    const domains = Array.from({ length: atOnce }, (_, at) => hostileDomains[(at * 3) % hostileDomains.length]);
    const reports = domains.map((domain) =>
      service(zoneResolver(readZone(domain?.zone)), null).checkDomain(hostileName, null),
    );
    for (const report of await Promise.all(reports)) expect(bytes(report)).toBeLessThan(reportLimitBytes);
  });

  it('one call about many such domains reads no more than its budget, and answers within bounds', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `d${at}.example`);
    const long = hostileDomains.at(-1)?.zone ?? {};
    const zone = Object.fromEntries(
      names.flatMap((name) => Object.entries(long).map(([key, records]) => [key.replace(hostileName, name), records])),
    );
    const answer = await service(zoneResolver(readZone(zone)), names).checkTenant(tenantWith(null), undefined);
    expect(answer.domains).toHaveLength(20);
    expect(bytes(answer)).toBeLessThan(20 * reportLimitBytes);
  });
});

describe('many checks at once', () => {
  it('are refused beyond those that may wait', async () => {
    const limits = { atOnce: 1, atOncePerCall: 1, waiting: 1 };
    const checks = service(hangingAt('slow.example', askedDns(contosoZone())), ['contoso.com'], limits);
    void checks.checkDomain('slow.example', null);
    void checks.checkDomain('contoso.com', null);
    await expect(checks.checkDomain('contoso.com', null)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 30,
    });
    await expect(checks.checkTenant(tenantWith(null), undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('wait for their turn, never more at a time than allowed, also after a failure', async () => {
    const gate = createGate(2, 10);
    let running = 0;
    let most = 0;
    const work = (fails: boolean) => async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (fails) throw new Error('broken');
    };
    const all = await Promise.allSettled([false, true, false, true, false].map((fails) => gate.enter(work(fails))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(most).toBe(2);
    expect(running).toBe(0);
  });
});
