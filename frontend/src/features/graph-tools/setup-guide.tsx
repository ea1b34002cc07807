import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons/svg/arrow-right';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import type { GraphTest } from '@tenantry/contract/graph-tools';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { RequiredList } from '../../blocks/required-list.tsx';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { type Settings, type StepId, type StepState, setupSteps } from './setup-steps.ts';

const badges: Record<StepState, ComponentProps<typeof StatusBadge>> = {
  done: { label: 'Done', color: 'success', icon: <CheckmarkCircleFilled /> },
  next: { label: 'Next', color: 'brand', icon: <ArrowRightRegular /> },
  later: { label: 'To do', color: 'informative', icon: <CircleRegular /> },
  problem: { label: 'Problem', color: 'danger', icon: <ErrorCircleFilled /> },
};

const titles: Record<StepId, string> = {
  register: 'Register the application in Entra ID',
  ids: 'Save client ID and tenant ID',
  credential: 'Save a certificate or a client secret',
  consent: 'Grant admin consent',
  test: 'Test the connection',
  connect: 'Connect the first tenant',
};

const useStyles = makeStyles({
  step: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 },
  summary: { cursor: 'pointer', lineHeight: tokens.lineHeightBase500 },
  title: { marginInlineEnd: tokens.spacingHorizontalS },
  body: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    justifyItems: 'start',
    maxWidth: '720px',
    paddingBlock: tokens.spacingVerticalS,
    paddingInlineStart: tokens.spacingHorizontalL,
    overflowWrap: 'anywhere',
  },
  whole: { justifySelf: 'stretch', minWidth: 0 },
});

type Props = { settings: Settings; test: GraphTest | null; onTested: (test: GraphTest | null) => void };

/** What is missing until this installation reads from Microsoft, and what is next. */
export function SetupGuide({ settings, test, onTested }: Props) {
  const steps = setupSteps(settings, test, new Date());
  const contents: Record<StepId, ReactNode> = {
    register: <Register redirectUri={settings.redirectUri} />,
    ids: <Text>Both are on the overview page of the app registration. Enter them in the form below.</Text>,
    credential: <Credential settings={settings} />,
    consent: <Consent url={settings.adminConsentUrl} />,
    test: <ConnectionTest test={test} onTested={onTested} isReady={isReady(settings)} />,
    connect: <Connect />,
  };
  return (
    <SectionCard title="Connect to Microsoft" subtitle={whatIsNext(steps)}>
      <PlainList as="ol" gap="S" aria-label="Steps">
        {steps.map(({ id, state }, at) => {
          // The test and what came of it stay in sight.
          const isDue = state === 'next' || state === 'problem' || (id === 'test' && isReady(settings));
          return (
            <Step key={`${id} ${isDue}`} title={`${at + 1}. ${titles[id]}`} state={state} isDue={isDue}>
              {contents[id]}
            </Step>
          );
        })}
      </PlainList>
    </SectionCard>
  );
}

type StepProps = { title: string; state: StepState; isDue: boolean; children: ReactNode };

/** A step, folded unless it is due. What is folded is not there: transitions in it would never end. */
function Step({ title, state, isDue, children }: StepProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(isDue);
  return (
    <li className={styles.step}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Text weight="semibold" className={styles.title}>
            {title}
          </Text>
          <StatusBadge {...badges[state]} />
        </summary>
        {isOpen && <div className={styles.body}>{children}</div>}
      </details>
    </li>
  );
}

/** The step that is in the way, or the one to do now. */
function whatIsNext(steps: ReturnType<typeof setupSteps>): string {
  const now = steps.find(({ state }) => state === 'problem') ?? steps.find(({ state }) => state === 'next');
  return now === undefined ? '' : `${now.state === 'problem' ? 'To be solved' : 'Next'}: ${titles[now.id]}`;
}

const isReady = ({ clientId, tenantId, credential }: Settings) =>
  clientId !== '' && tenantId !== '' && credential !== 'none';

function Register({ redirectUri }: { redirectUri: string }) {
  const styles = useStyles();
  return (
    <>
      <Text>Let a command do it. Nothing is changed before you add --apply:</Text>
      <div className={styles.whole}>
        <RecordBlock name="Command" value="npm run register-app -- --tenant contoso.com" />
      </div>
      <Text>
        Or do it in the{' '}
        <Link href={portal} target="_blank" rel="noreferrer" inline>
          Entra admin center
        </Link>
        : New registration, with this redirect URI for the platform Web. To audit tenants besides your own, choose
        accounts in any organizational directory.
      </Text>
      <div className={styles.whole}>
        <RecordBlock name="Redirect URI" value={redirectUri} />
      </div>
    </>
  );
}

const portal = 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade';

function Credential({ settings: { credential, certificateThumbprint, secretExpiresAt } }: { settings: Settings }) {
  const ends = secretExpiresAt === null ? '' : ` until ${formatDate(secretExpiresAt)}`;
  if (credential === 'certificate') {
    return (
      <>
        <Text>A certificate is in use{ends}. In Entra ID its thumbprint is</Text>
        <Text font="monospace">{certificateThumbprint?.sha1.toUpperCase()}</Text>
      </>
    );
  }
  if (credential === 'secret') return <Text>A client secret is in use{ends}.</Text>;
  return (
    <Text>
      Upload a certificate under Certificates & secrets of the app registration, and save it with its private key in the
      form below. A client secret works too, but it is sent with each sign-in and is easier to lose.
    </Text>
  );
}

function Consent({ url }: { url: string | null }) {
  return (
    <>
      <Text>
        The app registration has to ask for these permissions under API permissions, and an administrator of the
        directory has to consent.
      </Text>
      <RequiredList label="Required permissions" summary={(permissions) => `${permissions} of Microsoft Graph`} />
      {url === null ? (
        <Text>Save client ID and tenant ID first.</Text>
      ) : (
        <Link href={url} target="_blank" rel="noreferrer">
          Grant admin consent at Microsoft
        </Link>
      )}
    </>
  );
}

function Connect() {
  return (
    <>
      <Text>Its administrator consents to the same permissions. Your own directory can be connected too.</Text>
      <LinkButton to={paths.adminOnboard} appearance="primary">
        Connect a tenant
      </LinkButton>
    </>
  );
}
