import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
  },
  held: { color: tokens.colorStatusSuccessForeground1 },
  icon: { flexShrink: 0, fontSize: '16px', lineHeight: 0 },
});

export type PasswordRule = { label: string; holds: (value: string) => boolean };
type Props = { rules: readonly PasswordRule[]; password: string };

/** Which of the password's rules hold, live, and what no rule shows: the list of common passwords is the server's. */
export function PasswordChecklist({ rules, password }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.list}>
      <ul className={styles.list} aria-label="Password requirements">
        {rules.map(({ label, holds }) => {
          const isHeld = holds(password);
          return (
            <li key={label} className={mergeClasses(styles.item, isHeld && styles.held)}>
              <span className={styles.icon} role="img" aria-label={isHeld ? 'Met' : 'Not met'}>
                {isHeld ? <CheckmarkCircleFilled /> : <CircleRegular />}
              </span>
              <Text size={200}>{label}</Text>
            </li>
          );
        })}
      </ul>
      <Text size={200} className={styles.item}>
        Common passwords are refused, and those made of your name, your email or the product’s name.
      </Text>
    </div>
  );
}
