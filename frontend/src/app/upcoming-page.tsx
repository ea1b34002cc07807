import { ClockRegular } from '@fluentui/react-icons/svg/clock';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageShell } from '../ui/page-shell.tsx';

type Props = {
  title: string;
  /** What is not there yet, where the title says more. */
  area?: string;
  tabs?: ReactNode;
};

/** Stands for an area that a later release brings, and says so. */
export function UpcomingPage({ title, area = title, tabs }: Props) {
  return (
    <PageShell title={title} tabs={tabs}>
      <EmptyState
        icon={<ClockRegular />}
        headingLevel="h2"
        title="Not available in this release"
        body={`${area} is coming in a later release. No data is missing.`}
        actions={<LinkButton to={paths.overview}>Go to the overview</LinkButton>}
      />
    </PageShell>
  );
}
