import { Button } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** @param onClear takes the filters away; null where there are no findings at all */
export function NoFindings({ onClear }: { onClear: (() => void) | null }) {
  const isAdmin = useHasRole('admin');
  if (onClear !== null) {
    return (
      <EmptyState
        title="No findings match these filters"
        body="There are findings, but none matches all filters."
        actions={<Button onClick={onClear}>Clear filters</Button>}
        headingLevel="h2"
      />
    );
  }
  return (
    <EmptyState
      icon={<ShieldCheckmarkRegular />}
      title="No security findings detected yet"
      body="A scan compares a tenant's Microsoft 365 settings with recommendations and lists the differences here."
      actions={isAdmin && <LinkButton to={paths.scan}>Scan Internal Policies</LinkButton>}
      headingLevel="h2"
    />
  );
}
