import { askForClientLink, signInByClientLink, startClientMicrosoftSignIn } from '@tenantry/contract/client-sign-in';
import {
  finishMicrosoftSignIn,
  getSignInOptions,
  startAzureSignIn,
  startMicrosoftSignIn,
} from '@tenantry/contract/microsoft-sign-in';
import { startMicrosoftStepUp } from '@tenantry/contract/step-up';
import { cleanText } from '@tenantry/contract/text';
import { explainAadsts } from '../../domain/connection/aadsts.ts';
import { registrationConsentState } from '../../domain/connection/app-registration.ts';
import { refusedBecause } from '../../domain/connection/consent-refusal.ts';
import type { OAuthRequest, OAuthRequests } from '../../domain/connection/oauth-requests.ts';
import { organizationConsentState } from '../../domain/connection/organization-consent.ts';
import { readSetting } from '../../domain/settings/system-settings.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { type Cookie, Reply } from '../../http/reply.ts';
import { errorPageOf } from '../../http/return-error.ts';
import { callerRoute, publicRoute, type RequestFacts, type Route } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { MailTransport } from '../../ports/mail.ts';
import { notReached, type OAuthLog } from '../../store/oauth-logs.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { ClientSignIn } from './client-sign-in.ts';
import type { MicrosoftSignIn } from './microsoft-sign-in.ts';
import type { MicrosoftStepUp } from './microsoft-step-up.ts';
import { sessionUser } from './session-user.ts';

/** What Microsoft put into the address of /callback. */
type MicrosoftAnswer = {
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
  admin_consent?: string | undefined;
  tenant?: string | undefined;
};

/** Goes on with a consent or a connection; gives the page to go to next. */
type FinishConnection = (
  oauthRequest: OAuthRequest,
  answer: MicrosoftAnswer,
  caller: Caller | null,
  browser: string | undefined,
) => Promise<string>;

type Dependencies = {
  systemConfig: SystemConfigStore;
  mail: Pick<MailTransport, 'unavailable'>;
  microsoftSignIn: MicrosoftSignIn;
  microsoftStepUp: MicrosoftStepUp;
  clientSignIn: ClientSignIn;
  finishConnection: FinishConnection;
  oauthRequests: OAuthRequests;
  oauthLog: OAuthLog;
  sessions: SessionService;
  oauthCookieName: string;
};

const oauthCookieSeconds = 600;

/** The pages of consents that began at no address of ours, by their state. They only tell what came of it: nothing is changed. */
const consentPages: ReadonlyMap<string, string> = new Map([
  [registrationConsentState, '/admin/graph-settings'],
  [organizationConsentState, '/auth/consented'],
]);

/** The page that tells what came of a consent: given, or the problem by its code. */
const told = (page: string, answer: MicrosoftAnswer): string =>
  `${page}?consent=${answer.error === undefined ? 'given' : refusedBecause(answer)}`;

/** Why Microsoft let nobody in, for the person; the whole of it stands in the OAuth error logs. */
async function refusedSignIn(
  { oauthLog }: Pick<Dependencies, 'oauthLog'>,
  answer: MicrosoftAnswer & { error: string },
): Promise<AppError> {
  if (answer.error === 'access_denied') return new AppError('INVALID_INPUT', 'The sign-in was canceled at Microsoft.');
  const told = cleanText(answer.error_description ?? answer.error, 500);
  await oauthLog.step({
    ...notReached,
    source: 'azure',
    context: 'callback',
    error: told,
    raw: { error: cleanText(answer.error, 100) },
  });
  const explained = explainAadsts(told);
  const reason = explained === null ? '' : ` ${explained.meaning} (${explained.code})`;
  return new AppError('INVALID_INPUT', `Microsoft refused the sign-in.${reason}`);
}

export function oauthCookie(name: string, value: string): Cookie {
  return { name, value, httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: oauthCookieSeconds };
}

export function microsoftRoutes(dependencies: Dependencies): Route[] {
  const {
    systemConfig,
    mail,
    microsoftSignIn,
    microsoftStepUp,
    clientSignIn,
    finishConnection,
    oauthRequests,
    sessions,
    oauthCookieName,
  } = dependencies;

  const leaveBy = async (
    request: RequestFacts,
    begin: (browser: string | undefined) => Promise<{ url: string; browser: string }>,
  ) => {
    try {
      const { url, browser } = await begin(request.cookie(oauthCookieName));
      return Reply.redirect(url, { cookies: [oauthCookie(oauthCookieName, browser)] });
    } catch (error) {
      // The browser itself comes here, so that what goes wrong is shown as a page, not as JSON. A script is told as such.
      const isScript = !request.isNavigation && error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS';
      if (error instanceof AppError && !isScript) return Reply.redirect(errorPageOf(error));
      throw error;
    }
  };
  const start = ({ request }: { request: RequestFacts }) =>
    leaveBy(request, (browser) => microsoftSignIn.start(request, browser));

  return [
    publicRoute(getSignInOptions, async () => ({
      microsoft: await microsoftSignIn.isSetUp(),
      local: (await readSetting(systemConfig, 'allow_local_login')).value,
      clientLinks: (await mail.unavailable()) === null,
    })),

    publicRoute(startMicrosoftSignIn, start),
    publicRoute(startAzureSignIn, start),

    publicRoute(startClientMicrosoftSignIn, ({ request }) =>
      leaveBy(request, (browser) => clientSignIn.start(request, browser)),
    ),
    publicRoute(askForClientLink, async ({ body, request }) => {
      await clientSignIn.askForLink(body.address, request);
      return { success: true as const };
    }),
    publicRoute(signInByClientLink, async ({ body, request }) => {
      const user = await clientSignIn.signInByLink(body.token, request);
      const cookies = [await sessions.start(user, request)];
      return Reply.json({ success: true, user: sessionUser(user, null) }, { cookies });
    }),

    callerRoute(startMicrosoftStepUp, ({ caller, request }) =>
      leaveBy(request, (browser) => microsoftStepUp.start(caller, request, browser)),
    ),

    publicRoute(finishMicrosoftSignIn, async ({ query, request, caller }) => {
      const page = query.code === undefined ? consentPages.get(query.state ?? '') : undefined;
      if (page !== undefined) return { next: 'redirect' as const, redirectTo: told(page, query) };
      const browser = request.cookie(oauthCookieName);
      const oauthRequest = await oauthRequests.take(query.state, browser);
      if (!oauthRequest) {
        throw new AppError('INVALID_INPUT', 'This sign-in has already been used or has expired. Please start again.');
      }
      if (oauthRequest.purpose === 'consent' || oauthRequest.purpose === 'connect') {
        return { next: 'redirect' as const, redirectTo: await finishConnection(oauthRequest, query, caller, browser) };
      }
      if (query.error !== undefined) throw await refusedSignIn(dependencies, { ...query, error: query.error });
      if (query.code === undefined) throw new AppError('INVALID_INPUT', 'Missing authorization code');
      if (oauthRequest.purpose === 'step-up') {
        const cookies = [await microsoftStepUp.finish(oauthRequest, query.code, caller, request)];
        return Reply.json({ next: 'confirmed' }, { cookies });
      }
      const signIn = oauthRequest.purpose === 'client-sign-in' ? clientSignIn : microsoftSignIn;
      const user = await signIn.finish(oauthRequest, query.code, request);
      const cookies = [await sessions.start(user, request)];
      return Reply.json({ next: 'signed-in', ...sessionUser(user, null) }, { cookies });
    }),
  ];
}
