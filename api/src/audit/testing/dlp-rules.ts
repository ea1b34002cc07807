import type { JsonObject } from '../facts/json-reader.ts';
import { configurationOf } from './configuration.ts';

export const dlpLocations = ['Exchange', 'OneDrive', 'SharePoint', 'Teams', 'EndpointDlp'].map(
  (name) => `${name}Location`,
);
const everywhere: JsonObject = Object.fromEntries(dlpLocations.map((location) => [location, ['All']]));
/** A policy that is enforced everywhere. */
export const dlpPolicy = (more: JsonObject = {}): JsonObject => ({
  Name: 'Cards',
  Mode: 'Enable',
  ...everywhere,
  ...more,
});

export const card = { name: 'Credit Card Number' };
export const taxpayer = { name: 'U.S. Individual Taxpayer Identification Number (ITIN)' };
export const social = { name: 'U.S. Social Security Number (SSN)' };
export const personalTypes = [card, taxpayer, social];
/** A rule that blocks everybody who shares what identifies people, and tells them. */
export const dlpRule = (more: JsonObject = {}, SensitiveInformation: unknown = personalTypes): JsonObject => ({
  Name: 'Block',
  Policy: 'Cards',
  Disabled: false,
  BlockAccess: true,
  BlockAccessScope: 'All',
  NotifyUser: ['Owner'],
  ContentContainsSensitiveInformation: { SensitiveInformation },
  ...more,
});
/** A snapshot of these rules, in that policy where none is named. */
export const dlp = (dlpRules: JsonObject[], ...dlpPolicies: JsonObject[]): JsonObject =>
  configurationOf({ dlpPolicies: dlpPolicies.length > 0 ? dlpPolicies : [dlpPolicy()], dlpRules });
