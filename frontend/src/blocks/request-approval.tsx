import { Button, type ButtonProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHasRole } from '../lib/session.ts';
import { useOpened } from '../lib/use-opened.ts';
import { onDemand } from '../ui/on-demand.tsx';
import type { RequestPreset } from './request-approval-dialog.tsx';

const RequestApprovalDialog = onDemand(
  async () => (await import('./request-approval-dialog.tsx')).RequestApprovalDialog,
);

type Props = {
  /** Where the button stands, by which what is half typed is found again. */
  draft: string;
  preset?: RequestPreset;
  label?: string;
  appearance?: ButtonProps['appearance'];
  /** What those read who may not ask. */
  fallback?: ReactNode;
};

const noPreset: RequestPreset = {};

/** The way to ask an administrator, for technicians and administrators. */
export function RequestApproval({
  draft,
  preset = noPreset,
  label = 'Request approval',
  appearance,
  fallback: instead = null,
}: Props) {
  const name = `request-approval:${draft}`;
  const isTechnician = useHasRole('technician');
  const { opened, open, close, fallback } = useOpened<RequestPreset>({ items: [preset], draftOf: () => name });
  if (!isTechnician) return instead;
  return (
    <>
      <Button ref={fallback} appearance={appearance} onClick={() => open(preset)}>
        {label}
      </Button>
      {opened !== undefined && <RequestApprovalDialog draft={name} preset={opened ?? preset} onClose={close} />}
    </>
  );
}
