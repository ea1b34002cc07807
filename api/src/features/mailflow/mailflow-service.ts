import type { getTenantMailFlow, MailFlowReport } from '@tenantry/contract/mailflow';
import pLimit from 'p-limit';
import type * as z from 'zod/mini';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { checkDomain } from '../../mailflow/check-domain.ts';
import type { DomainKnowledge } from '../../mailflow/collect-senders.ts';
import { type DnsBudget, withDeadline } from '../../mailflow/dns-limits.ts';
import { rememberDns } from '../../mailflow/dns-memory.ts';
import type { MailSources } from '../../ports/microsoft365.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { askedDomain } from './asked-domain.ts';
import { createGate, type Gate } from './gate.ts';
import { mailFlowReport } from './mailflow-report.ts';
import { type VerifiedDomains, verifiedDomains } from './verified-domains.ts';

export type MailFlowLimits = {
  /** Domains that are checked at once, in this process and in one call. */
  atOnce: number;
  atOncePerCall: number;
  /** Checks that may wait for a place. */
  waiting: number;
  domainsPerCall: number;
  /** After this no new question goes to the DNS. One on its way takes up to 12 s more: a call ends at 45 s. */
  askingMs: number;
  /** After this a call about a tenant answers with what is done. */
  answerMs: number;
};

export const mailFlowLimits: MailFlowLimits = {
  atOnce: 8,
  atOncePerCall: 4,
  waiting: 16,
  domainsPerCall: 60,
  askingMs: 25_000,
  answerMs: 30_000,
};

type Dependencies = Pick<CommonParts, 'microsoft365' | 'clock'> & {
  publicMail: MailSources;
  limits?: MailFlowLimits;
  nowMs?: () => number;
};
type TenantMailFlow = z.output<typeof getTenantMailFlow.response>;

export type MailFlowService = ReturnType<typeof createMailFlowService>;

const tooMany = () =>
  new AppError('UNAVAILABLE', 'Too many mail checks are running. Try again in half a minute.', {
    retryAfterSeconds: 30,
  });

type Service = Required<Dependencies> & { gate: Gate };

/** Of the DNS for all domains of a call: what one may ask and read is bounded for itself. */
const callBudget: DnsBudget = { questions: Number.POSITIVE_INFINITY, octets: 16_000_000 };

/** One memory for all domains of a call: what several lead to is asked for once. */
function sourcesOfCall({ microsoft365, publicMail, limits, nowMs }: Service, tenant: TenantRecord | null): MailSources {
  const { dns, fetchPolicy } =
    tenant === null
      ? publicMail
      : microsoft365.mail({ entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock });
  const limited = withDeadline(dns, limits.askingMs, nowMs);
  return { dns: rememberDns(limited, callBudget), fetchPolicy };
}

/** What is known of a domain beside its DNS: of a tenant's own domains alone. */
type Knowledge = (domain: string) => DomainKnowledge;

async function report(domain: string, { dns, fetchPolicy }: MailSources, known: DomainKnowledge, now: Date) {
  const result = await checkDomain(domain, { dns, fetchPolicy, now, ...known });
  // Both were asked before: the memory answers.
  const [txt, mx] = await Promise.all([dns.resolve(result.domain, 'TXT'), dns.resolve(result.domain, 'MX')]);
  return mailFlowReport(result, txt.status === 'nxdomain' && mx.status === 'nxdomain', known.sends !== undefined);
}

/** @throws AppError UNAVAILABLE where too many checks wait */
async function enter(
  { gate, clock }: Service,
  domain: string,
  sources: MailSources,
  known: DomainKnowledge,
): Promise<MailFlowReport> {
  const entered = gate.enter(() => report(domain, sources, known, clock.now()));
  if (entered === null) throw tooMany();
  return entered;
}

/** What is done in time; `late` where some are not. */
async function checkAll(service: Service, names: readonly string[], sources: MailSources, known: Knowledge) {
  const reports = new Map<string, MailFlowReport>();
  const isLate = Promise.withResolvers<void>();
  const timer = setTimeout(isLate.resolve, service.limits.answerMs);
  const limit = pLimit(service.limits.atOncePerCall);
  const work = async (domain: string) => void reports.set(domain, await enter(service, domain, sources, known(domain)));
  try {
    await Promise.race([limit.map(names, work), isLate.promise]);
  } finally {
    clearTimeout(timer);
    // The answer is due: checks that have not begun are dropped.
    limit.clearQueue();
  }
  // A copy: checks that end later must not change an answer that was given.
  const done = new Map(reports);
  return { reports: done, late: done.size < names.length };
}

