import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Finding } from '@tenantry/contract/findings';
import { countOf } from '../../lib/format.ts';

const useStyles = makeStyles({ root: { color: tokens.colorNeutralForeground3 } });

/** Says of a finding whose remedy needs a license that it counts as one with the others of its kind. */
export function LicenseGroup({ finding: { needsLicense, countsWith } }: { finding: Finding }) {
  const styles = useStyles();
  if (needsLicense === null) return null;
  return (
    <Text size={200} className={styles.root}>
      Needs {needsLicense}
      {countsWith > 0 && `: counts as one with ${countOf(countsWith, 'other finding')}`}
    </Text>
  );
}
