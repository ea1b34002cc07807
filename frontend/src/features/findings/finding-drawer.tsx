import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useQuery } from '@tanstack/react-query';
import type { FindingDetails } from '@tenantry/contract/findings';
import { useHasRole } from '../../lib/session.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { FindingFacts } from './finding-facts.tsx';
import { findingQuery } from './findings-queries.ts';
import { useSetStatus } from './use-set-status.ts';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 560px)' },
  footer: { flexWrap: 'wrap' },
});

type Props = { findingId: string; title: string; onClose: () => void };

/** A finding with all that is known of it, over the list. */
export function FindingDrawer({ findingId, title, onClose }: Props) {
  const styles = useStyles();
  const query = useQuery(findingQuery(findingId));
  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      onOpenChange={(_, data) => !data.open && onClose()}
      aria-label={title}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
        >
          {title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <QueryState query={query} loadingLabel="Loading the finding" errorTitle="The finding could not be loaded">
          {(finding) => <FindingFacts finding={finding} />}
        </QueryState>
      </DrawerBody>
      {query.data !== undefined && (
        <DrawerFooter className={styles.footer}>
          <StatusButtons finding={query.data} />
        </DrawerFooter>
      )}
    </OverlayDrawer>
  );
}

function StatusButtons({ finding }: { finding: FindingDetails }) {
  const isTechnician = useHasRole('technician');
  const { setStatus, pending } = useSetStatus(finding);
  if (!isTechnician) return null;
  return (
    <>
      {finding.status !== 'resolved' && (
        <Button appearance="primary" onClick={() => setStatus('resolved')} disabledFocusable={pending}>
          Resolve
        </Button>
      )}
      {finding.status === 'unresolved' && (
        <Button onClick={() => setStatus('in-progress')} disabledFocusable={pending}>
          Take in hand
        </Button>
      )}
      {finding.status !== 'unresolved' && (
        <Button onClick={() => setStatus('unresolved')} disabledFocusable={pending}>
          Reopen
        </Button>
      )}
    </>
  );
}
