import type { DnsResolver } from '../../ports/dns.ts';
import type { Microsoft365, Microsoft365Target } from '../../ports/microsoft365.ts';
import { type AppTokens, createAppTokens } from './app-tokens.ts';
import type { FarEnd } from './far-end.ts';
import { createGraphClient } from './graph-client.ts';

/** The simulator knows every client; its secret is none. */
const simulatedApp = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };

/** A live tenant that no one has connected yet. */
export class NotConnectedError extends Error {
  constructor() {
    super('This tenant is not connected to Microsoft 365.');
    this.name = 'NotConnectedError';
  }
}

/**
 * The way to each tenant's Microsoft 365. Simulated tenants have the simulator at the far end. Live tenants cannot be
 * connected yet (onboarding is not built), so for them this throws NotConnectedError.
 */
export function createMicrosoft365(simulator: { farEnd: FarEnd; dns: DnsResolver }): Microsoft365 {
  const tokensByTenant = new Map<string, AppTokens>();
  const requireSimulated = (target: Microsoft365Target) => {
    if (!target.isSimulated) throw new NotConnectedError();
  };
  return {
    graph(target) {
      requireSimulated(target);
      const { farEnd } = simulator;
      const tokens =
        tokensByTenant.get(target.entraTenantId) ?? createAppTokens(target.entraTenantId, simulatedApp, farEnd);
      tokensByTenant.set(target.entraTenantId, tokens);
      return createGraphClient({ tokens, farEnd });
    },
    dns(target) {
      requireSimulated(target);
      return simulator.dns;
    },
  };
}
