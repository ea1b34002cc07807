import type { JsonObject } from '../../facts/json-reader.ts';

/** Attachment types that Microsoft's common attachments filter has by default, which the presets use. */
const commonAttachmentTypes = `
  ace ani apk app appx arj bat cab cmd com deb dex dll docm elf exe hta img iso jar jnlp kext lha lib library lnk lzh
  macho msc msi msix msp mst pif ppa ppam reg rev scf scr sct sys uif vb vbe vbs vxd wsc wsf wsh xll xz z
`
  .trim()
  .split(/\s+/);

const malware = { EnableFileFilter: true, FileTypes: commonAttachmentTypes, ZapEnabled: true };

const spam = {
  HighConfidenceSpamAction: 'Quarantine',
  PhishSpamAction: 'Quarantine',
  HighConfidencePhishAction: 'Quarantine',
  AllowedSenderDomains: [],
};

/** Whom to protect from impersonation is chosen for each organization, and is left out. */
const antiPhishing = {
  Enabled: true,
  EnableSpoofIntelligence: true,
  HonorDmarcPolicy: true,
  DmarcQuarantineAction: 'Quarantine',
  DmarcRejectAction: 'Reject',
  EnableFirstContactSafetyTips: true,
  EnableUnauthenticatedSender: true,
  EnableViaTag: true,
  EnableSimilarUsersSafetyTips: true,
  EnableSimilarDomainsSafetyTips: true,
  EnableUnusualCharactersSafetyTips: true,
  EnableMailboxIntelligence: true,
  EnableMailboxIntelligenceProtection: true,
};

/**
 * What the Standard and Strict preset security policies set, which nobody can change (Microsoft Learn, "Recommended settings
 * for EOP and Microsoft Defender for Office 365 security" and "Preset security policies"), by the property of a rule that
 * names such a policy. Used where a preset is on and its policy was not among those that were read.
 */
export const presetValues: Readonly<Record<'standard' | 'strict', Readonly<Record<string, JsonObject>>>> = {
  standard: {
    MalwareFilterPolicy: malware,
    HostedContentFilterPolicy: { ...spam, SpamAction: 'MoveToJmf' },
    AntiPhishPolicy: {
      ...antiPhishing,
      PhishThresholdLevel: 3,
      AuthenticationFailAction: 'MoveToJmf',
      MailboxIntelligenceProtectionAction: 'MoveToJmf',
    },
  },
  strict: {
    MalwareFilterPolicy: malware,
    HostedContentFilterPolicy: { ...spam, SpamAction: 'Quarantine' },
    AntiPhishPolicy: {
      ...antiPhishing,
      PhishThresholdLevel: 4,
      AuthenticationFailAction: 'Quarantine',
      MailboxIntelligenceProtectionAction: 'Quarantine',
    },
  },
};
