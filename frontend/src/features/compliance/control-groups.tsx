import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  makeStyles,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components';
import type { FrameworkCompliance, FrameworkControl } from '@tenantry/contract/compliance';
import { countOf } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';
import { Stack } from '../../ui/stack.tsx';
import { ControlChecks } from './control-checks.tsx';
import { ControlStatusBadge } from './control-status.tsx';

const phone = '@media (max-width: 699px)';

const useStyles = makeStyles({
  group: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  heading: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalXS,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  title: { margin: 0 },
  item: { borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}` },
  header: {
    display: 'grid',
    gridTemplateColumns: '144px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    width: '100%',
    textAlign: 'start',
    [phone]: { gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: tokens.spacingVerticalXXS },
    paddingTop: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalXS,
  },
  id: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', color: tokens.colorNeutralForeground2 },
  name: { minWidth: 0, [phone]: { order: 1, gridColumn: '1 / -1' } },
  notAssessed: {
    listStyle: 'none',
    margin: 0,
    padding: `0 0 ${tokens.spacingVerticalM}`,
    display: 'grid',
    gap: tokens.spacingVerticalXS,
  },
  bare: {
    [phone]: { gridTemplateColumns: 'minmax(0, 1fr)', paddingBottom: tokens.spacingVerticalXS },
    display: 'grid',
    gridTemplateColumns: '144px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground2,
  },
});

type Props = {
  groups: FrameworkCompliance['groups'];
  /** Those that the filters let through. */
  controls: readonly FrameworkControl[];
  /** All that the framework has. */
  all: readonly FrameworkControl[];
};

/** The controls by chapter. Each opens to its checks; those without a check stand together at the end of theirs. */
export function ControlGroups({ groups, controls, all }: Props) {
  const styles = useStyles();
  const membersOf = (list: readonly FrameworkControl[], groupId: string) =>
    list.filter((control) => control.group === groupId);
  return (
    <Stack gap="XXL">
      {groups.map(({ id, label }) => {
        const members = membersOf(controls, id);
        const whole = membersOf(all, id);
        return members.length === 0 ? null : (
          <section key={id} className={styles.group} aria-label={label}>
            <div className={styles.heading}>
              <Subtitle2 as="h3" className={styles.title}>
                {label}
              </Subtitle2>
              <Hint>
                {whole.filter(isAssessed).length} of {countOf(whole.length, 'control')} assessed
              </Hint>
            </div>
            <Controls controls={members} />
          </section>
        );
      })}
    </Stack>
  );
}

const isAssessed = ({ status }: FrameworkControl) => status !== 'notAssessed';

function Controls({ controls }: { controls: readonly FrameworkControl[] }) {
  const styles = useStyles();
  const assessed = controls.filter(isAssessed);
  const notAssessed = controls.filter((control) => !isAssessed(control));
  return (
    <Accordion collapsible multiple>
      {assessed.map((control) => (
        <AccordionItem key={control.id} value={control.id} className={styles.item}>
          <AccordionHeader as="h4" expandIconPosition="end">
            <span className={styles.header}>
              <Text className={styles.id}>{control.id}</Text>
              <Text className={styles.name}>
                {control.title}
                {control.level !== null && <Muted> · {control.level}</Muted>}
              </Text>
              <ControlStatusBadge status={control.status} />
            </span>
          </AccordionHeader>
          <AccordionPanel>
            <ControlChecks control={control} />
          </AccordionPanel>
        </AccordionItem>
      ))}
      {notAssessed.length > 0 && (
        <AccordionItem value="not-assessed">
          <AccordionHeader as="h4" expandIconPosition="end">
            <Muted>{countOf(notAssessed.length, 'control')} not assessed by Tenantry</Muted>
          </AccordionHeader>
          <AccordionPanel>
            <NotAssessed controls={notAssessed} />
          </AccordionPanel>
        </AccordionItem>
      )}
    </Accordion>
  );
}

function NotAssessed({ controls }: { controls: readonly FrameworkControl[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.notAssessed}>
      {controls.map(({ id, title, notCoveredBecause }) => (
        <li key={id} className={styles.bare}>
          <Text className={styles.id}>{id}</Text>
          <span className={styles.name}>
            <Text block>{title}</Text>
            {notCoveredBecause !== null && <Hint block>{notCoveredBecause}</Hint>}
          </span>
        </li>
      ))}
    </ul>
  );
}
