import { Button } from '@fluentui/react-components';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { messageOf } from '../lib/api-error.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** In the place of a page that crashed or whose code could not be loaded. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error('A page could not be shown', error), [error]);
  return (
    <MessagePage
      icon={<ErrorCircleRegular />}
      title="Something went wrong"
      body={`This page could not be shown: ${messageOf(error)}`}
      actions={
        <>
          <Button appearance="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <LinkButton to="/">Go to the start page</LinkButton>
        </>
      }
    />
  );
}
