import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { returnProblemText } from '@tenantry/contract/return-problems';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormNotice } from './form-notice.tsx';

const useStyles = makeStyles({
  part: { display: 'grid', gap: tokens.spacingVerticalS },
  tips: { display: 'grid', gap: tokens.spacingVerticalXS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

const usualMessage =
  'Your Microsoft login session has already been used or expired. Please start the connection process again.';

/** Where the API sends a browser whose sign-in or connection went wrong. What it says is ours, whatever the address says. */
export function AuthErrorPage() {
  const styles = useStyles();
  const [search] = useSearchParams();
  return (
    <AuthLayout title="Authentication Issue">
      <FormNotice kind="error">{returnProblemText(search.get('message')) ?? usualMessage}</FormNotice>
      <div className={styles.part}>
        <Text as="h2" weight="semibold" block>
          If it happens again
        </Text>
        <ul className={styles.tips}>
          <li>Clear your browser's cache and cookies</li>
          <li>Try a private or incognito window</li>
          <li>Contact your administrator</li>
        </ul>
      </div>
      <LinkButton to={paths.adminTenants} appearance="primary">
        Return to Admin Panel
      </LinkButton>
    </AuthLayout>
  );
}
