import { randomBytes, randomInt } from 'node:crypto';
import type { TenantDirectory } from '../directory/tenant-directory.ts';

/** Who entered the code and let the device in. */
interface DeviceApproval {
  directory: TenantDirectory;
  userIndex: number;
  strong: boolean;
  serial: number;
  at: Date;
}

export interface DeviceCode {
  userCode: string;
  clientId: string;
  /** The tenant whose address was asked, as it was sent. */
  tenant: string;
  scopes: string[];
  audience: string;
  issuedAt: Date;
  polledAt: Date | null;
  outcome: 'pending' | 'declined' | 'redeemed' | DeviceApproval;
}

/** A device as tests see it: what it asks for, and what became of it. */
export interface WaitingDevice {
  userCode: string;
  clientId: string;
  tenant: string;
  scopes: string[];
  state: 'pending' | 'approved' | 'declined' | 'redeemed' | 'expired';
}

export interface DeviceCodes {
  /** Seconds between two questions of a device. */
  intervalSeconds: number;
  add(asked: Pick<DeviceCode, 'clientId' | 'tenant' | 'scopes' | 'audience' | 'issuedAt'>): {
    deviceCode: string;
    userCode: string;
  };
  byDeviceCode(deviceCode: string): DeviceCode | null;
  /** By what a person typed: case, spaces and hyphens are his affair. */
  byUserCode(userCode: string): DeviceCode | null;
  isExpired(code: DeviceCode, now: Date): boolean;
  list(now: Date): WaitingDevice[];
}

/** Lifetime of a code (learn.microsoft.com/entra/identity-platform, "v2-oauth2-device-code"). */
export const deviceCodeSeconds = 900;
const maxCodes = 2000;
/** Without those that a reader takes for one another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const newUserCode = () => Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('');

export function createDeviceCodes(intervalSeconds = 5): DeviceCodes {
  const codes = new Map<string, DeviceCode>();
  const isExpired = ({ issuedAt }: DeviceCode, now: Date) =>
    now.getTime() - issuedAt.getTime() >= deviceCodeSeconds * 1000;
  return {
    intervalSeconds,
    add(asked) {
      // The oldest goes first: Map keeps the order of insertion.
      const [oldest] = codes.keys();
      if (oldest !== undefined && codes.size >= maxCodes) codes.delete(oldest);
      const deviceCode = `2.${randomBytes(48).toString('base64url')}`;
      const userCode = newUserCode();
      codes.set(deviceCode, { ...asked, userCode, polledAt: null, outcome: 'pending' });
      return { deviceCode, userCode };
    },
    byDeviceCode: (deviceCode) => codes.get(deviceCode) ?? null,
    byUserCode(userCode) {
      const typed = userCode.replaceAll(/[\s-]/g, '').toUpperCase();
      return [...codes.values()].find((code) => code.userCode === typed) ?? null;
    },
    isExpired,
    list: (now) =>
      [...codes.values()].reverse().map((code) => {
        const { userCode, clientId, tenant, scopes, outcome } = code;
        const decided = typeof outcome === 'object' ? 'approved' : outcome;
        const isOver = isExpired(code, now) && outcome !== 'redeemed';
        return { userCode, clientId, tenant, scopes, state: isOver ? 'expired' : decided };
      }),
  };
}
