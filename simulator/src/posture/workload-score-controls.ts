import { scoreControlsOf } from './score-control.ts';

/** Secure Score controls of mail, files and devices. Control ids are Microsoft's; titles and remediation are our wording. */
export const workloadScoreControls = scoreControlsOf(`
exo_mailboxaudit | Audit all mailboxes | Data | EXO | 5 | Low | Low
  Turn mailbox auditing on for the organization.
exo_storageproviders | Restrict storage providers in Outlook on the web | Apps | EXO | 3 | Low | Low
  Turn additional storage providers off.
exo_outlookaddins | Restrict Outlook add-ins | Apps | EXO | 5 | Moderate | Low
  Do not let users install add-ins.
mip_search_auditlog | Keep the unified audit log on | Data | MIP | 3 | Low | Low
  Turn the audit log search on.
mip_DLP_policies | Have data loss prevention policies | Data | MIP | 5 | Moderate | Moderate
  Make data loss prevention policies.
mdo_autoforwardingmode | Block automatic forwarding to outside | Apps | MDO | 5 | Moderate | Low
  Set automatic forwarding to Off in the outbound policy.
mdo_blockmailforward | Block forwarding by transport rule | Apps | MDO | 5 | Moderate | Low
  Add a rule that rejects automatic forwarding.
mdo_antiphishingpolicies | Have an anti-phishing policy | Apps | MDO | 6 | Low | Low
  Make an anti-phishing policy for all recipients.
mdo_phishthresholdlevel | Set the phishing threshold to aggressive | Apps | MDO | 8 | Low | Low
  Set the threshold to 3 or higher.
mdo_targetedusersprotection | Protect named users from impersonation | Apps | MDO | 8 | Low | Low
  Name the users to protect from impersonation.
mdo_enablemailboxintelligence | Turn mailbox intelligence on | Apps | MDO | 8 | Low | Low
  Turn mailbox intelligence on.
mdo_safeattachments | Use Safe Attachments in block mode | Apps | MDO | 8 | Low | Low
  Turn Safe Attachments on.
mdo_safelinksforemail | Use Safe Links for mail | Apps | MDO | 9 | Low | Low
  Turn Safe Links on for mail.
mdo_zapphish | Remove phishing mail after delivery | Apps | MDO | 6 | Low | Low
  Turn zero-hour purge on for phishing.
spo_legacy_auth | Require modern authentication in SharePoint | Apps | SPO | 1 | Low | Low
  Turn legacy authentication off in SharePoint.
spo_external_sharing_managed | Manage external sharing | Apps | SPO | 2 | Moderate | Low
  Limit sharing to guests in the directory.
spo_idle_session_timeout | Sign out idle SharePoint sessions | Apps | SPO | 1 | Low | Low
  Turn idle session sign-out on.
scid_2010 | Turn the endpoint firewall on | Device | MDATP | 8 | Low | Moderate
  Turn the firewall on for every profile.
scid_2011 | Keep antivirus definitions current | Device | MDATP | 8 | Low | Low
  Update the definitions.
scid_2090 | Encrypt all disks | Device | MDATP | 9 | Low | Moderate
  Encrypt every disk.
`);
