import type { CompanyMatch } from '@tenantry/contract/tickets';
import type { TicketCompany } from '../../ports/ticket-system.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Suggestion = CompanyMatch['suggestions'][number];
type Names = Pick<TenantRecord, 'name' | 'displayName' | 'domain' | 'verifiedDomains'>;

const suggestionsAtMost = 3;
/** Words that tell what a company is and not which: they say nothing of whether two are the same. */
const commonWords = new Set(
  'the and of group holding holdings company co corp corporation inc incorporated llc llp lp ltd limited plc gmbh ag kg ug ohg se sa sas sarl bv nv ab as oy aps srl spa pty trust'.split(
    ' ',
  ),
);

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !commonWords.has(word));

const keyOf = (name: string): string => wordsOf(name).join(' ');

/** The domains of a tenant: its own, and those that a scan found verified. */
function domainsOf({ domain, verifiedDomains }: Names): Set<string> {
  const verified = typeof verifiedDomains === 'string' ? verifiedDomains.split(/\s+/) : [];
  return new Set([domain, ...verified].map((one) => one.toLowerCase()).filter((one) => one !== ''));
}

/** How many words two names share, of all that either has. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(1, new Set([...left, ...right]).size);
}

/** Companies by what suggestions are made of, prepared once for many tenants. */
export function suggester(companies: readonly TicketCompany[]) {
  const byDomain = Map.groupBy(companies, ({ domain }) => domain);
  const byKey = Map.groupBy(companies, ({ name }) => keyOf(name));
  const byWord = new Map<string, TicketCompany[]>();
  for (const company of companies) {
    for (const word of new Set(wordsOf(company.name))) byWord.set(word, [...(byWord.get(word) ?? []), company]);
  }

  /** The likeliest companies of a tenant: of the same domain, of the same name, of a name with words in common. Nothing is chosen. */
  return (tenant: Names): Suggestion[] => {
    const found = new Map<string, Suggestion>();
    const add = ({ id, name }: TicketCompany, because: string) => {
      if (!found.has(id)) found.set(id, { id, name, because });
    };
    for (const domain of domainsOf(tenant)) {
      for (const company of byDomain.get(domain) ?? []) add(company, `Same domain: ${domain}`);
    }
    const names = [...new Set([tenant.name, tenant.displayName])];
    for (const key of names.map(keyOf)) {
      if (key !== '') for (const company of byKey.get(key) ?? []) add(company, 'Same name');
    }
    const words = wordsOf(names.join(' '));
    const near = [...new Set(words.flatMap((word) => byWord.get(word) ?? []))]
      .map((company) => ({
        company,
        score: Math.max(...names.map((name) => likeness(wordsOf(name), wordsOf(company.name)))),
      }))
      .filter(({ score }) => score >= 0.5)
      .sort((a, b) => b.score - a.score);
    for (const { company } of near) add(company, 'Similar name');
    return [...found.values()].slice(0, suggestionsAtMost);
  };
}
