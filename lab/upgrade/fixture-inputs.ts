// What a data folder is filled with, so that the test that opens it can do the same again. Every password, secret and key in
// a packed folder is of accounts made up for it on a simulator: they open nothing else.

/** The demonstration tenants (simulator/src/profiles). */
export const tenantIds = {
  weak: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01',
  good: '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02',
  critical: 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03',
  mixed: 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04',
};

/** Connected with its administrator's consent, by the installation's own registration. */
export const ferncliffe = { id: 'd2f1a6c8-9e04-4b7d-a358-71c0e5b9d407', domain: 'ferncliffeschools.example' };
/** Reached with a registration of its own, to which nobody has consented yet. */
export const harrowgate = { id: 'e96b3d70-1c5f-48a2-b4e9-0d8f6a2c7108', domain: 'harrowgatebakery.example' };
/** Of a simulated application, which exists nowhere else: no secret of anybody. */
export const ownApp = {
  clientId: '0c9d7f42-51b8-4d0e-a6f3-7e21c84b9a55',
  clientSecret: 'simulated-secret-of-a-fixture',
};
/** As which the product asks the simulator for its demonstration tenants. */
export const demonstrationApp = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };
/** The installation's own registration, as a stack on one machine makes it at its first start. */
export const installationApp = { clientId: '5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71', clientSecret: 'simulated' };

/** A technician, who sees two of the demonstration tenants. */
export const technician = {
  username: 'tomas',
  email: 'tomas@msp.example',
  displayName: 'Tomas Brandt',
  password: 'Simul4ted!pass',
};

/** A viewer, who sees the weak tenant alone until an approved request gives them another. */
export const viewer = { username: 'nora', email: 'nora@msp.example', displayName: 'Nora Lindqvist' };

export const staffUsername = 'greta.dietrich@lanternmsp.example';

/** What an administrator changes in the weak tenant between its two scans. */
export const settingsChange = {
  change: { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } },
  by: { user: 3 },
} as const;

/** What is decided in the weak tenant, by check; the others wait. */
export const decisions = {
  approved: {
    /** Mended by `settingsChange`, and completed by its re-check. */
    mended: 'guest.invite',
    /** Other findings of the same remedy wait. */
    open: 'ca.devicecode',
    inProgress: 'dns.dmarc',
    onHold: 'user.stale',
    /** With the next one all of its remedy. */
    alone: ['dns.spf', 'dns.spf.hardfail'],
  },
  denied: {
    /** The only one of its remedy; the only one besides an approved one; one of several that wait. */
    alone: 'sync.takeover',
    besideApproved: 'user.stale.guest',
    besidePending: 'spo.reshare',
  },
  noted: 'dns.dkim',
  /** Of this check of the audit a task is made without an approval. */
  taskOfAudit: 'app.register',
} as const;

/** What an administrator changes in the price list. */
export const priceEdits = [
  { kind: 'conditional-access', hours: 4.5, hourlyRate: 180 },
  { kind: 'mail-dns', hours: 1.25, hourlyRate: 120 },
] as const;
