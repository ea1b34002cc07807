import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import {
  idOf,
  type Names,
  nameOf,
  type Policy,
  policyStates,
  policySummary,
  stateLabels,
  stateOf,
} from './draft-policy.ts';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 160px auto',
    gap: tokens.spacingHorizontalM,
    alignItems: 'end',
    paddingBottom: tokens.spacingVerticalM,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 767px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  about: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    minWidth: 0,
    overflowWrap: 'anywhere',
    alignSelf: 'center',
  },
});

type Props = {
  policies: readonly Policy[];
  /** As the scan saw them. */
  today: readonly Policy[];
  names: Names;
  onChange: (policy: Policy) => void;
  onEdit: (policy: Policy) => void;
  onDelete: (policy: Policy) => void;
};

/** The policies of a draft, each with its state, which can be changed at once. */
export function PolicyList({ policies, today, names, onChange, onEdit, onDelete }: Props) {
  const styles = useStyles();
  const before = new Map(today.map((policy) => [idOf(policy), JSON.stringify(policy)]));
  const mark = (policy: Policy): string | null => {
    const was = before.get(idOf(policy));
    if (was === undefined) return 'New';
    return was === JSON.stringify(policy) ? null : 'Changed';
  };
  return (
    <PlainList gap="M" aria-label="Policies of the draft">
      {policies.map((policy) => (
        <li key={idOf(policy)} className={styles.item}>
          <div className={styles.about}>
            <Row gap="S" align="center">
              <Text weight="semibold">{nameOf(policy)}</Text>
              {mark(policy) !== null && (
                <Badge appearance="tint" color="brand">
                  {mark(policy)}
                </Badge>
              )}
            </Row>
            <Muted size={200}>{policySummary(policy, names)}</Muted>
          </div>
          <SelectField
            label={`State of ${nameOf(policy)}`}
            isLabelHidden
            options={policyStates}
            labelOf={(state) => stateLabels[state]}
            value={stateOf(policy) ?? 'disabled'}
            onChange={(state) => onChange({ ...policy, state })}
          />
          <Row gap="XS">
            <Button onClick={() => onEdit(policy)} aria-label={`Edit ${nameOf(policy)}`}>
              Edit
            </Button>
            <Button
              appearance="subtle"
              onClick={() => onDelete(policy)}
              aria-label={`Delete ${nameOf(policy)} from the draft`}
            >
              Delete
            </Button>
          </Row>
        </li>
      ))}
    </PlainList>
  );
}
