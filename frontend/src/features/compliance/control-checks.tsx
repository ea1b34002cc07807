import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { HistoryFilled } from '@fluentui/react-icons/svg/history';
import type { ControlCheck, FrameworkControl } from '@tenantry/contract/compliance';
import { notInAuditLabel } from '@tenantry/contract/labels';
import { uriComponent } from '@tenantry/contract/text';
import { HelpLink } from '../../blocks/help-link.tsx';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { reasonsText } from './control-status.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, paddingBottom: tokens.spacingVerticalM },
  check: {
    display: 'grid',
    gridTemplateColumns: '144px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'start',
    '@media (max-width: 699px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXS },
  },
  text: { display: 'grid', gap: tokens.spacingVerticalXXS, overflowWrap: 'anywhere' },
});

/** The checks that speak for a control, with what each says and the finding it left. */
export function ControlChecks({ control }: { control: FrameworkControl }) {
  const styles = useStyles();
  const { status, unknownBecause, checksCover, notCoveredBecause, checks } = control;
  return (
    <div className={styles.root}>
      {status === 'couldNotJudge' && <Text>Could not be judged: {reasonsText(unknownBecause)}.</Text>}
      <PlainList gap="M">
        {checks.map((check) => (
          <li key={check.checkId} className={styles.check}>
            <CheckStatus status={check.status} />
            <div className={styles.text}>
              <Text weight="semibold">{check.title}</Text>
              <Text>{check.message}</Text>
              {check.finding !== null && (
                <span>
                  <TextLink to={`${paths.findings}?search=${uriComponent(check.finding.title)}`}>
                    Finding: {check.finding.title}
                  </TextLink>
                </span>
              )}
              {isToMend(check) && <HelpLink article={check.article} of={check.title} />}
              {check.finding?.acceptance && (
                <Hint>
                  Risk accepted until {formatDate(check.finding.acceptance.expiresAt)}:{' '}
                  {check.finding.acceptance.reason}
                </Hint>
              )}
            </div>
          </li>
        ))}
      </PlainList>
      {checksCover === 'partial' && (
        <Hint>
          {checks.length === 1 ? 'This check covers' : 'These checks cover'} part of the control.
          {notCoveredBecause !== null && ` ${notCoveredBecause}`}
        </Hint>
      )}
    </div>
  );
}

const isToMend = ({ status }: ControlCheck) => status === 'fail' || status === 'warning';

function CheckStatus({ status }: Pick<ControlCheck, 'status'>) {
  return (
    <span>
      {status === null ? (
        <StatusBadge label={notInAuditLabel} color="informative" icon={<HistoryFilled />} />
      ) : (
        <VerdictBadge status={status} />
      )}
    </span>
  );
}
