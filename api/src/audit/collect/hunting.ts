import type { GraphClient } from '../../ports/graph.ts';
import { collected, type DatasetResult, failed } from '../facts/facts.ts';
import { isObject, type JsonObject } from '../facts/json-reader.ts';
import { tablesOfHunt } from '../microsoft/hunting-tables.ts';
import { badForm, failureOf } from './graph-answers.ts';
import {
  appPermissions,
  assetApprovals,
  exposedCredentials,
  maxPermissionRows,
  withoutTable,
} from './reduce/hunting.ts';

/** Each query first counts what there is at all, so that nothing found is told from nothing there. */
type Hunt<T> = {
  dataset: keyof typeof tablesOfHunt;
  query: string;
  reduce(rows: readonly JsonObject[]): T | null;
};

/**
 * Of the newest record of each application that can sign in. The reference (OAuthAppInfo, a preview) names PermissionName and
 * UsageStatus in a permission, answers that tools read have PermissionValue and InUse: either is taken.
 */
const appPermissionsQuery = `let Apps = OAuthAppInfo
| summarize arg_max(Timestamp, AppName, AppStatus, Permissions) by OAuthAppId
| where AppStatus !in~ ("Deleted", "DisabledByMicrosoft", "DisabledByAppGovernancePolicy", "DisabledByUser");
union
(Apps | summarize Applications = count()),
(Apps
| mv-expand Permission = Permissions
| extend Permission = todynamic(tostring(Permission))
| extend Level = tostring(Permission.PrivilegeLevel)
| extend Plane = strcat(tostring(Permission.PermissionType), " ", tostring(Permission.Classification))
| extend Name = coalesce(tostring(Permission.PermissionName), tostring(Permission.PermissionValue))
| extend Usage = coalesce(tostring(Permission.UsageStatus), tostring(Permission.InUse))
| where Level =~ "High" or Plane contains "control plane" or Plane contains "management plane"
| summarize Names = make_set(Name, 20) by OAuthAppId, AppName, Usage
| take ${maxPermissionRows})`;

/**
 * Microsoft's examples read rawData ("Query the enterprise exposure graph"), the reference calls it unstructured. That
 * criticalityConfidenceLow stands there is known from published hunting queries alone.
 */
const assetApprovalsQuery = `union
(ExposureGraphNodes | summarize Assets = count()),
(ExposureGraphNodes
| extend Low = todynamic(tostring(NodeProperties)).rawData.criticalityConfidenceLow
| where isnotempty(Low)
| mv-expand Class = Low
| extend Classification = tostring(Class)
| summarize Pending = dcount(NodeId), Names = make_set(NodeName, 20) by Classification
| top 100 by Pending)`;

/** Names of edges and categories are in no reference; Microsoft's examples spell some with spaces, others without. */
const exposedCredentialsQuery = `let Exposed = ExposureGraphEdges
| where replace_string(tolower(EdgeLabel), " ", "") == "hascredentialsfor" and TargetNodeLabel =~ "user"
| where tostring(TargetNodeCategories) has_any ("PrivilegedEntraIdRole", "privileged");
union
(DeviceInfo | where OnboardingStatus =~ "Onboarded" | summarize Devices = dcount(DeviceId)),
(ExposureGraphEdges | summarize Edges = count()),
(Exposed | summarize Users = dcount(TargetNodeId)),
(Exposed
| extend Kind = tostring(todynamic(tostring(EdgeProperties)).credentialType)
| summarize Sources = make_set(SourceNodeName, 5), Kinds = make_set(Kind, 5) by TargetNodeId, TargetNodeName
| take 200)`;

/** Runs one query. A product that is not there is no empty answer: nothing may be concluded from it. */
function hunted<T>({ dataset, query, reduce }: Hunt<T>) {
  return async ({ graph, now }: { graph: GraphClient; now: Date }): Promise<DatasetResult> => {
    let rows: readonly unknown[];
    try {
      rows = await graph.hunt(query);
    } catch (error) {
      return withoutTable(failed(failureOf(error), now), tablesOfHunt[dataset]);
    }
    const value = reduce(rows.filter(isObject));
    return value === null ? failed(badForm(dataset), now) : collected(value, now);
  };
}

export const collectAppPermissions = hunted({
  dataset: 'appPermissions',
  query: appPermissionsQuery,
  reduce: appPermissions,
});

export const collectAssetApprovals = hunted({
  dataset: 'assetApprovals',
  query: assetApprovalsQuery,
  reduce: assetApprovals,
});

export const collectExposedCredentials = hunted({
  dataset: 'exposedCredentials',
  query: exposedCredentialsQuery,
  reduce: exposedCredentials,
});
