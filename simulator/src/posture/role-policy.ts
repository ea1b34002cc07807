import type {
  UnifiedRoleManagementPolicyAssignment,
  UnifiedRoleManagementPolicyRule,
  UnifiedRoleManagementPolicyRuleTarget,
} from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from '../counter-hash.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';

function target(
  caller: 'Admin' | 'EndUser',
  level: 'Assignment' | 'Eligibility',
): UnifiedRoleManagementPolicyRuleTarget {
  return { caller, operations: ['all' as const], level, inheritableSettings: [], enforcedSettings: [] };
}

function notification(
  id: string,
  caller: 'Admin' | 'EndUser',
  level: 'Assignment' | 'Eligibility',
  recipients: string[],
) {
  return {
    '@odata.type': '#microsoft.graph.unifiedRoleManagementPolicyNotificationRule',
    id,
    notificationType: 'Email',
    recipientType: 'Admin',
    notificationLevel: 'All',
    isDefaultRecipientsEnabled: true,
    notificationRecipients: recipients,
    target: target(caller, level),
  };
}

function rules(directory: TenantDirectory): UnifiedRoleManagementPolicyRule[] {
  const { approval, notifications } = directory.profile.settings.roleRules;
  const recipients = notifications ? [`security@${directory.profile.domain}`] : [];
  const approver = {
    '@odata.type': '#microsoft.graph.singleUser',
    userId: directory.userId(0),
    description: null,
  };
  return [
    {
      ...{ '@odata.type': '#microsoft.graph.unifiedRoleManagementPolicyApprovalRule' },
      id: 'Approval_EndUser_Assignment',
      target: target('EndUser', 'Assignment'),
      ...{
        setting: {
          isApprovalRequired: approval,
          isApprovalRequiredForExtension: false,
          isRequestorJustificationRequired: true,
          approvalMode: 'SingleStage',
          approvalStages: [
            {
              approvalStageTimeOutInDays: 1,
              isApproverJustificationRequired: true,
              escalationTimeInMinutes: 0,
              isEscalationEnabled: false,
              primaryApprovers: approval ? [approver] : [],
              escalationApprovers: [],
            },
          ],
        },
      },
    },
    {
      ...{ '@odata.type': '#microsoft.graph.unifiedRoleManagementPolicyExpirationRule' },
      id: 'Expiration_Admin_Assignment',
      target: target('Admin', 'Assignment'),
      ...{ isExpirationRequired: approval, maximumDuration: approval ? 'P15D' : 'P180D' },
    },
    {
      ...{ '@odata.type': '#microsoft.graph.unifiedRoleManagementPolicyEnablementRule' },
      id: 'Enablement_EndUser_Assignment',
      target: target('EndUser', 'Assignment'),
      ...{ enabledRules: ['MultiFactorAuthentication', 'Justification'] },
    },
    notification('Notification_Admin_Admin_Assignment', 'Admin', 'Assignment', recipients),
    notification('Notification_Admin_Admin_Eligibility', 'Admin', 'Eligibility', recipients),
    notification('Notification_Admin_EndUser_Assignment', 'EndUser', 'Assignment', recipients),
  ];
}

/** The Privileged Identity Management policy of one role. */
export function rolePolicyAssignment(
  directory: TenantDirectory,
  roleDefinitionId: string,
  include: { withPolicy: boolean; withRules: boolean },
): UnifiedRoleManagementPolicyAssignment {
  const policyId = `DirectoryRole_${directory.tenantId}_${guidOf(keyOfText(roleDefinitionId) ^ directory.key, 0, 95)}`;
  const policy = {
    id: policyId,
    displayName: 'DirectoryRole',
    description: 'DirectoryRole',
    isOrganizationDefault: false,
    scopeId: '/',
    scopeType: 'DirectoryRole',
    lastModifiedDateTime: '2026-01-12T08:30:00Z',
    lastModifiedBy: { displayName: null, id: null },
    ...(include.withRules ? { rules: rules(directory) } : {}),
  };
  return {
    id: `${policyId}_${roleDefinitionId}`,
    policyId,
    roleDefinitionId,
    scopeId: '/',
    scopeType: 'DirectoryRole',
    ...(include.withPolicy ? { policy } : {}),
  };
}
