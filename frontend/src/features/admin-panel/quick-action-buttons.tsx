import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ClipboardCheckmarkRegular } from '@fluentui/react-icons/svg/clipboard-checkmark';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import type { ReactElement, ReactNode } from 'react';
import { type QuickAction, quickActions } from '../../lib/quick-actions.ts';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  actions: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  },
});

const icons: Record<QuickAction, ReactElement> = {
  'generate-report': <DocumentPdfRegular />,
  'scan-internal': <DocumentSearchRegular />,
  'mark-checklist-complete': <ClipboardCheckmarkRegular />,
};
const runningLabels: Record<QuickAction, string> = {
  'generate-report': 'Generating…',
  'scan-internal': 'Starting the scan…',
  'mark-checklist-complete': 'Marking the checklist…',
};

type ButtonProps = { action: QuickAction; running: QuickAction | null; onStart: (action: QuickAction) => void };

/** One of the actions that need a tenant. */
export function QuickActionButton({ action, running, onStart }: ButtonProps) {
  return (
    <Button icon={icons[action]} onClick={() => onStart(action)} disabledFocusable={running !== null}>
      {running === action ? runningLabels[action] : quickActions[action]}
    </Button>
  );
}

/** What is done most from here. Those that need a tenant ask for it first. */
export function QuickActionCard({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <SectionCard title="Quick Actions">
      <div className={styles.actions}>{children}</div>
    </SectionCard>
  );
}
