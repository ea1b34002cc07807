// The arrows between the rooms of the house (docs/architecture.md). local/arrows/check-arrows.ts runs this on a copy of the
// source tree in which every import, also one of a type only, is a plain import.
const TEST = '\\.(test|contract)\\.tsx?\\.js$|/testing/';
/** A package, whether it was found in node_modules or not; a module of Node, with or without its prefix. */
const npm = (name) => `(^|node_modules/)${name}(/|$)`;
const builtIn = (names) => `^(node:)?(${names})(/|$)`;
const NETWORK = 'sqlite|dns|net|tls|http|https|http2|dgram|child_process';
const ZOD = npm('zod');
const GRAPH_TYPES = npm('@microsoft/microsoft-graph-types');
// A file that is not there is for the compiler to report.
const MISSING_FILE = '^\\.{1,2}/';

/** From the lowest to the highest: each knows those below it. */
const auditRooms = ['microsoft', 'facts', 'collect', 'checks', 'findings', 'snapshot'];

/** An arrow that must not be: from one place to another, said in one sentence. */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from, pathNot: TEST } : from,
  to: typeof to === 'string' ? { path: to } : to,
});

/** From a place to anything but the listed ones. */
const only = (name, comment, from, allowed, to = {}) =>
  forbid(name, comment, from, { ...to, pathNot: [...allowed, MISSING_FILE] });

