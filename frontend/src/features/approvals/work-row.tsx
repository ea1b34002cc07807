import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal';
import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import type { ApprovalRule } from '@tenantry/contract/approval-rules';
import type { Decision } from '@tenantry/contract/approvals';
import { type ReactNode, useId } from 'react';
import { HelpLink } from '../../blocks/help-link.tsx';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';

const useStyles = makeStyles({
  root: { borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}` },
  head: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalS} 0`,
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  title: { margin: 0, minWidth: 0 },
  unfold: {
    justifyContent: 'flex-start',
    textAlign: 'start',
    maxWidth: '100%',
    minWidth: 0,
    paddingInline: tokens.spacingHorizontalXS,
    overflowWrap: 'anywhere',
    fontWeight: tokens.fontWeightSemibold,
  },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    // Below the title, past its arrow.
    paddingInlineStart: '32px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    '@media (max-width: 1023px)': { paddingInlineStart: '32px' },
  },
  tenants: {
    paddingInlineStart: '32px',
    paddingBottom: tokens.spacingVerticalL,
    '@media (max-width: 639px)': { paddingInlineStart: 0 },
  },
});

type Props = {
  work: WaitingWork;
  isOpen: boolean;
  onToggle: () => void;
  /** Decides for all tenants of the row. */
  onDecide: (decision: Decision) => void;
  onRule: (action: ApprovalRule['action']) => void;
  /** Its tenants, while it is open. */
  children: ReactNode;
};

/** One piece of work that waits, with its tenants beneath. */
export function WorkRow({ work, isOpen, onToggle, onDecide, onRule, children }: Props) {
  const styles = useStyles();
  const tenantsId = useId();
  const { title, article, priority, waiting, required, waitingSince } = work;
  return (
    <li className={styles.root}>
      <div className={styles.head}>
        <div className={styles.text}>
          <h2 className={styles.title}>
            <Button
              appearance="transparent"
              className={styles.unfold}
              icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
              aria-expanded={isOpen}
              aria-controls={isOpen ? tenantsId : undefined}
              onClick={onToggle}
            >
              {title}
            </Button>
          </h2>
          <div className={styles.facts}>
            <PriorityBadge priority={priority} />
            <span>{countOf(waiting, 'tenant')}</span>
            {required > 0 && <span>{`${required} by baseline`}</span>}
            <span>
              Oldest request <RelativeTime instant={waitingSince} />
            </span>
            <HelpLink article={article} of={title} />
          </div>
        </div>
        <WorkButtons work={work} onDecide={onDecide} onRule={onRule} />
      </div>
      {isOpen && (
        <div id={tenantsId} className={styles.tenants}>
          {children}
        </div>
      )}
    </li>
  );
}

function WorkButtons({ work: { title, waiting }, onDecide, onRule }: Pick<Props, 'work' | 'onDecide' | 'onRule'>) {
  const styles = useStyles();
  const seesAllTenants = useSeesAllTenants();
  const all = waiting === 1 ? '' : ` all ${formatNumber(waiting)}`;
  // A name has the words that stand on the button, by which somebody who speaks calls it.
  const requests = waiting === 1 ? '1 request' : `all ${formatNumber(waiting)} requests`;
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={() => onDecide('approved')} aria-label={`Approve ${requests}: ${title}`}>
        {`Approve${all}…`}
      </Button>
      <Button size="small" onClick={() => onDecide('denied')} aria-label={`Deny ${requests}: ${title}`}>
        {`Deny${all}…`}
      </Button>
      {seesAllTenants && <RulesMenu title={title} onRule={onRule} />}
    </div>
  );
}

/** What can be settled before the scanner asks again, of the whole installation. */
function RulesMenu({ title, onRule }: Pick<Props, 'onRule'> & { title: string }) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" appearance="subtle" icon={<MoreHorizontalRegular />} aria-label={`Rules for ${title}`} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => onRule('never')}>Never ask for this…</MenuItem>
          <MenuItem onClick={() => onRule('approve')}>Approve at once…</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
