import { QuestionCircleRegular } from '@fluentui/react-icons/svg/question-circle';
import { LinkButton } from '../ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** For every address that is no page. */
export function NotFoundPage() {
  return (
    <main>
      <MessagePage
        icon={<QuestionCircleRegular />}
        title="404 Page Not Found"
        body="This page does not exist. The address may be mistyped, or the page may have moved."
        actions={
          <LinkButton to="/" appearance="primary">
            Go to the start page
          </LinkButton>
        }
      />
    </main>
  );
}
