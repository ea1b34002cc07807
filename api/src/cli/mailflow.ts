import { domainToASCII } from 'node:url';
import { parseArgs } from 'node:util';
import { MailUse } from '@tenantry/contract/mailflow';
import { publicResolver } from '../adapters/dns/public-resolver.ts';
import { fetchMtaStsPolicy } from '../adapters/dns/sts-policy-fetch.ts';
import { readProxy } from '../config.ts';
import { type CheckDomainPorts, checkDomain } from '../mailflow/check-domain.ts';
import type { DomainKnowledge } from '../mailflow/collect-senders.ts';
import { withDeadline } from '../mailflow/dns-limits.ts';
import type { MailFlowResult } from '../mailflow/mail-flow-result.ts';
import { readZone, ZoneError, zoneResolver } from '../mailflow/zone-resolver.ts';
import type { FetchPolicy } from '../ports/sts-policy.ts';
import { messageOf, parseJson, readArguments, readDate, readText, runCommand, UsageError } from './command.ts';
import { answerLines } from './json-lines.ts';

const usage =
  'usage: npm run mailflow -- DOMAIN [--zone FILE] [--mta-sts-policy FILE] [--sends none|microsoft365|other]\n' +
  '                             [--initial-domain NAME] [--now ISO-DATE]\n' +
  '       npm run mailflow -- --stdin [--now ISO-DATE]   (lines {"id", "domain", "zone", "mtaStsPolicy"?, "sends"?, "initialDomain"?})';

/** For the questions of one domain. */
const checkTimeMs = 30_000;

const options = {
  zone: { type: 'string' },
  'mta-sts-policy': { type: 'string' },
  sends: { type: 'string' },
  'initial-domain': { type: 'string' },
  stdin: { type: 'boolean' },
  now: { type: 'string' },
} as const;

/** Names in other scripts as A-labels (RFC 5891); what cannot be turned is left for the check to refuse. */
function asciiName(domain: string): string {
  const trimmed = domain.trim();
  return /^[\x21-\x7e]*$/.test(trimmed) ? trimmed : domainToASCII(trimmed) || trimmed;
}

function givenPolicy(text: string | undefined): FetchPolicy | undefined {
  return text === undefined ? undefined : () => Promise.resolve({ status: 'ok', text, contentType: null });
}

function zonePorts(zone: unknown, policy: string | undefined, now: Date): CheckDomainPorts {
  try {
    return { dns: zoneResolver(readZone(zone)), fetchPolicy: givenPolicy(policy), now };
  } catch (error) {
    throw error instanceof ZoneError ? new UsageError(error.message) : error;
  }
}

function checkName(domain: string, ports: CheckDomainPorts, known: DomainKnowledge): Promise<MailFlowResult> {
  return checkDomain(asciiName(domain), { ...ports, ...known });
}

/** What the caller knows of the domain beside its DNS. */
function knowledge(sends: unknown, initialDomain: unknown): DomainKnowledge {
  const use = MailUse.options.find((option) => option === sends);
  if (sends !== undefined && use === undefined) throw new UsageError(`sends must be ${MailUse.options.join(', ')}`);
  if (initialDomain !== undefined && typeof initialDomain !== 'string')
    throw new UsageError('initialDomain is not a text');
  return { sends: use, initialDomain: initialDomain?.trim().toLowerCase() };
}

async function checkLine(line: string, now: Date, publicPorts: () => CheckDomainPorts): Promise<object> {
  let id: unknown = null;
  try {
    const input = parseJson(line, 'the line');
    if (typeof input !== 'object' || input === null) throw new UsageError('the line is not a JSON object');
    const { domain, zone, mtaStsPolicy, sends, initialDomain, id: given }: Record<string, unknown> = { ...input };
    id = given ?? null;
    if (typeof domain !== 'string') throw new UsageError('domain is not a text');
    if (mtaStsPolicy !== undefined && typeof mtaStsPolicy !== 'string')
      throw new UsageError('mtaStsPolicy is not a text');
    const ports = zone === undefined ? publicPorts() : zonePorts(zone, mtaStsPolicy, now);
    return { id, ...(await checkName(domain, ports, knowledge(sends, initialDomain))) };
  } catch (error) {
    return { id, error: messageOf(error) };
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(() => parseArgs({ options, allowPositionals: true }), usage);
  const now = readDate(values.now);
  const resolver = publicResolver();
  const publicPorts = (): CheckDomainPorts => {
    const dns = withDeadline(resolver, checkTimeMs, () => performance.now());
    return { dns, fetchPolicy: fetchMtaStsPolicy(dns, { proxy: readProxy(process.env) }), now };
  };
  const [domain, ...more] = positionals;
  if (values.stdin === true) {
    const ofOne = [domain, values.zone, values.sends, values['initial-domain']];
    if (ofOne.some((value) => value !== undefined)) throw new UsageError(usage);
    return answerLines(process.stdin, process.stdout, (line) => checkLine(line, now, publicPorts));
  }
  if (domain === undefined || domain.trim() === '' || more.length > 0) throw new UsageError(usage);
  const known = knowledge(values.sends, values['initial-domain']);
  const policy = values['mta-sts-policy'] === undefined ? undefined : readText(values['mta-sts-policy']);
  const ports =
    values.zone === undefined ? publicPorts() : zonePorts(parseJson(readText(values.zone), values.zone), policy, now);
  process.stdout.write(`${JSON.stringify(await checkName(domain, ports, known), null, 2)}\n`);
}

await runCommand(main);
