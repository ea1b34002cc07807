/** What must not leave through logs, by what it is. */
export const canaries = {
  token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.Y2FuYXJ5c2lnbmF0dXJl',
  bearer: 'Bearer q7Canary0paque-Token_x9',
  authorizationCode: '0.AXoA-canary-code-1234567890',
  clientSecret: 'Abc8Q~canarycanarycanarycanarycanary12',
  accountKey: `${'Cana'.repeat(21)}ry==`,
  signature: 'c4n4ry%2Fsas%3D',
  cookie: 'session-canary-5f3a',
  password: 'Zebra!4711horse',
  email: 'ottilie.zausinger@fabrikam-canary.example',
  person: 'Ottilie Zausinger',
  user: 'ozausinger',
  phone: '+49 170 555 01 99',
  address: '198.51.100.77',
  address6: '2001:db8::beef:77',
} as const;

/** Parts by which each is found, however it was cut. Numbers of the phone are looked for together. */
const traces = [
  ...Object.values(canaries),
  'eyJzdWIi',
  'Y2FuYXJ5',
  'q7Canary',
  'canary-code',
  'session-canary',
  'canarycanary',
  'c4n4ry',
  'CanaCana',
  'Zebra!',
  '4711horse',
  'Ottilie',
  'ottilie',
  'Zausinger',
  'zausinger',
  'fabrikam',
  '198.51',
  'beef:77',
  '555 01',
];

/** The canaries, or parts of them, that stand in a text. */
export const tracesIn = (text: string): string[] => traces.filter((trace) => text.includes(trace));

/** As they stand in messages of Entra ID, Graph, Azure's libraries and Node. */
export const canaryText =
  `AADSTS7000215: Invalid client secret provided for '${canaries.person}' (${canaries.email}, ${canaries.user}) from ` +
  `${canaries.address}. ${canaries.person} called ${canaries.phone} from [${canaries.address6}] with password ` +
  `${canaries.password}, client_secret=${canaries.clientSecret} Authorization: ${canaries.bearer}; Cookie: ` +
  `sid=${canaries.cookie}; GET https://x.example/cb?code=${canaries.authorizationCode}&sig=${canaries.signature} ` +
  `AccountKey=${canaries.accountKey};EndpointSuffix=core.windows.net ${canaries.token} ${canaries.person}`;

/** An error that carries them everywhere that an error can carry something. */
export function canaryError(make: (message: string) => Error = (message) => new Error(message)): Error {
  const error = make(canaryText);
  const cause = Object.assign(new Error(canaryText), { code: canaries.user, cause: error });
  error.stack = `${error.stack}\n    at ${canaries.user} (/srv/${canaries.user}/${canaries.email}.js:1:1)\n    at Zausinger (zausinger.ts:2:2)`;
  return Object.assign(error, {
    cause,
    code: canaries.token,
    statusCode: canaries.user,
    headers: { authorization: canaries.bearer, cookie: canaries.cookie },
    config: { url: `https://x.example/?token=${canaries.token}`, data: canaryText },
    [canaries.email]: canaries.person,
  });
}