function knowledgeOf({ mailUses }: TenantRecord, { names, initialDomain }: VerifiedDomains): Knowledge {
  const own = new Set(names);
  const answers = new Map(mailUses.map(({ domain, sends }) => [domain, sends]));
  return (domain) => (own.has(domain) ? { sends: answers.get(domain) ?? null, initialDomain } : {});
}

/** What the tenant knows of a domain that somebody typed; nothing where its domains cannot be read now. */
async function knowledgeOfTyped({ microsoft365 }: Service, tenant: TenantRecords, domain: string) {
  try {
    return knowledgeOf(tenant.tenant, await verifiedDomains(microsoft365, tenant))(domain);
  } catch (error) {
    // The check goes by the DNS alone: where a value is not known from there, it says where it is read.
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return {};
    throw error;
  }
}

async function checkTenant(service: Service, tenant: TenantRecords, wanted: string | undefined) {
  const { microsoft365, clock, limits } = service;
  const verifiedNow = await verifiedDomains(microsoft365, tenant);
  const { names: verified, from, note } = verifiedNow;
  const names = wanted === undefined ? verified : wantedOf(wanted, verified);
  const checkedAt = clock.now().toISOString();
  const sources = sourcesOfCall(service, tenant.tenant);
  const known = knowledgeOf(tenant.tenant, verifiedNow);
  const { reports, late } = await checkAll(service, names.slice(0, limits.domainsPerCall), sources, known);
  const leftOut = names.filter((name) => !reports.has(name));
  const because = [
    ...(late ? ['The DNS did not answer for all domains in time'] : []),
    ...(names.length > limits.domainsPerCall ? [`One call checks ${limits.domainsPerCall} domains at most`] : []),
  ];
  return {
    tenantId: tenant.tenant.id,
    checkedAt,
    domainsFrom: from,
    domainsNote: note,
    domains: names.flatMap((name) => reports.get(name) ?? []),
    answers: tenant.tenant.mailUses,
    leftOut,
    leftOutBecause: because.length === 0 ? null : `${because.join('; ')}.`,
  };
}

/** Mail checks for people who wait for them: bounded in time and number. */
export function createMailFlowService(dependencies: Dependencies) {
  const limits = dependencies.limits ?? mailFlowLimits;
  const gate = createGate(limits.atOnce, limits.waiting);
  const service: Service = { nowMs: () => performance.now(), ...dependencies, limits, gate };
  return {
    /**
     * @param tenant whose mail sources are asked; null: the public DNS
     * @throws AppError INVALID_INPUT for what is no domain name, UNAVAILABLE where too many checks run
     */
    async checkDomain(typed: string, tenant: TenantRecords | null): Promise<MailFlowReport> {
      const domain = askedDomain(typed, 'domain');
      const known = tenant === null ? {} : await knowledgeOfTyped(service, tenant, domain);
      // Before the gate: time spent waiting counts, so that the answer comes before the call ends.
      return enter(service, domain, sourcesOfCall(service, tenant?.tenant ?? null), known);
    },

    /**
     * @param wanted names separated by commas; all verified domains where absent
     * @throws AppError INVALID_INPUT for a name that is not the tenant's, UNAVAILABLE
     */
    checkTenant: (tenant: TenantRecords, wanted: string | undefined): Promise<TenantMailFlow> =>
      checkTenant(service, tenant, wanted),
  };
}

function wantedOf(wanted: string, verified: readonly string[]): string[] {
  const asked = wanted.split(',').filter((name) => name.trim() !== '');
  const names = [...new Set(asked.map((name) => askedDomain(name, 'domains')))];
  const foreign = names.find((name) => !verified.includes(name));
  if (foreign !== undefined) {
    throw new AppError('INVALID_INPUT', `${foreign} is not a verified domain of this tenant.`, {
      fields: [{ path: 'domains', message: 'Must be verified domains of this tenant' }],
    });
  }
  return names;
}
