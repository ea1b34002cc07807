import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { MailTarget } from '@tenantry/contract/mailflow';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { Part } from '../../ui/facts.tsx';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
  item: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0 },
  steps: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL, display: 'grid', gap: tokens.spacingVerticalS },
  step: { minWidth: 0, '::marker': { color: tokens.colorNeutralForeground3 } },
  when: { display: 'block', paddingBottom: tokens.spacingVerticalXS },
});

const nameOf = ({ name, type }: MailTarget) => (type === 'FILE' ? `File at ${name}` : `${type} record of ${name}`);

/** What to publish: for each name one target, and the steps to it. */
export function DomainTargets({ targets }: { targets: readonly MailTarget[] }) {
  const styles = useStyles();
  if (targets.length === 0) return null;
  return (
    <Part title="Records to publish">
      <ul className={styles.list} aria-label="Records to publish">
        {targets.map((target) => (
          <li key={`${target.type} ${target.name}`} className={styles.item}>
            {target.value === null ? (
              <Text weight="semibold">{nameOf(target)}</Text>
            ) : (
              <RecordBlock name={nameOf(target)} value={target.value} />
            )}
            {target.note !== null && <Text>{target.note}</Text>}
            <Steps target={target} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Steps({ target }: { target: MailTarget }) {
  const styles = useStyles();
  const { stages, value } = target;
  if (stages.length === 0) return null;
  return (
    <ol className={styles.steps} aria-label={`Steps to ${nameOf(target)}`}>
      {stages.map((stage, at) => (
        <li key={stage.value} className={styles.step}>
          <Text className={styles.when}>{stage.when}</Text>
          {stage.value === value ? (
            <Text>The record above</Text>
          ) : (
            <RecordBlock name={`Step ${at + 1}: ${nameOf(target)}`} value={stage.value} />
          )}
        </li>
      ))}
    </ol>
  );
}
