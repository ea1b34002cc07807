import { makeStyles, tokens } from '@fluentui/react-components';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { useHasRole } from '../lib/session.ts';
import { Notice } from '../ui/notice.tsx';
import { TroubleActions } from './trouble-actions.tsx';
import { ageOfFigures, troubleTitle } from './trouble-texts.ts';

const useStyles = makeStyles({ root: { marginBottom: tokens.spacingVerticalL } });

type Props = {
  tenantId: string;
  name: string;
  trouble: TenantTrouble;
  lastAuditDate: string | null;
  /** Whether another notice above this one tells the reason, with the way to connect the tenant again. */
  isReasonTold: boolean;
};

/** Above the figures of a tenant of which nothing new is known: since when, why, how old they are, and what mends it. */
export function TroubleNotice({ tenantId, name, trouble, lastAuditDate, isReasonTold }: Props) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const reason = isReasonTold ? '' : `${trouble.reason} `;
  return (
    <div className={styles.root}>
      <Notice
        intent="error"
        title={troubleTitle(trouble)}
        actions={
          isAdmin && <TroubleActions tenantId={tenantId} name={name} trouble={trouble} hasReconnect={isReasonTold} />
        }
      >
        {reason}
        {ageOfFigures(lastAuditDate, new Date())}
        {!isAdmin && !isReasonTold && ' Ask an administrator to look into it.'}
      </Notice>
    </div>
  );
}
