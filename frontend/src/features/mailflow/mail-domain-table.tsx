import type { MailDomain, MailRecordState } from '@tenantry/contract/mail-domains';
import { type Glance, mailAreaLabels, type Tone } from '../../blocks/mail-glance.ts';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { GlanceCell } from './glance-cell.tsx';

const words: Record<MailRecordState, Glance> = {
  good: { label: 'Good', tone: 'good' },
  weak: { label: 'Weak', tone: 'warning' },
  bad: { label: 'No effect', tone: 'bad' },
  missing: { label: 'Missing', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'unknown' },
  notNeeded: { label: 'Not needed', tone: 'plain' },
};

/** The mail engine finds a missing policy worth knowing, and no fault. */
const missingSts: Tone = 'plain';

/** The policy in a word; nothing where the state says it already. */
const dmarcText = ({ policy, percent }: MailDomain['dmarc']): string => {
  if (policy === 'missing' || policy === 'unknown') return '';
  return percent === null || percent === 100 ? `p=${policy}` : `p=${policy}, pct=${percent}`;
};

function Record({ state, text, tone }: { state: MailRecordState; text: string; tone?: Tone }) {
  return (
    <Stack gap="XXS">
      <GlanceCell glance={tone === undefined ? words[state] : { ...words[state], tone }} />
      {text !== '' && <Hint>{text}</Hint>}
    </Stack>
  );
}

/** What a record says, and why it is not known or not good. */
const because = ({ state, text }: MailDomain['dkim']): string => (state === 'good' ? '' : text);

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ');

const domainPath = ({ tenantId, domain }: MailDomain): string =>
  `${inTenant(paths.mailFlow, tenantId)}&${new URLSearchParams({ domain })}`;

const columns: readonly Column<MailDomain>[] = [
  {
    id: 'domain',
    label: 'Domain',
    width: '17%',
    cell: (one) => (
      <Stack gap="XXS">
        <TextLink to={domainPath(one)}>{one.domain}</TextLink>
        <Hint>Seen {formatDate(one.seenAt)}</Hint>
      </Stack>
    ),
  },
  { id: 'tenant', label: 'Tenant', width: '13%', cell: ({ tenantName }) => tenantName },
  {
    id: 'dmarc',
    label: mailAreaLabels.dmarc,
    cell: ({ dmarc }) => <Record state={dmarc.state} text={joined(dmarcText(dmarc), because(dmarc))} />,
  },
  {
    id: 'spf',
    label: mailAreaLabels.spf,
    cell: ({ spf }) => (
      <Record state={spf.state} text={joined(spf.all === null ? '' : `${spf.all}all`, because(spf))} />
    ),
  },
  {
    id: 'dkim',
    label: mailAreaLabels.dkim,
    cell: ({ dkim }) => <Record state={dkim.state} text={because(dkim)} />,
  },
  { id: 'mx', label: mailAreaLabels.mx, cell: ({ mx }) => <Record state={mx.state} text={because(mx)} /> },
  {
    id: 'mtaSts',
    label: mailAreaLabels.mtaSts,
    width: '108px',
    cell: ({ mtaSts: { state, text } }) => (
      <Record state={state} text={text} tone={state === 'missing' ? missingSts : undefined} />
    ),
  },
];

/** Mail domains of several tenants, each with its way to what is to be published. */
export function MailDomainTable({ domains }: { domains: readonly MailDomain[] }) {
  return (
    <DataTable
      label="Mail domains"
      rows={domains}
      columns={columns}
      rowId={({ id }) => id}
      minWidth="1040px"
      cardsOnTablets
    />
  );
}
