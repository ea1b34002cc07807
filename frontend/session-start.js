// Asks who is signed in while the application's own code is still on its way. A file of its own, for no script may stand in
// the document (decision 034); vite.config.ts puts it into index.html. lib/started-session.ts takes the answer over.
// Not on a sign-in page where nobody is signed in with this browser, which lib/session.ts knows by the same key: the browser
// would write the refusal into its console. One that lets nothing be kept says nothing of it, and is asked for.
const mayBeSignedIn = () => {
  if (!['/login', '/client/sign-in', '/client/link'].includes(location.pathname)) return true;
  try {
    return localStorage.getItem('tenantry.user') !== null;
  } catch {
    return true;
  }
};
if (mayBeSignedIn()) {
  globalThis.tenantrySession = {
    sentAtMs: Date.now(),
    answer: fetch('/api/auth/session', {
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'x-requested-with': 'Tenantry' },
    }),
  };
  // Whoever takes it over hears of a failure; until then it is no unhandled one.
  globalThis.tenantrySession.answer.catch(() => undefined);
}
