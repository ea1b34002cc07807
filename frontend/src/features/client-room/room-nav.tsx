import { Badge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { formatNumber } from '../../lib/format.ts';
import { useInTenant } from '../../lib/tenant-address.ts';
import { forcedColors } from '../../ui/forced-colors.ts';
import { PlainList } from '../../ui/plain-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useRoom, useRoomAddress } from './room-context.ts';
import { clientDecisionsQuery } from './room-queries.ts';
import { waitingOf } from './waiting.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    // Two even lines on a phone.
    '@media (max-width: 639px)': {
      display: 'grid',
      gridTemplateColumns: 'repeat(3, max-content)',
      justifyContent: 'space-between',
      gap: 0,
    },
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalXS },
  },
  selected: {
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground1,
    boxShadow: `inset 0 -3px ${tokens.colorCompoundBrandStroke}`,
    borderBottomLeftRadius: 0,
    borderBottomRightRadius: 0,
    [forcedColors]: { outline: '2px solid Highlight' },
  },
});

/** The pages of the room, each a line here and a route in app/room-pages.tsx. */
const entries = [
  { page: '', label: 'Overview' },
  { page: 'decisions', label: 'Decisions' },
  { page: 'questions', label: 'Questions' },
  { page: 'questionnaires', label: 'Questionnaires' },
  { page: 'reports', label: 'Reports' },
  { page: 'help', label: 'Help' },
] as const;

/** The ways within the room. */
export function RoomNav() {
  const styles = useStyles();
  const { tenantId } = useRoom();
  const { data } = useQuery(clientDecisionsQuery(tenantId));
  const waiting = data === undefined ? 0 : waitingOf(data).total;
  return (
    <nav aria-label="Client room">
      <PlainList className={styles.list}>
        {entries.map(({ page, label }) => (
          <li key={page}>
            <Entry page={page} label={label} waiting={page === 'decisions' ? waiting : 0} />
          </li>
        ))}
      </PlainList>
    </nav>
  );
}

type EntryProps = { page: string; label: string; waiting: number };

function Entry({ page, label, waiting }: EntryProps) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const address = useRoomAddress()(page);
  const inTenant = useInTenant();
  const isSelected = pathname.toLowerCase().replace(/\/+$/, '') === address;
  return (
    <Link
      to={inTenant(address)}
      className={mergeClasses(styles.entry, isSelected && styles.selected)}
      aria-current={isSelected ? 'page' : undefined}
    >
      {label}
      {waiting > 0 && (
        <>
          {' '}
          <Badge color="danger" shape="circular">
            {formatNumber(waiting)}
          </Badge>
          <VisuallyHidden> {waiting === 1 ? 'waits' : 'wait'} for you</VisuallyHidden>
        </>
      )}
    </Link>
  );
}
