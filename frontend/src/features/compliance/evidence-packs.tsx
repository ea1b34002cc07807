import { Button, Text } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { downloadEvidencePack, type EvidencePack, shareEvidencePack } from '@tenantry/contract/evidence';
import { frameworkLabels } from '@tenantry/contract/labels';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatDateTime, formatSize } from '../../lib/format.ts';
import { useHasRole } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useDownload } from '../../lib/use-download.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { announcePack } from './announce-pack.ts';
import { evidencePacksQuery, isPackUnderWay } from './evidence-queries.ts';

const none: readonly EvidencePack[] = [];

/** Which of several, for screen readers. */
const nameOf = ({ frameworkId, requestedAt }: EvidencePack): string =>
  `${frameworkLabels[frameworkId]} of ${formatDateTime(requestedAt)}`;

/** Says once of each pack that was seen being made how that ended. */
function usePackWatch(packs: readonly EvidencePack[]): void {
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const pack of packs) {
      if (isPackUnderWay(pack)) watched.current.add(pack.packId);
      else if (watched.current.delete(pack.packId)) announcePack(pack);
    }
  }, [packs]);
}

/** The evidence packs of a tenant; nothing where there is none. */
export function EvidencePacks({ tenantId }: { tenantId: string }) {
  const query = useQuery(evidencePacksQuery(tenantId));
  const packs = query.data?.items ?? none;
  usePackWatch(packs);
  if (query.isSuccess && packs.length === 0) return null;
  return (
    <SectionCard title="Evidence packs" subtitle="Signed by this installation. The newest 20 are kept.">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={1} size={48} label="Loading the evidence packs" />}
        errorTitle="The evidence packs could not be loaded"
      >
        {({ items }) => (
          <DataTable
            label="Evidence packs"
            rows={items}
            columns={columns}
            rowId={({ packId }) => packId}
            rowActions={(pack) => <PackActions pack={pack} />}
            actionsWidth="232px"
            minWidth="760px"
          />
        )}
      </QueryState>
    </SectionCard>
  );
}

const columns: readonly Column<EvidencePack>[] = [
  {
    id: 'framework',
    label: 'Framework',
    cell: ({ frameworkId, snapshot, auditedAt }) => (
      <Stack gap="XXS">
        <Text weight="semibold">{frameworkLabels[frameworkId]}</Text>
        <Hint>
          {snapshot === 'whole' ? 'Whole snapshot' : 'Redacted'}, audit of {formatDateTime(auditedAt)}
        </Hint>
      </Stack>
    ),
  },
  {
    id: 'made',
    label: 'Made',
    width: '148px',
    cell: ({ createdAt, requestedAt, madeBy }) => (
      <Stack gap="XXS">
        <Text>{formatDateTime(createdAt ?? requestedAt)}</Text>
        <Hint>by {madeBy}</Hint>
      </Stack>
    ),
  },
  { id: 'state', label: 'Status', width: '220px', cell: (pack) => <PackState pack={pack} /> },
];

function PackState({ pack }: { pack: EvidencePack }) {
  const { status, error, sizeBytes, timeStampedBy, noTimeStampBecause, shared } = pack;
  if (isPackUnderWay(pack)) return <Text role="status">Being made…</Text>;
  if (status === 'failed') return <Text>Failed. {error ?? 'Make it again.'}</Text>;
  const stamp = timeStampedBy === null ? 'no time stamp' : 'with a time stamp';
  return (
    <Stack gap="XXS">
      <Text>Ready{sizeBytes === null ? '' : `, ${formatSize(sizeBytes)}`}</Text>
      <Hint>Signed, {stamp}</Hint>
      {timeStampedBy === null && noTimeStampBecause !== null && <Hint>{noTimeStampBecause}</Hint>}
      {shared !== null && <Hint>Shared with the client by {shared.by}</Hint>}
    </Stack>
  );
}

function PackActions({ pack }: { pack: EvidencePack }) {
  const client = useQueryClient();
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const { start, pendingName } = useDownload('Download Failed');
  const { packId, tenantId, snapshot, status, shared, fileName } = pack;
  const { submit, pending } = useAction('Sharing Failed', async () => {
    await call(shareEvidencePack, { params: { packId }, body: { shared: shared === null }, tenantId });
    await client.invalidateQueries({ queryKey: evidencePacksQuery(tenantId).queryKey });
  });
  if (status !== 'ready' || (snapshot === 'whole' && !isAdmin)) return null;
  return (
    <>
      {isTechnician && snapshot === 'redacted' && (
        <Button
          size="small"
          appearance="subtle"
          aria-label={`${shared === null ? 'Share with client' : 'Stop sharing'}: ${nameOf(pack)}`}
          onClick={() => void submit()}
          disabledFocusable={pending}
        >
          {shared === null ? 'Share with client' : 'Stop sharing'}
        </Button>
      )}
      <Button
        size="small"
        icon={<ArrowDownloadRegular />}
        aria-label={`Download: ${nameOf(pack)}`}
        onClick={() => start(downloadEvidencePack, { params: { packId }, tenantId }, fileName)}
        disabledFocusable={pendingName !== null}
      >
        {pendingName === null ? 'Download' : 'Saving…'}
      </Button>
    </>
  );
}