module.exports = {
  forbidden: [
    only('contract-imports-zod-only', 'Browser and API share the contract: it brings nothing but zod.', '^contract/', [
      '^contract/',
      ZOD,
    ]),
    only(
      'ports-are-interfaces',
      "A port names contract types; the SDK behind it is the adapter's.",
      '^api/src/ports/',
      ['^api/src/ports/', '^contract/', ZOD, GRAPH_TYPES],
    ),
    only(
      'audit-is-a-pure-core',
      'The audit engine knows the mail engine, ports and contract, no transport, no storage, no I/O.',
      '^api/src/audit/',
      ['^api/src/(audit|mailflow|ports)/', '^contract/', ZOD, npm('p-limit'), builtIn('crypto'), GRAPH_TYPES],
    ),
    ...auditRooms
      .slice(0, -1)
      .map((room, floor) =>
        forbid(
          `audit-${room}-looks-down`,
          'Rooms of the audit lie along the way of the data: microsoft, facts, collect, checks, findings, snapshot.',
          `^api/src/audit/${room}/`,
          `^api/src/audit/(${auditRooms.slice(floor + 1).join('|')})/`,
        ),
      ),
    forbid(
      'checks-do-not-collect',
      'A check judges facts. What Microsoft was asked, and how, is none of its business.',
      '^api/src/audit/checks/',
      '^api/src/audit/collect/',
    ),
    forbid(
      'shared-parts-of-checks-know-no-check',
      'What checks share knows none of them, nor the engine for Conditional Access that stands on it.',
      '^api/src/audit/checks/shared/',
      { path: '^api/src/audit/checks/', pathNot: '^api/src/audit/checks/shared/' },
    ),
    forbid(
      'conditional-access-knows-no-check',
      'Coverage is judged for whoever asks: it knows the solver and the shared parts.',
      '^api/src/audit/checks/conditional-access/',
      { path: '^api/src/audit/checks/', pathNot: '^api/src/audit/checks/(conditional-access|satisfiability|shared)/' },
    ),
    forbid(
      'findings-do-not-collect',
      'A finding is made of a verdict.',
      '^api/src/audit/findings/',
      '^api/src/audit/collect/',
    ),
    only('mailflow-is-a-pure-core', 'The mail engine works over a resolver port.', '^api/src/mailflow/', [
      '^api/src/mailflow/',
      '^api/src/ports/',
      '^contract/',
      ZOD,
      builtIn('crypto'),
    ]),
    only(
      'the-store-lies-below-the-rules',
      'Stored shapes and named queries know ports, contract and the verdicts that they keep.',
      '^api/src/store/',
      ['^api/src/(store|audit|mailflow|ports)/', '^contract/', ZOD, builtIn('crypto|util|zlib')],
    ),
    only(
      'the-domain-lies-below-features',
      'Rules that several features share know the store, the engines and ports: no transport, no feature.',
      '^api/src/domain/',
      [
        '^api/src/(domain|store|audit|mailflow|ports)/',
        '^contract/',
        ZOD,
        npm('croner'),
        // Evidence packs: what they are packed, signed and stamped by.
        npm('(jose|pkijs|asn1js)'),
        builtIn('async_hooks|crypto|util|timers|zlib'),
      ],
    ),
    forbid(
      'products-do-not-import-test-doubles',
      'What lies in a folder named testing is for tests.',
      { path: '^(api|contract|frontend|simulator)/', pathNot: TEST },
      '/testing/',
    ),
    forbid(
      'features-do-not-reach-outwards',
      'A feature gets what it needs from the composition root and is not aware of who calls it.',
      '^api/src/features/',
      '^api/src/(adapters/|cli/|composition/|compose|main|routes|jobs|timers|config)',
    ),
    forbid(
      'features-have-bound-records-only',
      "Named stores and a tenant's bound records are handed out; the record store, its containers and ways across are not.",
      {
        path: '^api/src/',
        pathNot: [TEST, '^api/src/(ports|store|adapters|composition|cli)/', '^api/src/compose\\.ts'],
      },
      '^api/src/(ports/record-store|store/(containers|stores))\\.ts',
    ),
    forbid(
      'features-do-not-know-siblings',
      'Deleting a feature is one rm and one line in a registry.',
      { path: '^api/src/features/([^/]+)/', pathNot: TEST },
      { path: '^api/src/features/', pathNot: '^api/src/features/$1/' },
    ),
    forbid(
      'http-knows-no-feature',
      'The one way in serves all features alike.',
      '^api/src/http/',
      '^api/src/(features/|adapters/|audit/|mailflow/|cli/|composition/|compose|main|routes|jobs|timers|config)',
    ),
    forbid(
      'adapters-know-ports-only',
      'An adapter implements a port; it has no business with features, transport or rules.',
      '^api/src/adapters/',
      '^api/src/(features/|domain/|store/|http/|audit/|mailflow/|cli/|composition/|compose|main|routes|jobs|timers)',
    ),
    forbid(
      'compose-alone-imports-adapters',
      'The service is built in one place, and each command in its own file of cli/.',
      {
        path: '^api/src/',
        pathNot: [TEST, '^api/src/adapters/', '^api/src/compos(e\\.ts|ition/)', '^api/src/cli/'],
      },
      '^api/src/adapters/',
    ),
    forbid(
      'nobody-imports-the-entries',
      'main, routes, jobs, compose and the commands are the top of the house.',
      { path: '^api/src/', pathNot: [TEST, '^api/src/((main|compose|routes|jobs|timers)\\.ts|cli/)'] },
      '^api/src/((main|compose|routes|jobs|timers)\\.ts|cli/)',
    ),
    forbid(
      'sdks-live-in-adapters',
      'Cloud SDKs, the embedded database and DNS are details behind ports. main and http speak Azure Functions.',
      { path: '^api/src/', pathNot: [TEST, '^api/src/adapters/'] },
      {
        path: [
          npm('@azure/(?!functions(/|$))[^/]+'),
          npm('@microsoft/microsoft-graph-client'),
          npm('@modelcontextprotocol/sdk'),
          builtIn(NETWORK),
        ],
      },
    ),
    forbid(
      'azure-functions-at-the-door-only',
      'Only the entry and the one way in know which host runs them.',
      { path: '^api/src/', pathNot: [TEST, '^api/src/(main|jobs|routes)\\.ts', '^api/src/http/'] },
      npm('@azure/functions'),
    ),
    only(
      'simulator-knows-the-contract-only',
      'A Microsoft of its own: it must not share our mistakes.',
      '^simulator/',
      ['^simulator/', '^contract/', ZOD, GRAPH_TYPES],
      // Node's own modules are free.
      { dependencyTypesNot: ['core'] },
    ),
    forbid(
      'the-api-meets-the-simulator-over-http',
      'Simulated mode is the same code with another upstream.',
      { path: '^api/src/', pathNot: [TEST, '^api/src/(adapters/|composition/)'] },
      '^simulator/',
    ),
    forbid(
      'the-browser-knows-the-contract-only',
      'The frontend speaks to the API over HTTP.',
      { path: '^frontend/' },
      '^(api|simulator|local|lab|e2e|infra)/',
    ),
    forbid(
      'pages-do-not-know-siblings',
      'A page of one area never imports another area.',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    ),
    forbid(
      'pages-do-not-know-the-shell',
      'app -> features, never back.',
      '^frontend/src/features/',
      '^frontend/src/app/',
    ),
    forbid(
      'blocks-do-not-know-pages',
      'What several areas show knows none of them.',
      '^frontend/src/blocks/',
      '^frontend/src/(app|features)/',
    ),
    forbid(
      'ui-is-a-kit',
      'The page kit knows no page and no block.',
      '^frontend/src/ui/',
      '^frontend/src/(app|blocks|features)/',
    ),
    forbid(
      'ui-knows-neither-contract-nor-api',
      'The page kit shows what it is handed. Nothing that it imports leads to the contract or to a call of the API.',
      '^frontend/src/ui/',
      { path: '^contract/|^frontend/src/lib/api-client\\.', reachable: true },
    ),
    forbid(
      'lib-is-the-ground',
      'Below the kit there is only the contract.',
      '^frontend/src/lib/',
      '^frontend/src/(app|blocks|features|ui)/',
    ),
    forbid(
      'products-do-not-import-tooling',
      'What is deployed must not need what surrounds it.',
      { path: '^(api|contract|simulator)/src/|^frontend/src/', pathNot: TEST },
      '^(local|lab|e2e|infra)/',
    ),
    forbid(
      'the-local-stack-knows-no-measurement',
      'Benchmarks, soak, browser tests and the deployment stand on the local stack, never the other way round.',
      { path: '^local/' },
      '^(lab|e2e|infra)/',
    ),
    forbid(
      'the-lab-knows-no-browser-test',
      'A browser test may repeat an experiment of the lab; the lab stands without them.',
      { path: '^lab/' },
      '^e2e/',
    ),
    forbid(
      'the-deployment-knows-no-measurement',
      'What is deployed is described from the API and the contract; no experiment and no browser test belongs to it.',
      { path: '^infra/', pathNot: TEST },
      '^(lab|e2e|simulator|frontend)/',
    ),
    forbid(
      'no-circles',
      'Files that import one another are read, moved and tested together only.',
      {},
      { circular: true },
    ),
  ],
  options: { doNotFollow: { path: 'node_modules' }, skipAnalysisNotInRules: false },
};
