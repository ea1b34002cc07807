/** What the products of Microsoft Defender XDR know of a tenant. Null: the tenant does not have the product. */
export interface DefenderPosture {
  appGovernance: { applications: number; unused: { name: string; permissions: string[] }[] } | null;
  /** In Exposure Management: what assets are taken for that nobody has confirmed. */
  exposure: { assets: number; pending: { classification: string; assets: string[] }[] } | null;
  /** In Defender for Endpoint: devices on which credentials of administrators lie, by the account's place in the directory. */
  endpoint: { devices: number; exposed: { user: number; device: string; kind: string }[] } | null;
  /** In Defender for Identity. */
  identity: {
    sensors: string[];
    issues: { title: string; severity: 'low' | 'medium' | 'high'; sensor: string }[];
  } | null;
}

export const noDefender: DefenderPosture = { appGovernance: null, exposure: null, endpoint: null, identity: null };

export const tidyDefender: DefenderPosture = {
  appGovernance: { applications: 14, unused: [] },
  exposure: { assets: 420, pending: [] },
  endpoint: { devices: 96, exposed: [] },
  identity: { sensors: [], issues: [] },
};

/** Bought, and looked at by nobody since. */
export const neglectedDefender: DefenderPosture = {
  appGovernance: {
    applications: 31,
    unused: [
      { name: 'Payroll export', permissions: ['Directory.ReadWrite.All', 'Mail.ReadWrite'] },
      { name: 'Old intranet', permissions: ['Sites.FullControl.All'] },
    ],
  },
  exposure: {
    assets: 1930,
    pending: [
      { classification: 'Domain Controller', assets: ['SRV-DC03'] },
      { classification: 'Backup Server', assets: ['SRV-BKP01', 'SRV-BKP02'] },
    ],
  },
  endpoint: {
    devices: 611,
    exposed: [
      { user: 0, device: 'LAP-0144', kind: 'user cookie' },
      { user: 1, device: 'SRV-RDS02', kind: 'primary refresh token' },
    ],
  },
  identity: {
    sensors: ['SRV-DC01', 'SRV-DC02'],
    issues: [
      { title: 'Sensor stopped communicating', severity: 'high', sensor: 'SRV-DC02' },
      {
        title: 'Directory Services Advanced Auditing is not enabled as required',
        severity: 'medium',
        sensor: 'SRV-DC01',
      },
    ],
  },
};

/** App governance was never turned on, and no sensor was installed. */
export const halfDefender: DefenderPosture = {
  appGovernance: null,
  exposure: { assets: 690, pending: [{ classification: 'Domain Controller', assets: ['QS-DC1'] }] },
  endpoint: { devices: 170, exposed: [] },
  identity: { sensors: [], issues: [] },
};
