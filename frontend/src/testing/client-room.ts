import type { SessionUser } from '@tenantry/contract/auth';
import type { AskedApproval, ClientDecisions, OfferedRisk } from '@tenantry/contract/client-decisions';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import { contoso, FakeServer, json, userOf } from './fake-server.ts';

/** Jane, whom Contoso's provider let into Contoso's room. */
export const jane: SessionUser = {
  ...userOf('viewer', false),
  id: 'contact-1',
  name: 'Jane Doe',
  username: 'jane@contoso.example',
  email: 'jane@contoso.example',
  clientTenantId: contoso.id,
};

export const clientSummary = (change: Partial<ClientSummary> = {}): ClientSummary => ({
  clientName: 'Contoso',
  domain: 'contoso.example',
  provider: 'Northwind IT',
  color: '#7a1fa2',
  hasLogo: false,
  welcome: '',
  showsPrices: false,
  isSimulated: false,
  auditedAt: '2026-01-02T03:04:00.000Z',
  trouble: null,
  score: 61,
  status: 'Warning',
  standing: ['Your security score is 61 of 100.', '4 weaknesses are open.'],
  trend: [
    { at: '2025-12-01T00:00:00.000Z', score: 48 },
    { at: '2026-01-02T03:04:00.000Z', score: 61 },
  ],
  incidents: [],
  matters: [
    {
      topic: 'A password alone opens accounts',
      risk: 'Whoever guesses or steals a password can read mail, files and chats.',
      proposal: 'Ask for a second proof, such as a phone, at every sign-in.',
      severity: 'critical',
      closes: 3,
    },
  ],
  mattersLeft: 0,
  doneSince: 'the report of Dec 1, 2025',
  done: [
    {
      title: 'Block old ways to sign in',
      text: 'Looked at again on Dec 20, 2025: it is blocked.',
      at: '2025-12-20T10:00:00.000Z',
      isProven: true,
    },
  ],
  next: [{ title: 'Protect sign-ins', description: 'Second proofs for all', openTasks: 2, hours: null, price: null }],
  acceptedRisks: [],
  certainty: ['We could make 40 of 44 checks.'],
  ...change,
});

export const askedApproval = (change: Partial<AskedApproval> = {}): AskedApproval => ({
  id: `${contoso.id}_approval-1`,
  title: 'Require MFA for all users',
  topic: 'A password alone opens accounts',
  risk: 'Whoever guesses or steals a password can read mail, files and chats.',
  proposal: 'Ask for a second proof, such as a phone, at every sign-in.',
  message: 'We would like to begin with this next week.',
  askedBy: 'Dana Doe',
  askedAt: '2026-01-03T09:00:00.000Z',
  outcome: null,
  ...change,
});

export const offeredRisk = (change: Partial<OfferedRisk> = {}): OfferedRisk => ({
  id: `${contoso.id}_finding-1`,
  title: 'Guests can invite guests',
  topic: 'Guests can invite other guests',
  severity: 'medium',
  consequence: 'Somebody you do not know can be invited by a guest and see shared files.',
  until: '2026-07-01T00:00:00.000Z',
  offeredBy: 'Dana Doe',
  offeredAt: '2026-01-03T09:30:00.000Z',
  outcome: null,
  ...change,
});

export const noDecisions: ClientDecisions = { approvals: [], risks: [] };

/** A server on which Jane is signed in to the room of Contoso. It has no list of tenants: none is asked for. */
export function clientServer(user: SessionUser = jane): FakeServer {
  return new FakeServer()
    .on('GET /api/auth/session', () =>
      json({ success: true, user, session: { user, expiresAt: '2030-01-01T00:00:00.000Z' } }),
    )
    .on('POST /api/auth/logout', () => json({ success: true }))
    .on('GET /api/client/summary', () => json(clientSummary()))
    .on('GET /api/client/decisions', () => json(noDecisions))
    .on('GET /api/client/questions', () => json({ items: [] }))
    .on('GET /api/client/reports', () => json({ items: [] }))
    .on('GET /api/evidence/packs', () => json({ items: [] }));
}
