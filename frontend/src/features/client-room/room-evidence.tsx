import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { useQuery } from '@tanstack/react-query';
import { downloadEvidencePack, type EvidencePack } from '@tenantry/contract/evidence';
import { frameworkLabels } from '@tenantry/contract/labels';
import { formatDate, formatSize } from '../../lib/format.ts';
import { useDownload } from '../../lib/use-download.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useRoom } from './room-context.ts';
import { clientEvidenceQuery } from './room-evidence-query.ts';

const useStyles = makeStyles({
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

/** The evidence packs that the provider shared with the client, for their auditor; nothing where there is none. */
export function RoomEvidence() {
  const { tenantId } = useRoom();
  const query = useQuery(clientEvidenceQuery(tenantId));
  const shared = query.data?.items.filter((pack) => pack.shared !== null) ?? [];
  if (query.isSuccess && shared.length === 0) return null;
  return (
    <SectionCard title="Evidence for your auditor" subtitle="Signed files that an auditor can verify without us.">
      <QueryState query={query} loadingLabel="Loading the evidence" errorTitle="The evidence could not be loaded">
        {() => <PackList packs={shared} />}
      </QueryState>
    </SectionCard>
  );
}

const nameOf = ({ frameworkId, auditedAt }: EvidencePack) =>
  `${frameworkLabels[frameworkId]}, audit of ${formatDate(auditedAt)}`;

function PackList({ packs }: { packs: readonly EvidencePack[] }) {
  const styles = useStyles();
  const { tenantId } = useRoom();
  const { start, pendingName } = useDownload('The file could not be downloaded');
  return (
    <PlainList gap="M" aria-label="Evidence">
      {packs.map((pack) => (
        <li key={pack.packId} className={styles.item}>
          <div className={styles.words}>
            <Text weight="semibold">{nameOf(pack)}</Text>
            <Hint>{formatSize(pack.sizeBytes ?? 0)}</Hint>
          </div>
          <Button
            icon={<ArrowDownloadRegular />}
            aria-label={`Download ${nameOf(pack)}`}
            disabledFocusable={pendingName !== null}
            onClick={() => start(downloadEvidencePack, { params: { packId: pack.packId }, tenantId }, pack.fileName)}
          >
            {pendingName === pack.fileName ? 'Downloading…' : 'Download'}
          </Button>
        </li>
      ))}
    </PlainList>
  );
}
