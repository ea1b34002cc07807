import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { TenantTrouble } from '@tenantry/contract/tenants';
import { ageOfFigures, troubleTitle } from './trouble-texts.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3 },
});

type Props = { trouble: TenantTrouble; lastAuditDate: string | null };

/** Since when nothing new is known of a tenant, why, and how old its figures are: within a row of a list. */
export function TroubleFacts({ trouble, lastAuditDate }: Props) {
  const styles = useStyles();
  return (
    <>
      <Text size={200} weight="semibold">
        {troubleTitle(trouble)}
      </Text>
      <Text size={200}>{trouble.reason}</Text>
      <Text size={200} className={styles.quiet}>
        {ageOfFigures(lastAuditDate, new Date())}
      </Text>
    </>
  );
}
