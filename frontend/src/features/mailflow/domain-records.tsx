import { Text } from '@fluentui/react-components';
import type { DkimSelector, MailFlowDetails } from '@tenantry/contract/mailflow';
import { countOf } from '../../lib/format.ts';
import { type Fact, FactList, Part } from '../../ui/facts.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Mono, sentence } from './record-text.tsx';

const mono = (text: string | null) => (text === null ? null : <Mono>{text}</Mono>);
const listed = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join(', '));
const lines = (texts: readonly string[]) => texts.map((text) => <Text key={text}>{sentence(text)}</Text>);

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <PlainList gap="XXS">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </PlainList>
  );
}

/** A service by its id; the commonest has a name that its id does not show. */
const providerName = (id: string) =>
  id === 'microsoft365' ? 'Microsoft 365' : id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

const stateWords: Record<string, string> = {
  ok: 'Valid',
  missing: 'Missing',
  invalid: 'Invalid',
  couldNotCheck: 'Could not check',
  declined: 'Declined by the domain',
  signed: 'Signed',
  notValidated: 'Signed, not validated',
  unsigned: 'Not signed',
  broken: 'No usable key',
  unknownSelectors: 'No key under the usual selectors',
  cname_without_key: 'CNAME without a key',
  revoked: 'Revoked',
  multiple: 'Several records',
  wildcard: 'Answered by a wildcard',
  unvalidated: 'Present, not protected by DNSSEC',
  mixed: 'Several mail services',
  gateway: 'Through a gateway',
  null: 'Null MX: no mail',
  none: 'None',
};
const wordOf = (state: string) => stateWords[state] ?? state;

/** Each other area of a domain's mail as it was found in the DNS. */
export function DomainRecords({ details }: { details: MailFlowDetails }) {
  return (
    <>
      <DkimPart dkim={details.dkim} />
      <DmarcPart dmarc={details.dmarc} />
      <MxPart details={details} />
      <TransportParts details={details} />
      <Part title="BIMI">
        <FactList
          facts={[
            ['State', wordOf(details.bimi.state)],
            ['Record', mono(details.bimi.record)],
            ['Logo', details.bimi.logo],
            ['Certificate', details.bimi.certificate],
          ]}
        />
        {lines(details.bimi.problems)}
      </Part>
    </>
  );
}

function keyText({ keyType, keyBits, state }: DkimSelector): string | null {
  if (state !== 'ok') return null;
  return keyBits === null ? keyType : `${keyType}, ${keyBits} bits`;
}

function DkimPart({ dkim }: { dkim: MailFlowDetails['dkim'] }) {
  const shown = dkim.selectors.filter(({ state }) => state !== 'missing');
  const missing = dkim.selectors.filter(({ state }) => state === 'missing').map(({ selector }) => selector);
  return (
    <Part title="DKIM">
      <FactList
        facts={[
          ['State', wordOf(dkim.state)],
          ...shown.map((selector): Fact => {
            const words = [wordOf(selector.state), keyText(selector), selector.testing ? 'in test mode' : null];
            return [
              selector.selector,
              <>
                <Text>{[...words.filter((word) => word !== null), ...selector.problems].join('; ')}</Text>{' '}
                {selector.cname !== null && <Mono>→ {selector.cname}</Mono>}
              </>,
            ];
          }),
          ['Not found', listed(missing)],
        ]}
      />
    </Part>
  );
}

function DmarcPart({ dmarc }: { dmarc: MailFlowDetails['dmarc'] }) {
  const state = dmarc.found === null ? 'Could not check' : dmarc.found ? 'Valid' : 'Missing';
  const inTest = dmarc.policy !== null && dmarc.applied !== dmarc.policy;
  return (
    <Part title="DMARC">
      <FactList
        facts={[
          ['State', dmarc.found === true && dmarc.valid === false ? 'Invalid' : state],
          ['Error', dmarc.unknown],
          ['Record', mono(dmarc.record)],
          ['Location', dmarc.location === null ? null : mono(`_dmarc.${dmarc.location}`)],
          ['Policy', dmarc.policy],
          ['Applied', inTest ? `${dmarc.applied ?? 'none'} (test mode)` : null],
          ['Subdomains', dmarc.sp],
          ['Nonexistent subdomains', dmarc.np],
          ['Reports to', listed([...dmarc.rua, ...dmarc.ruf])],
          ['Names queried', listed(dmarc.queries)],
        ]}
      />
      {lines(dmarc.notes.map(({ text }) => text))}
    </Part>
  );
}

function MxPart({ details: { mx, provider, gateway } }: { details: MailFlowDetails }) {
  const hostText = (host: MailFlowDetails['mx']['hosts'][number]) => {
    const address = { true: '', false: ', no A or AAAA record', null: ', address unknown' }[String(host.hasAddress)];
    return `${host.priority} ${host.exchange} (${host.provider === null ? 'unknown service' : providerName(host.provider)}${address})`;
  };
  return (
    <Part title="MX">
      <FactList
        facts={[
          ['State', mx.implicit ? 'None: senders try the address of the domain' : wordOf(mx.state)],
          ['Mailboxes', provider && providerName(provider)],
          ['Gateway', gateway && providerName(gateway)],
          ['Hosts', mx.hosts.length === 0 ? null : <Lines key="hosts" texts={mx.hosts.map(hostText)} />],
        ]}
      />
      {lines(mx.problems.map(({ text }) => text))}
    </Part>
  );
}

function TransportParts({ details: { mtaSts, tlsRpt, dnssec } }: { details: MailFlowDetails }) {
  const { policy } = mtaSts;
  const age = policy?.maxAgeSeconds ?? null;
  return (
    <>
      <Part title="MTA-STS">
        <FactList
          facts={[
            ['State', wordOf(mtaSts.state)],
            ['Record', mono(mtaSts.record)],
            ['Mode', policy?.mode ?? null],
            ['Valid for', age === null ? null : countOf(Math.round(age / 86_400), 'day')],
            ['Hosts', policy === null ? null : listed(policy.mx)],
            ['Policy error', mtaSts.policyProblem],
            ['Not in policy', listed(mtaSts.unlistedMx)],
          ]}
        />
        {lines([...(policy?.errors ?? []), ...mtaSts.problems])}
      </Part>
      <Part title="TLS-RPT">
        <FactList
          facts={[
            ['State', wordOf(tlsRpt.state)],
            ['Record', mono(tlsRpt.record)],
            ['Reports to', listed(tlsRpt.rua)],
          ]}
        />
        {lines(tlsRpt.problems)}
      </Part>
      <Part title="DNSSEC and DANE">
        <FactList
          facts={[
            ['DNSSEC', wordOf(dnssec.state)],
            [
              'DANE',
              dnssec.dane.length === 0 ? null : (
                <Lines key="dane" texts={dnssec.dane.map(({ host, state }) => `${host} (${wordOf(state)})`)} />
              ),
            ],
          ]}
        />
      </Part>
    </>
  );
}
