import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ClientRoom } from '@tenantry/contract/client-room';
import { SettingSwitch } from '../../blocks/setting-switch.tsx';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { roomLookDraft } from './client-portal-queries.ts';
import { useClientRoom } from './use-client-room.ts';

const RoomLookDialog = onDemand(async () => (await import('./room-look-dialog.tsx')).RoomLookDialog);

const useStyles = makeStyles({
  color: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  swatch: {
    width: '16px',
    height: '16px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusSmall,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
  },
  welcome: { whiteSpace: 'pre-line' },
});

const openText = 'Invited contacts get in.';
const closedText = 'Nobody gets in, and whoever was signed in is signed out.';

/** Whether the room is open, and what it shows. Technicians read along. */
export function RoomCard({ room }: { room: ClientRoom }) {
  const isAdmin = useHasRole('admin');
  const { opened, open, close, fallback } = useOpened<ClientRoom>({
    items: isAdmin ? [room] : undefined,
    draftOf: (item) => (item === null ? '' : roomLookDraft(item.tenantId)),
  });
  return (
    <SectionCard
      title="Room"
      actions={
        isAdmin && (
          <Button ref={fallback} onClick={() => open(room)}>
            Edit color and welcome
          </Button>
        )
      }
    >
      {isAdmin && <Switches room={room} />}
      <Facts room={room} hasSwitches={isAdmin} />
      {opened && <RoomLookDialog room={opened} onClose={close} />}
    </SectionCard>
  );
}

function Switches({ room }: { room: ClientRoom }) {
  const { change } = useClientRoom(room.tenantId);
  return (
    <>
      <SettingSwitch
        label="Room is open"
        text={room.isOpen ? openText : closedText}
        checked={room.isOpen}
        onSave={(isOpen) => change(room, { isOpen })}
        savedTitle={room.isOpen ? 'Room closed' : 'Room opened'}
        failedText="The room was left as it is."
      />
      <SettingSwitch
        label="Hours and prices are shown"
        text={`What comes next is shown ${room.showsPrices ? 'with' : 'without'} its hours and prices.`}
        checked={room.showsPrices}
        onSave={(showsPrices) => change(room, { showsPrices })}
        savedTitle={room.showsPrices ? 'Hours and prices hidden' : 'Hours and prices shown'}
        failedText="The room was left as it is."
      />
    </>
  );
}

function Facts({ room, hasSwitches }: { room: ClientRoom; hasSwitches: boolean }) {
  const styles = useStyles();
  const { isOpen, showsPrices, color, welcome } = room;
  const shownColor = color === null ? 'That of the reports' : <ColorSample color={color} />;
  const shownWelcome = welcome === '' ? 'None' : <Text className={styles.welcome}>{welcome}</Text>;
  const switched: readonly (readonly [string, string])[] = [
    ['Room', isOpen ? 'Open' : 'Closed'],
    ['Hours and prices', showsPrices ? 'Shown' : 'Hidden'],
  ];
  return (
    <FactGrid
      columnPx={200}
      facts={[...(hasSwitches ? [] : switched), ['Color', shownColor], ['Welcome', shownWelcome]]}
    />
  );
}

function ColorSample({ color }: { color: string }) {
  const styles = useStyles();
  return (
    <span className={styles.color}>
      <span className={styles.swatch} style={{ backgroundColor: color }} aria-hidden />
      {color}
    </span>
  );
}
