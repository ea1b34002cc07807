import type { CredentialPlan } from './credential-plan.ts';
import { causesOf, SignInFailure, withoutTrace } from './sign-in-failure.ts';
import type { SignInTransport } from './sign-in-transport.ts';

const mentions = (messages: readonly string[], pattern: RegExp): boolean => messages.some((text) => pattern.test(text));

/** Entra's code in what a library passes on of it: of `az`, and of the browser's way back. */
function refusalIn(messages: readonly string[]): SignInFailure | null {
  for (const text of messages) {
    const code = /AADSTS\d+/.exec(text)?.[0];
    if (code === undefined) continue;
    const said = withoutTrace(text.slice(text.indexOf(code)).split('\n')[0] ?? '');
    return new SignInFailure('refused', { code, said });
  }
  return null;
}

function azFailure(messages: readonly string[]): SignInFailure {
  if (mentions(messages, /could not be found|ENOENT|not found/i)) return new SignInFailure('az-missing');
  const refusal = refusalIn(messages);
  if (refusal) return refusal;
  return new SignInFailure(mentions(messages, /az login/) ? 'az-signed-out' : 'az-failed');
}

function browserFailure(messages: readonly string[]): SignInFailure | null {
  if (mentions(messages, /access_denied|AADSTS65004/)) return new SignInFailure('sign-in-canceled');
  if (mentions(messages, /loopback|EADDRINUSE|EACCES.*listen|listen EACCES/i)) {
    return new SignInFailure('browser-no-port');
  }
  return mentions(messages, /spawn|Exited with code/) ? new SignInFailure('browser-not-opened') : null;
}

/**
 * What an error of @azure/identity comes from: what was met on the way tells more than what the library makes of it, and
 * nothing that the library says is passed on, since it may quote what it was given.
 */
export function whyNoToken(error: unknown, plan: CredentialPlan, { met }: SignInTransport): SignInFailure {
  const causes = causesOf(error);
  const own = causes.find((cause) => cause instanceof SignInFailure);
  if (own) return own;
  const messages = causes.flatMap((cause) => [
    cause.name,
    cause.message,
    String(Reflect.get(cause, 'errorCode') ?? ''),
  ]);
  if (plan.kind === 'az') return azFailure(messages);
  if (mentions(messages, /device_code_expired/)) return new SignInFailure('device-code-expired');
  if (met.failure) return met.failure;
  const browser = plan.kind === 'browser' ? browserFailure(messages) : null;
  const code = causes.map((cause) => Reflect.get(cause, 'errorCode')).find((one) => typeof one === 'string');
  return (
    browser ?? refusalIn(messages) ?? new SignInFailure('unexpected', { code: code ?? causes[0]?.name ?? 'Error' })
  );
}
