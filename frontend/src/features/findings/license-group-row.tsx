import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up';
import { useQuery } from '@tanstack/react-query';
import type { ListedFinding } from '@tenantry/contract/findings';
import { categoryLabels } from '@tenantry/contract/labels';
import { type ComponentProps, useId, useState } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FindingRow } from './finding-row.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';
import { findingMembersQuery } from './findings-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalS} 0`,
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 639px)': { order: 1, flexBasis: '100%' },
  },
  members: {
    gridColumn: '1 / -1',
    paddingInlineStart: tokens.spacingHorizontalXL,
    borderLeft: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 639px)': { paddingInlineStart: tokens.spacingHorizontalM },
  },
  member: {
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none' },
  },
});

type Props = Omit<ComponentProps<typeof FindingRow>, 'onOpen'> & { onOpen: (finding: ListedFinding) => void };

/** All open findings that need the same license: one row, since buying it is one decision, which unfolds to each. */
export function LicenseGroupRow({ finding, onOpen, ...row }: Props) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const membersId = useId();
  const size = finding.countsWith + 1;
  return (
    <article className={styles.root} aria-label={finding.title}>
      <div className={styles.text}>
        <Row gap="S" align="center">
          <SeverityBadge severity={finding.severity} />
          <h2 className={styles.title}>{finding.title}</h2>
          <FindingStatusBadge finding={finding} />
        </Row>
        <div>{finding.recommendation}</div>
        <Hint>
          {finding.tenant} · {categoryLabels[finding.category]} · Counts once
        </Hint>
      </div>
      <Button
        size="small"
        icon={isOpen ? <ChevronUpRegular /> : <ChevronDownRegular />}
        iconPosition="after"
        aria-expanded={isOpen}
        aria-controls={isOpen ? membersId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide findings' : `Show ${countOf(size, 'finding')}`}
      </Button>
      {isOpen && (
        <div id={membersId} className={styles.members}>
          <Members finding={finding} onOpen={onOpen} {...row} />
        </div>
      )}
    </article>
  );
}

function Members({ finding, onOpen, ...row }: Props) {
  const styles = useStyles();
  const query = useQuery(findingMembersQuery(finding));
  return (
    <QueryState
      query={query}
      loading={<SkeletonRows rows={3} size={48} label="Loading the findings" />}
      errorTitle="The findings could not be loaded"
    >
      {({ items }) => (
        <PlainList aria-label={finding.title}>
          {items.map((member) => (
            <li key={member.id} className={styles.member}>
              <FindingRow finding={member} {...row} isMember onOpen={() => onOpen(member)} />
            </li>
          ))}
        </PlainList>
      )}
    </QueryState>
  );
}
